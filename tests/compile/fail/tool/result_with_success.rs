use janito_core::tool;

#[derive(serde::Serialize, janito_core::JsonSchema)]
struct Answer { success: bool }

/// Does it.
#[tool(permissions = "")]
fn probe() -> Answer { Answer { success: true } }

fn main() {}
