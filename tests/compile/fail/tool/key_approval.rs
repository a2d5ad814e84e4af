use janito_core::tool;

/// Does it.
#[tool(permissions = "", approval = "yes")]
fn probe() {}

fn main() {}
