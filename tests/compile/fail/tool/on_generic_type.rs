use janito_core::tool;

struct Probe<T>(T);

#[tool(permissions = "")]
impl<T> Probe<T> {
    /// Does it.
    fn run(&self) {}
}

fn main() {}
