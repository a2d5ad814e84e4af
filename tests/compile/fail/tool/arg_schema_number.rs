use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(schema = r#"{"minimum": 01}"#)]
    _it: u8,
) {}

fn main() {}
