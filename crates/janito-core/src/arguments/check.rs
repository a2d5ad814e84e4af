//! Checks a value against its schema, and says everything that is wrong.

use super::expectation::expectation;
use super::path::Path;
use super::tree::Tree;
use super::union::union;
use crate::error::nearest;
use crate::schema::{Bounded, Kind, Param, Rest, Schema, each};
use std::fmt::{self, Write as _};

/// One thing that is wrong with the arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where: `edits[1].old`; empty for the arguments as a whole.
    pub path: String,
    /// What was wrong, and what would be right.
    pub message: String,
}

impl Problem {
    pub(super) fn new(path: &Path<'_>, message: impl Into<String>) -> Self {
        Self { path: path.to_string(), message: message.into() }
    }

    pub(super) fn to_value(&self) -> serde_json::Value {
        serde_json::json!({ "path": self.path, "message": self.message })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.path, self.message) }
    }
}

/// Whether a value is just what its schema admits.
pub(super) fn accepts(tree: &Tree, value_of: Bounded) -> bool {
    let mut problems = Vec::new();
    value(tree, value_of, &Path::Root, &mut problems);
    problems.is_empty()
}

/// Adds all that is wrong with a value.
pub(super) fn value(tree: &Tree, expected: Bounded, path: &Path<'_>, problems: &mut Vec<Problem>) {
    let schema = expected.schema.resolve();
    let mut wrong = || {
        let mut text = format!("expected {}, got {}", expectation(expected, false), tree.describe());
        if let (Kind::Enum(choices), Tree::String(given)) = (schema.kind(), tree)
            && let Some(near) = nearest(given, choices.iter().map(|choice| choice.value))
        {
            let _ = write!(text, "; did you mean \"{near}\"?");
        }
        if let (Kind::Array { items, .. }, Tree::String(given)) = (schema.kind(), tree)
            && matches!(items.present().kind(), Kind::String { .. })
            && given.contains(',')
        {
            text.push_str("; it could be one item or several, so write the array out");
        }
        problems.push(Problem::new(path, text));
    };
    match (schema.kind(), tree) {
        (Kind::Nullable(inner), tree) => {
            if *tree != Tree::Null {
                value(tree, expected.of(inner), path, problems);
            }
        }
        (Kind::Any | Kind::Raw(_), tree) => equal_keys(tree, path, problems),
        (Kind::Null, Tree::Null) | (Kind::Boolean, Tree::Bool(_)) => {}
        (Kind::Integer { min, max }, Tree::Number(number)) => {
            let (min, max) = expected.integers(*min, *max);
            // A whole number beyond 64 bits is a float here; the type itself reads it from the text.
            #[expect(
                clippy::cast_possible_truncation,
                reason = "it has no fraction, and beyond 128 bits no type holds it"
            )]
            let fits = match (number.as_i64(), number.as_u64(), number.as_f64()) {
                (Some(value), ..) => Some(i128::from(value)),
                (None, Some(value), _) => Some(i128::from(value)),
                (None, None, Some(value)) if value.fract() == 0.0 && value.abs() > 1e18 => Some(value as i128),
                _ => None,
            }
            .is_some_and(|value| min.is_none_or(|min| value >= min) && max.is_none_or(|max| value <= max));
            if !fits {
                wrong();
            }
        }
        (Kind::Number { min, max }, Tree::Number(number)) => {
            let (min, max) = expected.numbers(*min, *max);
            let value = number.as_f64().unwrap_or(f64::NAN);
            if min.is_some_and(|min| value < min) || max.is_some_and(|max| value > max) {
                wrong();
            }
        }
        (Kind::String { min_length, max_length, .. }, Tree::String(text)) => {
            let (min, max) = expected.lengths(*min_length, *max_length);
            let length = if min == 0 && max.is_none() { 0 } else { text.chars().count() as u64 };
            if length < u64::from(min) || max.is_some_and(|max| length > u64::from(max)) {
                wrong();
            }
        }
        (Kind::Enum(choices), Tree::String(text)) => {
            if choices.iter().all(|choice| choice.value != text) {
                wrong();
            }
        }
        (Kind::Array { items, min_items, max_items, unique }, Tree::Array(members)) => {
            let (min, max) = expected.lengths(*min_items, *max_items);
            let length = members.len() as u64;
            if length < u64::from(min) || max.is_some_and(|max| length > u64::from(max)) {
                wrong();
            }
            for (index, member) in members.iter().enumerate() {
                let path = Path::Index(path, index);
                value(member, (*items).into(), &path, problems);
                if *unique && members[..index].iter().any(|other| same(other, member)) {
                    problems.push(Problem::new(&path, "the same item stands before it; write each item once"));
                }
            }
        }
        (Kind::Tuple(items), Tree::Array(members)) => {
            if items.len() != members.len() {
                wrong();
                return;
            }
            for (index, (member, item)) in members.iter().zip(*items).enumerate() {
                value(member, (*item).into(), &Path::Index(path, index), problems);
            }
        }
        (Kind::Map { values, keys }, Tree::Object(members)) => map(members, values, keys, path, problems),
        (Kind::Object { properties, flattened }, Tree::Object(members)) => {
            object(members, properties, flattened, path, problems);
        }
        (Kind::AnyOf(members), tree) => union(tree, members, expected, path, problems),
        _ => wrong(),
    }
}

