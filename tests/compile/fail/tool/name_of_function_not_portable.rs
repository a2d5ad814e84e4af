use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn größe() {}

fn main() {}
