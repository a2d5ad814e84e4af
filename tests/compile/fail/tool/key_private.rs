use janito_core::tool;

/// Does it.
#[tool(permissions = "", private(true))]
fn probe() {}

fn main() {}
