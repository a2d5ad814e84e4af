#[derive(serde::Deserialize, janito_core::JsonSchema)]
enum Inner {
    _A(u8),
    _B,
}

#[derive(serde::Deserialize, janito_core::JsonSchema)]
struct Outer {
    #[serde(flatten)]
    _inner: Box<Inner>,
}

fn main() {}
