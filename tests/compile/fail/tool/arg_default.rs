use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(default = "ten")]
    _value: u32,
) {}

fn main() {}
