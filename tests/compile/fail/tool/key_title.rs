use janito_core::tool;

/// Does it.
#[tool(permissions = "", title = " ")]
fn probe() {}

fn main() {}
