use janito_core::tool;

use janito_core::Executor;

/// Does it.
#[tool(permissions = "rw")]
fn probe(_executor: &Executor) {}

fn main() {}
