use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(alias = 3)]
    _value: u32,
) {}

fn main() {}
