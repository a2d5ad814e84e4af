use janito_core::JsonSchema;

#[derive(JsonSchema)]
struct Limits {
    #[arg(pattern = "^a")]
    text: String,
}

fn main() {}
