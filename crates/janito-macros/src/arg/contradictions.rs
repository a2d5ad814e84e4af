//! What cannot be meant: keys of one `#[arg(…)]` that exclude each other, each reported at the literal that is wrong.

use super::Arg;
use crate::errors::Errors;
use crate::json::{Json, Kind};
use std::cmp::Ordering;

impl Arg {
    /// Reports every contradiction.
    pub(super) fn judge(&self, errors: &Errors, own_name: &str) {
        if let (Some(min), Some(max)) = (&self.min, &self.max)
            && compare(max, min) == Some(Ordering::Less)
        {
            errors.push_at(max.span, format!("the `max` is less than the `min` of {}", min.text));
        }
        if let (Some(min), Some(max)) = (self.min_length, self.max_length)
            && max.value < min.value
        {
            errors.push_at(max.span, format!("the `max_length` is less than the `min_length` of {}", min.value));
        }
        if let Some(default) = &self.default {
            self.judge_value(errors, "default", default);
        }
        for example in &self.examples {
            self.judge_value(errors, "example", example);
        }
        for (at, alias) in self.aliases.iter().enumerate() {
            if alias.value() == own_name {
                errors.push(alias, "the alias is the parameter's own name; remove it");
            } else if self.aliases[..at].iter().any(|other| other.value() == alias.value()) {
                errors.push(alias, format!("duplicate alias `{}`; remove one", alias.value()));
            }
        }
        if self.schema.is_some() {
            for span in self.bound_spans() {
                errors.push_at(span, "a raw `schema` has its own bounds; write this one inside it");
            }
        }
    }

    fn judge_value(&self, errors: &Errors, what: &str, value: &Json) {
        if let Some(min) = self.min.as_ref().filter(|min| compare(value, min) == Some(Ordering::Less)) {
            errors.push_at(value.span, format!("the {what} is less than the `min` of {}", min.text));
        }
        if let Some(max) = self.max.as_ref().filter(|max| compare(value, max) == Some(Ordering::Greater)) {
            errors.push_at(value.span, format!("the {what} is greater than the `max` of {}", max.text));
        }
        let (Kind::String(length) | Kind::Array(length)) = value.kind else { return };
        if let Some(min) = self.min_length.filter(|min| length < min.value as usize) {
            errors.push_at(value.span, format!("the {what} is shorter than the `min_length` of {}", min.value));
        }
        if let Some(max) = self.max_length.filter(|max| length > max.value as usize) {
            errors.push_at(value.span, format!("the {what} is longer than the `max_length` of {}", max.value));
        }
    }
}

/// How two numbers compare; nothing if one is no number.
fn compare(a: &Json, b: &Json) -> Option<Ordering> {
    #[expect(clippy::cast_precision_loss, reason = "beside a number with a fraction, a whole one is one, too")]
    let float = |value: &Json| match value.kind {
        Kind::Integer(value) => Some(value as f64),
        Kind::Number(value) => Some(value),
        _ => None,
    };
    match (a.kind, b.kind) {
        (Kind::Integer(a), Kind::Integer(b)) => Some(a.cmp(&b)),
        _ => float(a)?.partial_cmp(&float(b)?),
    }
}
