use janito_core::{Registry, tool};

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(max_length = 3)]
    _value: Vec<u8>,
) {}

fn main() {
    let registry = Registry::linked().build().unwrap();
    let tool = registry.get("Probe").unwrap();
    let schema = tool.input_schema();
    assert!(schema.contains(r#""maxItems":3"#), "{schema}");
}
