use janito_core::tool;

struct Probe;

#[tool(permissions = "")]
impl Probe {
    /// Does it.
    fn run(&self) {}
    fn load(_: u8) -> Result<Self, String> { Ok(Self) }
}

fn main() {}
