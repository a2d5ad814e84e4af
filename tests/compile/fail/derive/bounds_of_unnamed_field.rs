use janito_core::JsonSchema;

#[derive(JsonSchema)]
struct Lines(#[arg(min = 1)] u8);

fn main() {}
