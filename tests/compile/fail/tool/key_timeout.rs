use janito_core::tool;

/// Does it.
#[tool(permissions = "", timeout = 0)]
fn probe() {}

fn main() {}
