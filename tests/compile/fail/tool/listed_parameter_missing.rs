use janito_core::tool;

/// Does it.
///
/// # Arguments
///
/// * `cuont` - how many
#[tool(permissions = "")]
fn probe(
    /// How many.
    count: u32,
) {}

fn main() {}
