use janito_core::tool;

#[derive(serde::Deserialize, janito_core::JsonSchema)]
enum Mode { Fast }

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(default = "Slow")]
    _value: Mode,
) {}

fn main() {}
