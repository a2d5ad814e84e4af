use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(schema = "{\"type\":}")]
    _value: u32,
) {}

fn main() {}
