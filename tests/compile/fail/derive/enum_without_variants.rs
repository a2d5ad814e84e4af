use janito_core::JsonSchema;

#[derive(JsonSchema)]
enum Never {}

fn main() {}
