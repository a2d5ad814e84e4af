use janito_core::JsonSchema;

#[derive(JsonSchema)]
struct Limits {
    #[arg(min = 2, max = 1)]
    lines: u8,
}

fn main() {}
