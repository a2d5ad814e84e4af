use janito_core::tool;

use janito_core::Reader;

/// Does it.
#[tool(permissions = "wx")]
fn probe(_reader: &Reader) {}

fn main() {}
