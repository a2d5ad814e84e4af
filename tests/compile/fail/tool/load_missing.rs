use janito_core::tool;

struct Probe;

#[tool(permissions = "")]
impl Probe {
    /// Does it.
    fn run(&self) {}
}

fn main() {}
