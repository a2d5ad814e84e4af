use janito_core::{Registry, tool};

/// Does it.
#[tool(permissions = "w", idempotent)]
fn probe() {}

fn main() {
    let registry = Registry::linked().build().unwrap();
    let tool = registry.get("Probe").unwrap();
    assert_eq!(tool.annotations().idempotent, Some(true));
}
