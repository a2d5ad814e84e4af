use janito_core::tool;

/// Does it.
#[tool(permissions = "r", destructive)]
fn probe() {}

fn main() {}
