use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(schema = r#"{"description": "It."}"#)]
    _it: u8,
) {}

fn main() {}
