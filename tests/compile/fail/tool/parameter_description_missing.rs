use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(count: u32) {}

fn main() {}
