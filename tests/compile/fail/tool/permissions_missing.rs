use janito_core::tool;

/// Does it.
#[tool()]
fn probe() {}

fn main() {}
