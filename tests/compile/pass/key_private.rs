use janito_core::{Registry, tool};

/// Does it.
#[tool(permissions = "", private)]
fn probe() {}

fn main() {
    let registry = Registry::linked().build().unwrap();
    let tool = registry.get("Probe").unwrap();
    assert!(tool.annotations().private);
}
