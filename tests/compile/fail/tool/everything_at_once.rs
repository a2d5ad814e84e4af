use janito_core::tool;

/// # Arguments
///
/// * `three` - not there
#[tool(permissions = "q", colour, title = "", name = "a b")]
fn probe(one: u32, (a, b): (u8, u8), /// Borrowed.
    two: &str, #[arg(min = 2, max = 1)] four: u32) {}

fn main() {}
