#![deny(deprecated)]

/// Does it.
#[deprecated]
#[janito_core::tool(permissions = "")]
fn probe() {}

fn main() {}
