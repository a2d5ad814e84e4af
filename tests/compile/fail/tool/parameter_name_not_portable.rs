use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// How many.
    größe: u32,
) {}

fn main() {}
