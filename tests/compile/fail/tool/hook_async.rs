#[derive(Default)]
struct Probe;

#[janito_core::tool(permissions = "")]
impl Probe {
    /// Does it.
    fn run(&self) {}
    async fn load() -> Result<Self, janito_core::Skip> { Ok(Self) }
    async fn effects(&self) -> janito_core::Effects { janito_core::Effects::default() }
}

fn main() {}
