use janito_core::{Registry, tool};

/// Does it.
#[tool(permissions = "", toolset = "mine")]
fn probe() {}

fn main() {
    let registry = Registry::linked().build().unwrap();
    let tool = registry.get("Probe").unwrap();
    assert_eq!(tool.toolset(), "mine");
}
