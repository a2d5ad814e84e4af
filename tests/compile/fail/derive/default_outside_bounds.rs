use janito_core::JsonSchema;

#[derive(JsonSchema)]
#[serde(default)]
struct Limits {
    #[arg(default = 0, min = 1)]
    lines: u8,
}

fn main() {}
