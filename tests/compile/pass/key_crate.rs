mod vendored {
    pub use janito_core as core;
}

/// Does it.
#[vendored::core::tool(permissions = "", crate = crate::vendored::core)]
fn probe(
    /// It.
    #[arg(default = 1, min = 0)]
    value: u8,
) -> u8 {
    value
}

fn main() {
    let registry = vendored::core::Registry::linked().build().unwrap();
    assert!(registry.get("Probe").is_ok());
}
