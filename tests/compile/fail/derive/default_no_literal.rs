use janito_core::JsonSchema;

#[derive(JsonSchema)]
#[serde(default)]
struct Limits {
    #[arg(default = u8::MAX)]
    lines: u8,
}

fn main() {}
