//! The static schema: one tree of constants per type, written out as JSON Schema 2020-12.
//!
//! A [`Schema`] says what the argument decoder accepts; [`write`](Schema::write) says the same in JSON. Nothing here is built at
//! run time, and nothing here reads a value: that is [`arguments`](crate::arguments).

mod fits;
mod lint;
mod types;
mod write;

pub(crate) use fits::assert_json;
pub use fits::{assert_bounds, assert_default, assert_example};
pub use lint::{Lint, Severity};
pub(crate) use write::Writer as SchemaWriter;
pub(crate) use write::{Rest, SAFE, each};

use crate::json;
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

    /// Whether an object of this form has no names but those declared.
    pub(crate) fn has_known_names(&'static self) -> bool {
        match self.present().kind {
            Kind::Any | Kind::Map { .. } | Kind::Raw(_) => false,
            Kind::Object { flattened, .. } => flattened.iter().all(|schema| schema.has_known_names()),
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

/// A named value: a parameter of a tool, or a property of an object.
#[derive(Debug, Clone, Copy)]
pub struct Param {
    name: &'static str,
    description: &'static str,
    schema: &'static Schema,
    required: bool,
    exact: bool,
    /// Whether name and description can stand in JSON as they are.
    plain: bool,
    extra: Option<&'static Extra>,
}

/// What `#[arg(…)]` and serde's field attributes add to a parameter.
#[derive(Debug, Clone, Copy)]
pub struct Extra {
    /// JSON text of the value to use where none is given.
    pub default: Option<&'static str>,
    /// JSON texts of values worth showing.
    pub examples: &'static [&'static str],
    /// Further names that are understood.
    pub aliases: &'static [&'static str],
    /// The least value, inclusive.
    pub min: Option<Bound>,
    /// The greatest value, inclusive.
    pub max: Option<Bound>,
    /// The least length: of a text in characters, of a list in items.
    pub min_length: Option<u32>,
    /// The greatest length: of a text in characters, of a list in items.
    pub max_length: Option<u32>,
}

impl Extra {
    /// Adds nothing.
    pub const NONE: Self =
        Self { default: None, examples: &[], aliases: &[], min: None, max: None, min_length: None, max_length: None };

    const fn constrains(&self) -> bool {
        self.min.is_some() || self.max.is_some() || self.min_length.is_some() || self.max_length.is_some()
    }
}

/// A number as an author writes it in `#[arg(min = …)]`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// A whole number.
    Integer(i128),
    /// A number with a fraction or exponent.
    Number(f64),
}

impl Param {
    /// A parameter of the type `T`: optional if the type says so.
    #[must_use]
    pub const fn new<T: JsonSchema>(name: &'static str, description: &'static str) -> Self {
        Self::with_schema(name, description, T::SCHEMA, !T::OPTIONAL)
    }

    /// A parameter with a schema of its own.
    #[must_use]
    pub const fn with_schema(
        name: &'static str,
        description: &'static str,
        schema: &'static Schema,
        required: bool,
    ) -> Self {
        let plain = json::is_plain(name) && json::is_plain(description);
        Self::with_plain(name, description, schema, required, plain)
    }

    /// The same where it is known whether name and description can stand in JSON as they are: reading them in const code takes time.
    pub(crate) const fn with_plain(
        name: &'static str,
        description: &'static str,
        schema: &'static Schema,
        required: bool,
        plain: bool,
    ) -> Self {
        Self { name, description, schema, required, exact: schema.is_exact(), plain, extra: None }
    }

    /// The same parameter, with what its attribute adds. A default makes it optional.
    #[must_use]
    pub const fn extra(mut self, extra: &'static Extra) -> Self {
        if extra.default.is_some() {
            self.required = false;
        }
        if extra.constrains() {
            self.exact = false;
        }
        self.extra = Some(extra);
        self
    }

    /// The same parameter, which may be left out although no default is published (serde's `default`).
    #[must_use]
    pub const fn optional(mut self) -> Self {
        self.required = false;
        self
    }

