use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(min = 1, min = 2)]
    _value: u32,
) {}

fn main() {}
