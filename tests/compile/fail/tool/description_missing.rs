use janito_core::tool;

#[tool(permissions = "")]
fn probe() {}

fn main() {}
