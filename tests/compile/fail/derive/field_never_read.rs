#[derive(serde::Serialize, serde::Deserialize, janito_core::JsonSchema)]
struct Outer {
    #[serde(skip_deserializing)]
    _written: u8,
}

fn main() {}
