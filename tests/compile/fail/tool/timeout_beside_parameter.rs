use janito_core::tool;

/// Does it.
#[tool(permissions = "", timeout = 5)]
fn probe(
    /// In seconds.
    timeout: u32,
) {}

fn main() {}
