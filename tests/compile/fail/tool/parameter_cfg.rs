use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// How many.
    #[cfg(unix)]
    _count: u32,
) {}

fn main() {}
