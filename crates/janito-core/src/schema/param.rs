//! Parameters: named values with a schema, what an attribute adds to them, and the bounds that come of both.

use super::{JsonSchema, Schema};
use crate::json;

/// A named value: a parameter of a tool, or a property of an object.
#[derive(Debug, Clone, Copy)]
pub struct Param {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    pub(super) schema: &'static Schema,
    pub(super) required: bool,
    pub(super) exact: bool,
    /// Whether name and description can stand in JSON as they are.
    pub(super) plain: bool,
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

    pub(super) const fn constrains(&self) -> bool {
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
