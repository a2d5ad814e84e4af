use janito_core::tool;

#[derive(Default)]
struct Probe;

#[tool(permissions = "")]
impl Probe {
    /// Does it.
    fn run(&self) {}
    fn effects(&self, code: &str) -> janito_core::Effects { drop(code); janito_core::Effects::default() }
}

fn main() {}
