use janito_core::tool;

/// Does it.
#[tool(permissions = "", colour = "red")]
fn probe() {}

fn main() {}
