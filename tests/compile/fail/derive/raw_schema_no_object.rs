use janito_core::JsonSchema;

#[derive(JsonSchema)]
struct Limits {
    #[arg(schema = "true")]
    lines: u8,
}

fn main() {}
