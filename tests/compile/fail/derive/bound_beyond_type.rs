use janito_core::JsonSchema;

#[derive(JsonSchema)]
struct Limits {
    #[arg(max = 300)]
    lines: u8,
}

fn main() {}
