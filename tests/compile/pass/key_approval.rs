use janito_core::{Registry, tool};

/// Does it.
#[tool(permissions = "", approval)]
fn probe() {}

fn main() {
    let registry = Registry::linked().build().unwrap();
    let tool = registry.get("Probe").unwrap();
    assert!(tool.annotations().approval);
}
