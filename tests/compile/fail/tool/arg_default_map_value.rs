use janito_core::tool;
use std::collections::HashMap;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(default = { "a": 300 })]
    _it: HashMap<String, u8>,
) {}

fn main() {}
