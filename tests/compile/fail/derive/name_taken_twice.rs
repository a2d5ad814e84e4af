use janito_core::JsonSchema;

#[derive(JsonSchema)]
struct Limits {
    lines: u8,
    #[serde(rename = "lines")]
    count: u8,
}

fn main() {}
