use janito_core::JsonSchema;

#[derive(JsonSchema)]
struct Limits {
    #[serde(with = "as_text")]
    lines: u8,
}

fn main() {}