    /// The name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What it is for; empty if nothing is said, which only a property can be.
    #[must_use]
    pub const fn description(&self) -> &'static str {
        self.description
    }

    /// The form of its value.
    #[must_use]
    pub const fn schema(&self) -> &'static Schema {
        self.schema
    }

    /// Whether a call without it is refused.
    #[must_use]
    pub const fn is_required(&self) -> bool {
        self.required
    }

    /// Whether serde alone decides rightly; see [`Schema::is_exact`].
    pub(crate) const fn is_exact(&self) -> bool {
        self.exact
    }

    /// What its attribute adds.
    #[must_use]
    pub const fn extras(&self) -> &'static Extra {
        match self.extra {
            Some(extra) => extra,
            None => &Extra::NONE,
        }
    }

    /// JSON text of the value to use where none is given.
    #[must_use]
    pub const fn default(&self) -> Option<&'static str> {
        self.extras().default
    }

    /// The form of its value with the bounds of its attribute applied, as far as the kind has them.
    pub(crate) fn bounded(&self) -> Bounded {
        Bounded { schema: self.schema, extra: self.extra }
    }
}

/// A schema under the bounds of a parameter's attribute.
#[derive(Clone, Copy)]
pub(crate) struct Bounded {
    pub(crate) schema: &'static Schema,
    extra: Option<&'static Extra>,
}

impl From<&'static Schema> for Bounded {
    fn from(schema: &'static Schema) -> Self {
        Self { schema, extra: None }
    }
}

impl Bounded {
    /// The inner schema of a union's one real member, still under the same bounds.
    pub(crate) fn of(self, schema: &'static Schema) -> Self {
        Self { schema, extra: self.extra }
    }

    #[expect(clippy::cast_possible_truncation, reason = "the fraction was taken off")]
    /// Inclusive bounds of a whole number whose type has these.
    pub(crate) fn integers(self, min: Option<i128>, max: Option<i128>) -> (Option<i128>, Option<i128>) {
        let extra = self.extra.unwrap_or(&Extra::NONE);
        let low = extra.min.map(|bound| match bound {
            Bound::Integer(value) => value,
            Bound::Number(value) => value.ceil() as i128,
        });
        let high = extra.max.map(|bound| match bound {
            Bound::Integer(value) => value,
            Bound::Number(value) => value.floor() as i128,
        });
        (tightest(min, low, i128::max), tightest(max, high, i128::min))
    }

    #[expect(clippy::cast_precision_loss, reason = "beside a number with a fraction, a whole one is one, too")]
    /// Inclusive bounds of a number whose type has these.
    pub(crate) fn numbers(self, min: Option<f64>, max: Option<f64>) -> (Option<f64>, Option<f64>) {
        let extra = self.extra.unwrap_or(&Extra::NONE);
        let value = |bound: Bound| match bound {
            Bound::Integer(value) => value as f64,
            Bound::Number(value) => value,
        };
        (tightest(min, extra.min.map(value), f64::max), tightest(max, extra.max.map(value), f64::min))
    }

    /// Inclusive bounds of a length whose type has these.
    pub(crate) fn lengths(self, min: u32, max: Option<u32>) -> (u32, Option<u32>) {
        let extra = self.extra.unwrap_or(&Extra::NONE);
        (min.max(extra.min_length.unwrap_or(0)), tightest(max, extra.max_length, u32::min))
    }
}

fn tightest<T>(own: Option<T>, other: Option<T>, pick: fn(T, T) -> T) -> Option<T> {
    match (own, other) {
        (Some(a), Some(b)) => Some(pick(a, b)),
        (a, b) => a.or(b),
    }
}

/// The names at the top level of an object, of its own and of what is flattened into it.
#[derive(Debug, Clone, Copy)]
pub struct Keys {
    /// Its own.
    pub own: &'static [&'static str],
    /// Those of flattened fields and of a union's members.
    pub inherited: &'static [&'static Keys],
}

impl Keys {
    /// No names: what is no object, or has free keys.
    pub const NONE: Self = Self { own: &[], inherited: &[] };

    /// Whether a name is among them.
    #[must_use]
    pub const fn contains(&self, name: &str) -> bool {
        let mut at = 0;
        while at < self.own.len() {
            if same(self.own[at], name) {
                return true;
            }
            at += 1;
        }
        let mut at = 0;
        while at < self.inherited.len() {
            if self.inherited[at].contains(name) {
                return true;
            }
            at += 1;
        }
        false
    }
}

/// `a == b`, for const code.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}
