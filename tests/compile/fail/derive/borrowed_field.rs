use janito_core::JsonSchema;

#[derive(JsonSchema)]
struct Name<'a> {
    text: &'a str,
}

fn main() {}
