use janito_core::tool;

use janito_core::Context;

/// Does it.
///
/// # Arguments
///
/// * `context` - the call
#[tool(permissions = "")]
fn probe(context: &Context) {}

fn main() {}
