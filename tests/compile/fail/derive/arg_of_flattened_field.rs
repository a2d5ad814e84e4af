use janito_core::JsonSchema;

#[derive(JsonSchema)]
struct Search {
    #[serde(flatten)]
    #[arg(example = {})]
    limits: std::collections::BTreeMap<String, String>,
}

fn main() {}
