use janito_core::tool;

struct Probe;

impl Probe {
    /// Does it.
    #[tool(permissions = "")]
    fn run(&self) {}
}

fn main() {}
