use janito_core::tool;

use janito_core::Writer;

/// Does it.
#[tool(permissions = "r")]
fn probe(_writer: &Writer) {}

fn main() {}
