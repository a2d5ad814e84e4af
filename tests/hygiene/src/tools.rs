//! Tools and types in each form, named as the expansion's own locals are.

use ::core::convert::From as _;
use ::renamed::{Context, JsonSchema, Reader, Skip, ToolError, tool};
use ::serde::{Deserialize, Serialize};
use ::std::string::String;
use ::std::vec::Vec;

/// A property of each kind.
#[derive(Deserialize, JsonSchema)]
#[json_schema(crate = ::renamed)]
pub struct Item {
    /// A number.
    #[arg(min = 0, max = 9, example = 3)]
    pub a: u8,
    /// One that may be missing.
    #[serde(default)]
    pub b: ::core::option::Option<String>,
}

/// A choice.
#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[json_schema(crate = ::renamed)]
pub enum Choice {
    /// The one.
    Quick,
    /// The other.
    Slow,
}

/// One of several, each with its own values.
#[derive(Deserialize, JsonSchema)]
#[json_schema(crate = ::renamed)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Shape<T> {
    /// Round.
    Circle {
        /// How large.
        value: T,
    },
    /// Nothing.
    Point,
}

/// What `Method` returns.
#[derive(Serialize, JsonSchema)]
#[json_schema(crate = ::renamed)]
pub struct Answer {
    given: Choice,
}

/// A function whose parameters are named as the expansion's locals.
///
/// # Errors
///
/// Never.
#[tool(permissions = "r", crate = ::renamed)]
pub fn function(
    _context: &Context,
    _files: &Reader,
    /// A number.
    #[arg(default = 1, min = 0)]
    argument_0: u8,
    /// Items.
    scope: Vec<Item>,
    /// Whether.
    #[arg(default = false)]
    this: bool,
    /// Whether.
    #[arg(default = false)]
    that: bool,
    /// Whether.
    #[arg(default = false)]
    other: bool,
    /// Whether.
    #[arg(default = false)]
    last: bool,
    /// Text.
    text: ::core::option::Option<String>,
) -> ::core::result::Result<u8, ToolError> {
    let flags = u8::from(this) + u8::from(that) + u8::from(other) + u8::from(last);
    let length = text.map_or(0, |text| u8::from(text.is_empty()));
    let items: u8 = ::core::iter::Iterator::sum(::core::iter::Iterator::map(
        ::core::iter::IntoIterator::into_iter(scope),
        |item| item.a + u8::from(item.b.is_some()),
    ));
    ::core::result::Result::Ok(argument_0 + items + flags + length)
}

/// A tool with state.
#[derive(Clone, Copy)]
pub struct Method {
    fixed: u8,
}

#[tool(permissions = "", crate = ::renamed)]
impl Method {
    /// Returns what it is given.
    #[must_use]
    pub const fn run(
        &self,
        /// A choice.
        state: Choice,
    ) -> Answer {
        let _ = self.fixed;
        Answer { given: state }
    }

    /// Always there.
    ///
    /// # Errors
    ///
    /// Never.
    pub const fn load() -> ::core::result::Result<Self, Skip> {
        ::core::result::Result::Ok(Self { fixed: 1 })
    }
}

/// Takes a generic type.
#[tool(permissions = "", crate = ::renamed)]
#[expect(clippy::unused_async, reason = "that it is async is what is tested")]
pub async fn later(
    /// A shape.
    given: Shape<u16>,
) -> u16 {
    match given {
        Shape::Circle { value } => value,
        Shape::Point => 0,
    }
}
