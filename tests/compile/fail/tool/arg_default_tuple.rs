use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(default = [1, 2])]
    _it: (u8, String),
) {}

fn main() {}
