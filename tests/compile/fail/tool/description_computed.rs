use janito_core::tool;

#[doc = concat!("Does", " it.")]
#[tool(permissions = "")]
fn probe(#[doc = concat!("It", ".")] _it: u8) {}

fn main() {}
