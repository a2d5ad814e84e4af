use janito_core::JsonSchema;

#[derive(JsonSchema)]
#[arg(min = 1)]
struct Lines(u8);

fn main() {}
