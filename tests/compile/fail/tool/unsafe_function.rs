use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
unsafe fn probe() {}

fn main() {}
