use janito_core::{Registry, tool};

#[derive(serde::Deserialize)]
struct Foreign(#[allow(dead_code)] u8);

/// Does it.
#[tool(permissions = "")]
fn probe(
    /// It.
    #[arg(schema = r#"{"type":"integer","multipleOf":2}"#)]
    _value: Foreign,
    /// Or not.
    #[arg(schema = r#"{"type":"integer"}"#)]
    _other: Option<Foreign>,
) {
}

fn main() {
    let schema = Registry::linked().build().unwrap().get("Probe").unwrap().input_schema();
    assert!(schema.contains(r#""_value":{"type":"integer","multipleOf":2,"description":"It."}"#), "{schema}");
    assert!(schema.contains(r#""required":["_value"]"#), "{schema}");
}
