use janito_core::tool;

/// Does it.
#[tool(permissions = "", name)]
fn probe() {}

fn main() {}
