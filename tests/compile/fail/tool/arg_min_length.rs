use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(min_length = 1)]
    _value: bool,
) {}

fn main() {}
