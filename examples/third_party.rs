//! A third party's tool crate in miniature: two tools, their toolset, and the same command line as janito's own.
//!
//! ```console
//! $ cargo run -q --example third_party --no-default-features -- call greet Ada --style=formal
//! ```

use janito::core::{Context, JsonSchema, ToolError, tool, toolset};
use serde::{Deserialize, Serialize};
use std::process::ExitCode;

toolset! {
    name: "party",
    description: "Tools for a party.",
    autoload: true,
}

/// How formal a greeting is.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Style {
    /// Among friends.
    Casual,
    /// Among strangers.
    Formal,
}

/// What to say to a guest.
#[derive(Serialize, JsonSchema)]
struct Greeting {
    greeting: String,
    length: usize,
}

/// Greet a guest.
#[tool(permissions = "")]
fn greet(
    context: &Context,
    /// The guest's name.
    guest: String,
    /// How formal the greeting is.
    #[arg(default = "casual")]
    style: Style,
) -> Greeting {
    context.start(format!("Greeting {guest}"));
    let greeting = match style {
        Style::Casual => format!("Hi, {guest}!"),
        Style::Formal => format!("Good evening, {guest}."),
    };
    context.done("greeted");
    Greeting { length: greeting.chars().count(), greeting }
}

/// Divide a bill among the guests, in cents. What does not divide evenly goes to the first ones.
#[tool(permissions = "")]
fn divide_bill(
    /// The amount in cents; negative for money that came back.
    cents: i64,
    /// Who shares it.
    guests: Vec<String>,
) -> Result<Vec<(String, i64)>, ToolError> {
    let count = i64::try_from(guests.len())?;
    if count == 0 {
        return Err(ToolError::new("nobody shares the bill; name at least one guest").with("cents", cents));
    }
    let (share, rest) = (cents.div_euclid(count), cents.rem_euclid(count));
    Ok(guests.into_iter().zip(0..).map(|(guest, at)| (guest, share + i64::from(at < rest))).collect())
}

fn main() -> ExitCode {
    janito::main()
}
