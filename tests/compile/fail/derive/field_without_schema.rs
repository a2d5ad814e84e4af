use janito_core::JsonSchema;

struct Other;

#[derive(JsonSchema)]
struct Holder {
    other: Other,
}

fn main() {}
