use janito_core::tool;

use janito_core::Context;

/// Does it.
#[tool(permissions = "")]
fn probe(#[arg(min = 1)] _context: &Context) {}

fn main() {}
