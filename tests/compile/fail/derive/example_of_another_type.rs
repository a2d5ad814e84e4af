use janito_core::JsonSchema;

#[derive(JsonSchema)]
struct Limits {
    #[arg(example = "many")]
    lines: u8,
}

fn main() {}
