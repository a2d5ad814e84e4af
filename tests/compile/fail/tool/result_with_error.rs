use janito_core::tool;

#[derive(serde::Serialize, janito_core::JsonSchema)]
struct Answer { error: bool }

/// Does it.
#[tool(permissions = "")]
fn probe() -> Answer { Answer { error: true } }

fn main() {}
