use janito_core::tool;

use janito_core::Context;

/// Does it.
#[tool(permissions = "")]
fn probe(_context: &mut Context) {}

fn main() {}
