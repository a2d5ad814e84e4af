use janito_core::tool;

/// Does it.
#[tool(permissions = "wr")]
fn probe() {}

fn main() {}
