//! The smallest arguments that are right, as far as a schema can say: for a model to start from.

use crate::json;
use crate::schema::{Bounded, Kind, Param};
use std::fmt::Write as _;

/// How deep an example goes; deeper, it would show more than it explains.
const DEEPEST: usize = 4;

/// Appends an object with the required properties.
pub(super) fn object(params: &'static [Param], out: &mut String, depth: usize) {
    out.push('{');
    let mut first = true;
    for param in params.iter().filter(|param| param.is_required()) {
        if !std::mem::take(&mut first) {
            out.push(',');
        }
        json::push_str(out, param.name());
        out.push(':');
        match param.extras().examples.first() {
            Some(example) => out.push_str(example),
            None => value(param.bounded(), out, depth),
        }
    }
    out.push('}');
}

fn value(expected: Bounded, out: &mut String, depth: usize) {
    let schema = expected.schema.present();
    if depth > DEEPEST {
        out.push('…');
        return;
    }
    match schema.kind() {
        Kind::Null => out.push_str("null"),
        Kind::Boolean => out.push_str("true"),
        Kind::Integer { min, max } => {
            let (min, max) = expected.integers(*min, *max);
            let _ = write!(out, "{}", 1.max(min.unwrap_or(1)).min(max.unwrap_or(i128::MAX)));
        }
        Kind::Number { min, max } => {
            let (min, max) = expected.numbers(*min, *max);
            let _ = write!(out, "{}", 1f64.max(min.unwrap_or(1.0)).min(max.unwrap_or(f64::MAX)));
        }
        Kind::String { min_length, max_length, .. } => {
            let (min, max) = expected.lengths(*min_length, *max_length);
            let length = min.max(1).min(max.unwrap_or(u32::MAX)).min(80);
            json::push_str(out, &"…".repeat(length as usize));
        }
        Kind::Enum([choice, ..]) => json::push_str(out, choice.value),
        Kind::Array { items, min_items, max_items, unique } => {
            let (min, max) = expected.lengths(*min_items, *max_items);
            // Within something else, a list may as well be empty.
            let least = u32::from(depth < 2);
            let count = min.max(least).min(max.unwrap_or(u32::MAX)).min(if *unique { 1 } else { 16 });
            list((0..count).map(|_| (*items).into()), out, depth);
        }
        Kind::Tuple(items) => list(items.iter().map(|item| (*item).into()), out, depth),
        Kind::Object { properties, .. } => object(properties, out, depth + 1),
        Kind::Map { .. } => out.push_str("{}"),
        Kind::AnyOf([first, ..]) => value((*first).into(), out, depth + 1),
        _ => out.push_str("\"…\""),
    }
}

fn list(items: impl Iterator<Item = Bounded>, out: &mut String, depth: usize) {
    out.push('[');
    for (at, item) in items.enumerate() {
        if at > 0 {
            out.push(',');
        }
        value(item, out, depth + 1);
    }
    out.push(']');
}
