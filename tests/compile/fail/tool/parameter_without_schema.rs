use janito_core::tool;

struct Opaque;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    value: Opaque,
) {}

fn main() {}
