use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(min = 0.5)]
    _it: u8,
) {}

fn main() {}
