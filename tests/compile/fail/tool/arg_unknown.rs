use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(pattern = "a+")]
    _value: String,
) {}

fn main() {}
