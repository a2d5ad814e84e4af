use janito_core::tool;

/// Does it.
#[tool(permissions = "")]
fn probe(_numbers: &std::sync::Mutex<u8>) {}

fn main() {}
