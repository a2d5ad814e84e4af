use janito_core::tool;

/// Does it.
#[tool(permissions = "", title = "A", title = "B")]
fn probe() {}

fn main() {}
