use janito_core::tool;

struct Probe;
trait Run { fn run(&self); }

#[tool(permissions = "")]
impl Run for Probe {
    /// Does it.
    fn run(&self) {}
}

fn main() {}
