use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(default = [1])]
    _it: [u8; 2],
) {}

fn main() {}
