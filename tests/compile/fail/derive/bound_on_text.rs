use janito_core::JsonSchema;

#[derive(JsonSchema)]
struct Limits {
    #[arg(min = 1)]
    text: String,
}

fn main() {}
