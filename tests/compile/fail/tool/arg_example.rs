use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(example = 1.5)]
    _value: u32,
) {}

fn main() {}
