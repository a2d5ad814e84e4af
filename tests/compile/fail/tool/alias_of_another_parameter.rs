use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// One.
    #[arg(alias = "two")]
    _one: u8,
    /// Two.
    two: u8,
) { let _ = two; }

fn main() {}
