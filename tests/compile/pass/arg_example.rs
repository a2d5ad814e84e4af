use janito_core::{Registry, tool};

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(example = "a", example = "b")]
    _value: Option<String>,
) {}

fn main() {
    let registry = Registry::linked().build().unwrap();
    let tool = registry.get("Probe").unwrap();
    let schema = tool.input_schema();
    assert!(schema.contains(r#""examples":["a","b"]"#), "{schema}");
}
