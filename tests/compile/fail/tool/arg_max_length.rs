use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(max_length = 1, min_length = 2)]
    _value: String,
) {}

fn main() {}
