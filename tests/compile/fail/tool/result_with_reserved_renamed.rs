use janito_core::tool;

#[derive(serde::Serialize, janito_core::JsonSchema)]
struct Answer { #[serde(rename = "error")] text: u8 }

/// Does it.
#[tool(permissions = "")]
fn probe() -> Option<Answer> { None }

fn main() {}
