#![doc = include_str!("../README.md")]
//!
//! # As a library
//!
//! This crate holds the front ends: a command line for every tool that a program links. A program is its tools and one line:
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! fn main() -> ExitCode {
//!     janito::main()
//! }
//! ```
//!
//! The tools are written with [`core`], and linked by a reference to their crate: `use my_tools as _;`.

mod cli;

pub use janito_core as core;
use std::process::ExitCode;

/// Runs the command line on the tools that the program links. What the program is called stands in its help.
#[must_use]
pub fn main() -> ExitCode {
    cli::run()
}

/// The tutorial and the reference, so that their examples are compiled.
#[cfg(doctest)]
mod docs {
    #[doc = include_str!("../docs/first-tool.md")]
    mod first_tool {}
    #[doc = include_str!("../docs/tool-attribute.md")]
    mod tool_attribute {}
}
