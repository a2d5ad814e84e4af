//! The static schema: one tree of constants per type, written out as JSON Schema 2020-12.
//!
//! A [`Schema`] says what the argument decoder accepts; [`write`](Schema::write) says the same in JSON. Nothing here is built at
//! run time, and nothing here reads a value: that is [`arguments`](crate::arguments).

mod fits;
mod keys;
mod lint;
mod literal;
mod names;
mod object;
mod param;
mod types;
mod write;

pub(crate) use fits::assert_schema;
pub use fits::{assert_bounds, assert_default, assert_example};
pub use keys::Keys;
pub use lint::{Lint, Severity};
pub(crate) use object::{Rest, each};
pub(crate) use param::Bounded;
pub use param::{Bound, Extra, Param};
pub(crate) use write::SAFE;
pub(crate) use write::Writer as SchemaWriter;

use std::any::TypeId;

/// A type that has a static schema: what a tool takes, and what it returns where the schema is to be published.
///
/// Derive it beside serde's `Deserialize` (or `Serialize`); the derive mirrors the serde attributes. A newtype with rules of its own
/// borrows the schema of what it wraps and judges in its `Deserialize`, whose message reaches the model with the argument's path:
///
/// ```
/// use janito_core::{JsonSchema, Schema};
/// use serde::{Deserialize, Deserializer, de::Error};
///
/// struct Port(u16);
///
/// impl JsonSchema for Port {
///     const SCHEMA: &'static Schema = u16::SCHEMA;
/// }
///
/// impl<'de> Deserialize<'de> for Port {
///     fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
///         match u16::deserialize(deserializer)? {
///             0 => Err(D::Error::custom("port 0 is reserved; name a port from 1 to 65535")),
///             port => Ok(Self(port)),
///         }
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no schema that a model could be shown",
    label = "this type does not implement janito's `JsonSchema`",
    note = "derive janito's `JsonSchema` (not schemars') for it, or implement the trait: one constant"
)]
pub trait JsonSchema {
    /// What values of the type look like in JSON.
    const SCHEMA: &'static Schema;
    /// Whether a value may be left out: true for `Option`, and for nothing else.
    const OPTIONAL: bool = false;
    /// Whether a value has one of several forms.
    const UNION: bool = false;
    /// The names that an object of this type has at its top level; checked against the names that the result envelope uses.
    const KEYS: Keys = Keys::NONE;
}

/// What a value looks like, and what it is about.
#[derive(Debug, Clone, Copy)]
pub struct Schema {
    kind: Kind,
    description: &'static str,
}

/// The forms of value that a schema can ask for.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Kind {
    /// Any JSON value.
    Any,
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean,
    /// A whole number within the bounds, which are inclusive.
    Integer {
        /// The least value.
        min: Option<i128>,
        /// The greatest value.
        max: Option<i128>,
    },
    /// Any number within the bounds, which are inclusive.
    Number {
        /// The least value.
        min: Option<f64>,
        /// The greatest value.
        max: Option<f64>,
    },
    /// A text.
    String {
        /// The least length in characters.
        min_length: u32,
        /// The greatest length in characters.
        max_length: Option<u32>,
        /// The JSON Schema format; only formats that every provider takes are worth naming.
        format: Option<&'static str>,
    },
    /// One of some texts.
    Enum(&'static [Choice]),
    /// A list whose items have one form.
    Array {
        /// The form of each item.
        items: &'static Schema,
        /// The least count.
        min_items: u32,
        /// The greatest count.
        max_items: Option<u32>,
        /// No two items are equal.
        unique: bool,
    },
    /// A list with a form for each place.
    Tuple(&'static [&'static Schema]),
    /// An object with free keys.
    Map {
        /// The form of each value.
        values: &'static Schema,
        /// The form of each key, written as text; `String` without bounds where any key will do.
        keys: &'static Schema,
    },
    /// An object with known keys.
    Object {
        /// Its own properties in the order of declaration.
        properties: &'static [Param],
        /// Objects whose properties stand beside its own (serde's `flatten`); a map among them admits further keys.
        flattened: &'static [&'static Schema],
    },
    /// A value of any of these forms.
    AnyOf(&'static [&'static Schema]),
    /// `null`, or a value of this form.
    Nullable(&'static Schema),
    /// A type's own schema behind its name: what makes recursive and generic types possible.
    Named {
        /// The type's name, as a key of `$defs`.
        name: &'static str,
        /// Tells types of one name apart.
        id: TypeId,
        /// The schema itself.
        get: fn() -> &'static Schema,
    },
    /// A schema as JSON text, published as it is; the type's own `Deserialize` alone judges the value.
    Raw(&'static str),
}

/// A text that a [`Kind::Enum`] admits.
#[derive(Debug, Clone, Copy)]
pub struct Choice {
    /// The text.
    pub value: &'static str,
    /// What it stands for; may be empty.
    pub description: &'static str,
}

impl Schema {
    /// A schema of this kind without a description.
    #[must_use]
    pub const fn new(kind: Kind) -> Self {
        Self { kind, description: "" }
    }

    /// The same schema with a description.
    #[must_use]
    pub const fn described(mut self, description: &'static str) -> Self {
        self.description = description;
        self
    }

    /// A text of any length.
    #[must_use]
    pub const fn string() -> Self {
        Self::new(Kind::String { min_length: 0, max_length: None, format: None })
    }

    /// What form the value has.
    #[must_use]
    pub const fn kind(&self) -> &Kind {
        &self.kind
    }

    /// What the value is about; empty if nothing is said.
    #[must_use]
    pub const fn description(&self) -> &'static str {
        self.description
    }

    /// The schema behind a name, or itself.
    #[must_use]
    pub fn resolve(&'static self) -> &'static Self {
        let mut schema = self;
        while let Kind::Named { get, .. } = schema.kind {
            schema = get();
        }
        schema
    }

    /// The schema of a value that is there: behind names and without `null`.
    #[must_use]
    pub fn present(&'static self) -> &'static Self {
        match self.resolve().kind {
            Kind::Nullable(inner) => inner.present(),
            _ => self.resolve(),
        }
    }

    /// Whether an object of this form has no names but those declared, and none that the envelope of a result uses. (The derive keeps
    /// those from compiling; a schema written by hand may still have one.)
    pub(crate) fn has_known_names(&'static self) -> bool {
        match self.present().kind {
            Kind::Any | Kind::Null | Kind::Map { .. } | Kind::Raw(_) => false,
            Kind::Object { properties, flattened } => {
                properties.iter().all(|param| !matches!(param.name(), "success" | "error" | "result"))
                    && flattened.iter().all(|schema| schema.has_known_names())
            }
            Kind::AnyOf(members) => members.iter().all(|schema| schema.has_known_names()),
            _ => true,
        }
    }

    /// Whether what serde reads from JSON text into the type is just what this schema admits, so that nothing else need be checked.
    ///
    /// Not so for objects (serde takes arrays for structs, ignores unknown names, keeps the last of equal keys), sets and unions.
    #[must_use]
    pub(crate) const fn is_exact(&self) -> bool {
        match self.kind {
            Kind::Boolean | Kind::Integer { .. } => true,
            Kind::Number { min, max } => min.is_none() && max.is_none(),
            Kind::String { min_length, max_length, .. } => min_length == 0 && max_length.is_none(),
            Kind::Array { items, min_items, max_items, unique } => {
                !unique && min_items == 0 && max_items.is_none() && items.is_exact()
            }
            Kind::Nullable(inner) => inner.is_exact(),
            // What may hold an object must be looked at for equal keys.
            _ => false,
        }
    }
}
