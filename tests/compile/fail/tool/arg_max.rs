use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(max = 3)]
    _value: String,
) {}

fn main() {}
