use janito_core::JsonSchema;

#[derive(JsonSchema)]
struct Limits {
    #[arg(min_length = 1)]
    lines: Option<u8>,
}

fn main() {}
