use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// Where.
    path: impl AsRef<str>,
) {}

fn main() {}
