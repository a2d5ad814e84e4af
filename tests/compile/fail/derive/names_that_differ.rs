use janito_core::JsonSchema;

#[derive(JsonSchema)]
struct Limits {
    #[serde(rename(serialize = "max", deserialize = "lines"))]
    lines: u8,
}

fn main() {}
