use janito_core::tool;

/// Does it.
#[tool(permissions = "", name = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")]
fn probe() {}

fn main() {}
