use janito_core::JsonSchema;

#[derive(JsonSchema)]
#[serde(transparent)]
struct Limits {
    lines: u8,
    count: u8,
}

fn main() {}
