use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(default = -1)]
    _value: u32,
) {}

fn main() {}
