use janito_core::tool;

/// Does it.
#[tool(permissions = "rr")]
fn probe() {}

fn main() {}
