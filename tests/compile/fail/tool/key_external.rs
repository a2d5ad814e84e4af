use janito_core::tool;

/// Does it.
#[tool(permissions = "", external)]
fn probe() {}

fn main() {}
