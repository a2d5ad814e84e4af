use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(schema = "true")]
    _value: u32,
) {}

fn main() {}
