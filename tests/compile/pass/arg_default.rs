use janito_core::{Registry, tool};

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(default = [-1, 2_000])]
    _value: Vec<i64>,
) {}

fn main() {
    let registry = Registry::linked().build().unwrap();
    let tool = registry.get("Probe").unwrap();
    let schema = tool.input_schema();
    assert!(schema.contains(r#""default":[-1,2000]"#), "{schema}");
}
