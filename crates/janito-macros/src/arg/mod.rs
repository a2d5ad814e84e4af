//! `#[arg(…)]` on a parameter or a field: what it says, judged as far as tokens allow, and the constants that say it at run time.
//!
//! Whether a default fits the type is not known here: [`Arg::assertions`] has the compiler judge it at the author's literal.

mod contradictions;
mod emit;
mod parse;

use crate::errors::Errors;
use crate::json::Json;
use proc_macro2::Span;
use syn::{Attribute, LitStr};

/// All that the `#[arg(…)]` attributes of one parameter say.
#[derive(Debug, Default)]
pub(crate) struct Arg {
    /// The value to use where none is given.
    pub default: Option<Json>,
    /// Values worth showing.
    pub examples: Vec<Json>,
    /// Further names that are understood.
    pub aliases: Vec<LitStr>,
    /// The least value; an integer or a number.
    pub min: Option<Json>,
    /// The greatest value; an integer or a number.
    pub max: Option<Json>,
    /// The least length.
    pub min_length: Option<Length>,
    /// The greatest length.
    pub max_length: Option<Length>,
    /// A JSON Schema as text, instead of what the type says.
    pub schema: Option<LitStr>,
}

/// A length and where it is written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Length {
    pub value: u32,
    pub span: Span,
}

impl Arg {
    /// Reads all `#[arg(…)]` attributes among these; the errors go to the collector, and what was understood is returned.
    pub(crate) fn parse(errors: &Errors, attrs: &[Attribute], own_name: &str) -> Self {
        let mut arg = Self::default();
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("arg")) {
            arg.read(errors, attr);
        }
        arg.judge(errors, own_name);
        arg
    }

    /// Whether there is a default, which makes a parameter optional.
    pub(crate) fn has_default(&self) -> bool {
        self.default.is_some()
    }

    /// Where each key but `schema` has its value.
    pub(crate) fn spans(&self) -> impl Iterator<Item = Span> {
        let values = self.default.iter().chain(&self.examples).map(|value| value.span);
        values.chain(self.aliases.iter().map(LitStr::span)).chain(self.bound_spans())
    }

    fn bound_spans(&self) -> impl Iterator<Item = Span> {
        let bounds = self.min.iter().chain(&self.max).map(|bound| bound.span);
        bounds.chain(self.min_length.iter().chain(&self.max_length).map(|length| length.span))
    }

    fn has_extra(&self) -> bool {
        self.has_default() || self.is_bounded() || !self.examples.is_empty() || !self.aliases.is_empty()
    }

    fn is_bounded(&self) -> bool {
        self.min.is_some() || self.max.is_some() || self.min_length.is_some() || self.max_length.is_some()
    }
}

#[cfg(test)]
mod tests;
