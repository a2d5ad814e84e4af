//! The program `janito`: the toolsets that it links, and the command line.

#[cfg(feature = "tools")]
use janito_tools as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    janito::main()
}
