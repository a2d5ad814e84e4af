use janito_core::{Registry, tool};

/// Does it.
#[tool(permissions = "")]
fn probe_none() {}

/// Does it.
#[tool(permissions = "r")]
fn probe_r() {}

/// Does it.
#[tool(permissions = "w")]
fn probe_w() {}

/// Does it.
#[tool(permissions = "x")]
fn probe_x() {}

/// Does it.
#[tool(permissions = "rw")]
fn probe_rw() {}

/// Does it.
#[tool(permissions = "rx")]
fn probe_rx() {}

/// Does it.
#[tool(permissions = "wx")]
fn probe_wx() {}

/// Does it.
#[tool(permissions = "rwx")]
fn probe_rwx() {}

fn main() {
    let registry = Registry::linked().build().unwrap();
    for permissions in ["r", "w", "x", "rw", "rx", "wx", "rwx"] {
        let name = format!("Probe{}{}", permissions[..1].to_uppercase(), &permissions[1..]);
        assert_eq!(registry.get(&name).unwrap().permissions().to_string(), permissions);
    }
    assert!(registry.get("ProbeNone").unwrap().permissions().is_empty());
}
