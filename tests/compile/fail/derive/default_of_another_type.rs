use janito_core::JsonSchema;

#[derive(JsonSchema)]
#[serde(default)]
struct Limits {
    #[arg(default = 300)]
    lines: u8,
}

fn main() {}
