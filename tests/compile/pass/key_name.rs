use janito_core::{Registry, tool};

/// Does it.
#[tool(permissions = "", name = "read-it_2")]
fn probe() {}

fn main() {
    let registry = Registry::linked().build().unwrap();
    assert!(registry.get("read-it_2").is_ok());
}
