use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(default = 1e39)]
    _it: f32,
) {}

fn main() {}
