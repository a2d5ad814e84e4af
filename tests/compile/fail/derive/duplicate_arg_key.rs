use janito_core::JsonSchema;

#[derive(JsonSchema)]
struct Limits {
    #[arg(min = 1, min = 2)]
    lines: u8,
}

fn main() {}
