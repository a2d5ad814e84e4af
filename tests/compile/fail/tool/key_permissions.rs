use janito_core::tool;

/// Does it.
#[tool(permissions = "rq")]
fn probe() {}

fn main() {}
