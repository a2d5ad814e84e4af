use janito_core::tool;

/// Does it.
#[tool(permissions = "", crate = core)]
fn probe() {}

fn main() {}
