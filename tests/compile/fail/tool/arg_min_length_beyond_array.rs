use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(min_length = 3)]
    _it: [u8; 2],
) {}

fn main() {}
