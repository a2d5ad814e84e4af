use janito_core::tool;

#[derive(serde::Serialize, janito_core::JsonSchema)]
struct Answer { result: bool }

/// Does it.
#[tool(permissions = "")]
fn probe() -> Answer { Answer { result: true } }

fn main() {}
