use janito_core::JsonSchema;

#[derive(JsonSchema)]
struct Limits {
    #[arg(default = 10)]
    lines: u8,
}

fn main() {}