/// Adds all that is wrong with an object of free keys.
fn map(
    members: &[(String, Tree)],
    values: &'static Schema,
    keys: &'static Schema,
    path: &Path<'_>,
    problems: &mut Vec<Problem>,
) {
    repeated(members, path, problems);
    for (key, member) in members {
        let path = Path::Key(path, key);
        if !is_key(keys, key) {
            problems.push(Problem::new(&path, format!("expected a key that is {}", expectation(keys.into(), false))));
        }
        value(member, values.into(), &path, problems);
    }
}

/// Adds all that is wrong with an object of known properties.
pub(super) fn object(
    members: &[(String, Tree)],
    properties: &'static [Param],
    flattened: &[&'static Schema],
    path: &Path<'_>,
    problems: &mut Vec<Problem>,
) {
    repeated(members, path, problems);
    let mut known: Vec<&'static Param> = Vec::new();
    let rest = each(properties, flattened, &mut |param| known.push(param));
    let given = |param: &Param| members.iter().find(|(key, _)| is_name(param, key));
    let mut explained: Vec<&str> = Vec::new();
    for (key, member) in members {
        if let Some(param) = known.iter().find(|param| is_name(param, key)) {
            let mut expected = param.bounded();
            // What may be left out is shown without its `null`, which the repair has taken away.
            if !param.is_required()
                && let Kind::Nullable(inner) = expected.schema.resolve().kind()
            {
                if *member == Tree::Null {
                    continue;
                }
                expected = expected.of(inner);
            }
            value(member, expected, &Path::Key(path, key), problems);
            continue;
        }
        match rest {
            Rest::Open => equal_keys(member, &Path::Key(path, key), problems),
            Rest::Of(schema) => value(member, schema.into(), &Path::Key(path, key), problems),
            Rest::Refused => {
                let near = nearest(key, known.iter().map(|param| param.name()));
                let mut text = "unknown parameter".to_owned();
                if let Some(near) = near {
                    let _ = write!(text, "; did you mean `{near}`?");
                    let missing = known
                        .iter()
                        .find(|param| param.name() == near && param.is_required() && given(param).is_none());
                    if let Some(param) = missing {
                        let _ = write!(text, " (`{near}` is required and missing: {})", wanted(param));
                        explained.push(near);
                    }
                } else if known.is_empty() {
                    text.push_str("; none is taken here");
                } else {
                    let names: Vec<&str> = known.iter().map(|param| param.name()).collect();
                    let _ = write!(text, "; known: {}", names.join(", "));
                }
                problems.push(Problem::new(&Path::Key(path, key), text));
            }
        }
    }
    for param in known {
        if param.is_required() && given(param).is_none() && !explained.contains(&param.name()) {
            let text = format!("required, but missing: {}", wanted(param));
            problems.push(Problem::new(&Path::Key(path, param.name()), text));
        }
    }
}

fn is_name(param: &Param, key: &str) -> bool {
    param.name() == key || param.extras().aliases.contains(&key)
}

/// What a parameter wants, and what for.
fn wanted(param: &'static Param) -> String {
    let form = expectation(param.bounded(), !param.is_required());
    // One sentence is enough to know what to send.
    let about = param.description().split_inclusive(". ").next().unwrap_or_default().trim();
    if about.is_empty() { form } else { format!("{form} ({})", about.trim_end_matches('.')) }
}

/// Adds each key that stands twice in one object.
fn repeated(members: &[(String, Tree)], path: &Path<'_>, problems: &mut Vec<Problem>) {
    for (at, (key, _)) in members.iter().enumerate() {
        let before = members[..at].iter().filter(|(other, _)| other == key).count();
        if before == 1 {
            problems.push(Problem::new(&Path::Key(path, key), "given more than once; write it once"));
        }
    }
}

/// Adds each key that stands twice, at any depth of a value whose form is free.
fn equal_keys(tree: &Tree, path: &Path<'_>, problems: &mut Vec<Problem>) {
    match tree {
        Tree::Object(members) => {
            repeated(members, path, problems);
            for (key, member) in members {
                equal_keys(member, &Path::Key(path, key), problems);
            }
        }
        Tree::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                equal_keys(item, &Path::Index(path, index), problems);
            }
        }
        _ => {}
    }
}

pub(super) fn has_equal_keys(tree: &Tree) -> bool {
    let mut problems = Vec::new();
    equal_keys(tree, &Path::Root, &mut problems);
    !problems.is_empty()
}

/// Equality as JSON has it: `1` is `1.0`.
fn same(a: &Tree, b: &Tree) -> bool {
    match (a, b) {
        (Tree::Number(a), Tree::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Tree::Array(a), Tree::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Tree::Object(a), Tree::Object(b)) => {
            a.len() == b.len()
                && a.iter().all(|(key, value)| b.iter().any(|(other, against)| key == other && same(value, against)))
        }
        _ => a == b,
    }
}

/// Whether a text can be a key that serde reads as a value of this form.
fn is_key(keys: &'static Schema, key: &str) -> bool {
    match keys.resolve().kind() {
        Kind::Integer { min, max } => {
            let canonical = key.strip_prefix('-').unwrap_or(key);
            let plain = !canonical.is_empty()
                && canonical.bytes().all(|byte| byte.is_ascii_digit())
                && (canonical.len() == 1 || !canonical.starts_with('0'));
            plain
                && key
                    .parse::<i128>()
                    .is_ok_and(|value| min.is_none_or(|min| value >= min) && max.is_none_or(|max| value <= max))
        }
        Kind::Boolean => matches!(key, "true" | "false"),
        Kind::Enum(choices) => choices.iter().any(|choice| choice.value == key),
        Kind::String { .. } => accepts(&Tree::String(key.to_owned()), keys.into()),
        _ => true,
    }
}
