use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(schema = r#"{"pattern": "\d"}"#)]
    _it: u8,
) {}

fn main() {}
