#![allow(non_upper_case_globals, dead_code)]
const state: u8 = 1;
const given: u8 = 1;
const scope: u8 = 1;
const argument_0: u8 = 1;
const loaded: u8 = 1;
/// Does it.
#[janito_core::tool(permissions = "")]
fn probe(_context: &janito_core::Context, #[doc = "It."] _it: u8) {}

fn main() {}
