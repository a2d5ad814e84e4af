use janito_core::{Registry, tool};

/// Does it.
#[tool(permissions = "", max_result_chars = 5_000)]
fn probe() {}

fn main() {
    let registry = Registry::linked().build().unwrap();
    let tool = registry.get("Probe").unwrap();
    assert_eq!(tool.max_result_chars(), Some(5000));
}
