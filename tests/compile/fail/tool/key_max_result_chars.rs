use janito_core::tool;

/// Does it.
#[tool(permissions = "", max_result_chars = 1.5)]
fn probe() {}

fn main() {}
