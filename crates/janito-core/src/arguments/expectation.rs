//! What a schema asks for, in few words.

use crate::schema::{Bounded, Kind, Param, SAFE, Schema};
use std::fmt;

/// What a schema asks for, in few words. `optional` drops the `null` that stands for what is left out.
pub(super) fn expectation(expected: Bounded, optional: bool) -> String {
    let schema = expected.schema.resolve();
    match schema.kind() {
        Kind::Any | Kind::Raw(_) => "any JSON value".to_owned(),
        Kind::Null => "null".to_owned(),
        Kind::Boolean => "boolean, true or false".to_owned(),
        Kind::Integer { min, max } => {
            let (min, max) = expected.integers(*min, *max);
            // Bounds of 64 bits tell a reader nothing.
            let told = |bound: &i128| bound.unsigned_abs() <= SAFE.unsigned_abs();
            format!("integer{}", range(min.filter(told), max.filter(told)))
        }
        Kind::Number { min, max } => {
            let (min, max) = expected.numbers(*min, *max);
            // As JSON writes it: a large number in few digits.
            let written = |bound: f64| serde_json::Value::from(bound).to_string().trim_end_matches(".0").to_owned();
            format!("number{}", range(min.map(written), max.map(written)))
        }
        Kind::String { min_length, max_length, format } => {
            let (min, max) = expected.lengths(*min_length, *max_length);
            let format = format.map(|format| format!(" ({format})")).unwrap_or_default();
            format!("string{format}{}", lengths(min, max, "character"))
        }
        Kind::Enum(choices) => {
            let values: Vec<&str> = choices.iter().map(|choice| choice.value).collect();
            if values.len() == 1 { quoted(&values) } else { format!("one of {}", quoted(&values)) }
        }
        Kind::Array { items, min_items, max_items, unique } => {
            let (min, max) = expected.lengths(*min_items, *max_items);
            let unique = if *unique { " without repeats" } else { "" };
            format!("array of {}{unique}{}", plural(items), lengths(min, max, "item"))
        }
        Kind::Tuple(items) => {
            let forms: Vec<String> = items.iter().map(|item| expectation((*item).into(), false)).collect();
            format!("array of {} items [{}]", items.len(), forms.join(", "))
        }
        Kind::Map { values, .. } => format!("object whose values are {}", plural(values)),
        Kind::Object { properties, .. } => match properties {
            [] => "object".to_owned(),
            properties => {
                let names: Vec<&str> = properties.iter().map(Param::name).collect();
                format!("object with {}", names.join(", "))
            }
        },
        Kind::AnyOf(members) => {
            let forms: Vec<String> = members.iter().map(|member| expectation(expected.of(member), false)).collect();
            forms.join(" or ")
        }
        Kind::Nullable(inner) if optional => expectation(expected.of(inner), optional),
        Kind::Nullable(inner) => format!("{} or null", expectation(expected.of(inner), false)),
        Kind::Named { name, .. } => (*name).to_owned(),
    }
}

/// The items of a list, in one word where that can be.
fn plural(schema: &'static Schema) -> String {
    match schema.resolve().kind() {
        Kind::String { min_length: 0, max_length: None, format: None } => "strings".to_owned(),
        Kind::Boolean => "booleans".to_owned(),
        Kind::Any | Kind::Raw(_) => "any JSON values".to_owned(),
        Kind::Object { .. } => format!("objects ({})", expectation(schema.into(), false)),
        _ => format!("({})", expectation(schema.into(), false)),
    }
}

fn range<T: fmt::Display>(min: Option<T>, max: Option<T>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!(" from {min} to {max}"),
        (Some(min), None) => format!(" of at least {min}"),
        (None, Some(max)) => format!(" of at most {max}"),
        (None, None) => String::new(),
    }
}

fn lengths(min: u32, max: Option<u32>, what: &str) -> String {
    match (min, max) {
        (0, None) => String::new(),
        (min, Some(max)) if min == max => format!(" of {min} {what}{}", if min == 1 { "" } else { "s" }),
        (0, Some(max)) => format!(" of at most {max} {what}s"),
        (min, None) => format!(" of at least {min} {what}{}", if min == 1 { "" } else { "s" }),
        (min, Some(max)) => format!(" of {min} to {max} {what}s"),
    }
}

pub(super) fn quoted(texts: &[&str]) -> String {
    let mut out = String::new();
    for text in texts {
        if !out.is_empty() {
            out.push_str(", ");
        }
        crate::json::push_str(&mut out, text);
    }
    out
}
