use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(default = null)]
    _it: u8,
    /// It.
    #[arg(default = None, example = null)]
    _other: u8,
) {}

fn main() {}
