use janito_core::tool;

#[derive(Default)]
struct Probe;

#[tool(permissions = "")]
impl Probe {
    /// Does it.
    fn go(&self) {}
}

fn main() {}
