use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe<T>() {}

fn main() {}
