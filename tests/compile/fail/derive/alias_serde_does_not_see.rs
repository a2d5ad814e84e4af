use janito_core::JsonSchema;

#[derive(JsonSchema)]
struct Limits {
    #[arg(alias = "max")]
    lines: u8,
}

fn main() {}
