use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(default = [1, "a"])]
    _value: Vec<u32>,
) {}

fn main() {}
