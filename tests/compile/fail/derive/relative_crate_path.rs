use janito_core::JsonSchema;

#[derive(JsonSchema)]
#[json_schema(crate = janito_core)]
struct Limits;

fn main() {}
