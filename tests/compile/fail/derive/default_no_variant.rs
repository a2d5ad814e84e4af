use janito_core::JsonSchema;
#[derive(JsonSchema)]
enum Depth {
    Here,
}
#[derive(JsonSchema)]
struct Walk {
    #[serde(default)]
    #[arg(default = "There")]
    depth: Depth,
}
fn main() {}
