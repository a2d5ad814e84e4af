use janito_core::JsonSchema;

#[derive(JsonSchema)]
union Bits {
    whole: u32,
    parts: [u8; 4],
}

fn main() {}
