use janito_core::tool;

/// Does it.
#[tool(permissions = "", description = "Does it.")]
fn probe() {}

fn main() {}
