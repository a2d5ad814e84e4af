use janito_core::{Registry, tool};

/// Does it.
#[tool(permissions = "", title = "Probe it")]
fn probe() {}

fn main() {
    let registry = Registry::linked().build().unwrap();
    let tool = registry.get("Probe").unwrap();
    assert_eq!(tool.title(), Some("Probe it"));
}
