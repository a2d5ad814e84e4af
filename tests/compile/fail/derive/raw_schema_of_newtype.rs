use janito_core::JsonSchema;

#[derive(JsonSchema)]
struct Lines(#[arg(schema = "[]")] u8);

fn main() {}
