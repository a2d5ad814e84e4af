use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// Where.
    (x, y): (u32, u32),
) {}

fn main() {}
