use janito_core::{Context, ToolError, tool};

/// Does it.
#[tool(permissions = "")]
fn probe<'a, 'b: 'a>(_context: &'a Context, _other: &'b Context) -> Result<&'a str, ToolError> {
    Ok("done")
}

fn main() {
    assert!(janito_core::Registry::linked().build().unwrap().get("Probe").is_ok());
}
