use janito_core::tool;

struct Opaque;

/// Does it.
#[tool(permissions = "")]
fn probe() -> Opaque { Opaque }

fn main() {}
