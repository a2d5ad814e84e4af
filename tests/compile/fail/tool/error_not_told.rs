use janito_core::tool;

struct Opaque;

/// Does it.
#[tool(permissions = "")]
fn probe() -> Result<u8, Opaque> { Ok(1) }

fn main() {}
