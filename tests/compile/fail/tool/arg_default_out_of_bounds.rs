use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(default = 5, max = 4)]
    _value: u32,
) {}

fn main() {}
