use janito_core::tool;

/// Does it.
#[tool(permissions = "", name = 3)]
fn probe() {}

fn main() {}
