struct Probe;

#[janito_core::tool(permissions = "")]
impl Probe {
    /// Does it.
    #[cfg(unix)]
    fn run(&self) {}
    #[cfg(not(unix))]
    fn run(&self) {}
}

fn main() {}
