use janito_core::tool;

/// Does it.
#[tool(permissions = "r", idempotent = false)]
fn probe() {}

fn main() {}
