use janito_core::{Registry, tool};

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(min_length = 1)]
    _value: String,
) {}

fn main() {
    let registry = Registry::linked().build().unwrap();
    let tool = registry.get("Probe").unwrap();
    let schema = tool.input_schema();
    assert!(schema.contains(r#""minLength":1"#), "{schema}");
}
