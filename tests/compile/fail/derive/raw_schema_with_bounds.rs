use janito_core::JsonSchema;

#[derive(JsonSchema)]
struct Limits {
    #[arg(schema = "{}", min = 1)]
    lines: u8,
}

fn main() {}
