use janito_core::JsonSchema;

struct Other;

#[derive(JsonSchema)]
struct Holder(Other);

fn main() {}
