use janito_core::{Reader, tool};

/// Does it.
#[tool(permissions = "r")]
fn probe(_files: Reader) {}

fn main() {}
