use janito_core::tool;

/// Does it.
#[tool(permissions = "", name = "read.file")]
fn probe() {}

fn main() {}
