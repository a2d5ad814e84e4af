use janito_core::{Registry, tool};

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(max = 0.5)]
    _value: f64,
) {}

fn main() {
    let registry = Registry::linked().build().unwrap();
    let tool = registry.get("Probe").unwrap();
    let schema = tool.input_schema();
    assert!(schema.contains(r#""maximum":0.5"#), "{schema}");
}
