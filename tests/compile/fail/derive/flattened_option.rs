#[derive(serde::Deserialize, janito_core::JsonSchema)]
struct Inner {
    _a: u8,
}

#[derive(serde::Deserialize, janito_core::JsonSchema)]
struct Outer {
    #[serde(flatten)]
    _inner: Option<Inner>,
}

fn main() {}
