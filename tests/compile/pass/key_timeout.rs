use janito_core::{Registry, tool};

/// Does it.
#[tool(permissions = "", timeout = 5)]
fn probe() {}

fn main() {
    let registry = Registry::linked().build().unwrap();
    let tool = registry.get("Probe").unwrap();
    assert_eq!(tool.timeout().unwrap().as_secs(), 5);
}
