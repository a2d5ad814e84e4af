use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// Where.
    paths: &[String],
) {}

fn main() {}
