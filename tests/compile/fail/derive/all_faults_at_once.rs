use janito_core::JsonSchema;

#[derive(JsonSchema)]
struct Limits<'a> {
    #[arg(nope, min = "a", example = None)]
    lines: u8,
    #[serde(with = "text")]
    text: &'a str,
}

fn main() {}
