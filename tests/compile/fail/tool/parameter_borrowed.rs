use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// Where.
    path: &str,
) {}

fn main() {}
