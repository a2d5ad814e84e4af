use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(min = 5000000000)]
    _value: u32,
) {}

fn main() {}
