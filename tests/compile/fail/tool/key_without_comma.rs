use janito_core::tool;

/// Does it.
#[tool(permissions = "" title = "A")]
fn probe() {}

fn main() {}
