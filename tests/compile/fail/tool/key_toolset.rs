use janito_core::tool;

/// Does it.
#[tool(permissions = "", toolset = "my tools")]
fn probe() {}

fn main() {}
