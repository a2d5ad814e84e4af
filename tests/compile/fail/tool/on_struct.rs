use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
struct Probe;

fn main() {}
