//! A module in which everything that an expansion could lean on means something else.

#![allow(
    non_camel_case_types,
    dead_code,
    unused_macros,
    clippy::upper_case_acronyms,
    reason = "the names are what is tested"
)]

use ::renamed::tool;

mod std {}
mod core {}
mod alloc {}
mod serde {}
mod janito_core {}
mod linkme {}

struct Option;
struct Result;
struct String;
struct Vec;
struct Box;
struct Some;
struct None;
struct Ok;
struct Err;
struct bool;
struct str;
struct u32;
struct Tool;
struct Param;
struct body;
struct bind;
struct load;
struct PARAMS;
struct TOOL;

macro_rules! module_path {
    () => {
        ::core::compile_error!("the wrong one")
    };
}
macro_rules! file {
    () => {
        ::core::compile_error!("the wrong one")
    };
}

/// Stands among names that mean something else.
#[tool(permissions = "", crate = ::renamed)]
fn shadowed(
    /// A list.
    #[arg(default = [1], min_length = 1)]
    value: ::std::vec::Vec<u8>,
) -> usize {
    value.len()
}
