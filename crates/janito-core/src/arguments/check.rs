//! Checks a value against its schema, and says everything that is wrong.

use super::expectation::expectation;
use super::path::Path;
use super::problem::{Memo, Problems};
use super::tree::Tree;
use super::union::union;
use crate::error::nearest;
use crate::schema::{Bounded, Kind, Param, Rest, Schema, each};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

/// Whether a value is just what its schema admits.
pub(super) fn accepts(tree: &Tree, expected: Bounded) -> bool {
    probe(tree, expected, &mut Memo::new())
}

/// The same, with what is known already.
pub(super) fn probe(tree: &Tree, expected: Bounded, memo: &mut Memo) -> bool {
    let mut problems = Problems::probe(std::mem::take(memo));
    value(tree, expected, &Path::Root, &mut problems);
    *memo = std::mem::take(&mut problems.memo);
    problems.is_empty()
}

/// Adds all that is wrong with a value.
pub(super) fn value(tree: &Tree, expected: Bounded, path: &Path<'_>, problems: &mut Problems) {
    let schema = expected.schema.resolve();
    if problems.is_decided() {
        return;
    }
    let mut wrong = || problems.add(path, || wrong(tree, expected));
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
                (None, None, Some(value)) if value.fract() == 0.0 && value.abs() > 1e18 && is_wide(min, max) => {
                    Some(value as i128)
                }
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
            let mut seen = HashSet::new();
            for (index, member) in members.iter().enumerate() {
                let path = Path::Index(path, index);
                value(member, (*items).into(), &path, problems);
                if *unique && !seen.insert(canonical(member)) {
                    problems.add(&path, || "the same item stands before it; write each item once".to_owned());
                }
                if problems.is_decided() {
                    return;
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

/// What is wrong with a value that has another form, or lies outside the bounds.
pub(super) fn wrong(tree: &Tree, expected: Bounded) -> String {
    let schema = expected.schema.resolve();
    let mut text = format!("expected {}, got {}", expectation(expected, false), tree.describe());
    match (schema.kind(), tree) {
        (Kind::Enum(choices), Tree::String(given)) => {
            if let Some(near) = nearest(given, choices.iter().map(|choice| choice.value)) {
                let _ = write!(text, "; did you mean \"{near}\"?");
            }
        }
        (Kind::Array { items, .. }, Tree::String(_)) if matches!(items.present().kind(), Kind::String { .. }) => {
            text.push_str("; it could be one item or several, so write the array out");
        }
        (Kind::Integer { .. }, Tree::Number(number)) if number.as_f64().is_some_and(|value| value.fract() == 0.0) => {
            text.push_str("; write a whole number in digits");
        }
        _ => {}
    }
    text
}

/// Whether an integer type holds more than 64 bits.
fn is_wide(min: Option<i128>, max: Option<i128>) -> bool {
    max.is_none_or(|max| max > i128::from(u64::MAX)) || min.is_none_or(|min| min < i128::from(i64::MIN))
}

/// Adds all that is wrong with an object of free keys.
fn map(
    members: &[(String, Tree)],
    values: &'static Schema,
    keys: &'static Schema,
    path: &Path<'_>,
    problems: &mut Problems,
) {
    repeated(members, path, problems);
    for (key, member) in members {
        let path = Path::Key(path, key);
        if !is_key(keys, key) {
            problems.add(&path, || format!("expected a key that is {}", expectation(keys.into(), false)));
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
    problems: &mut Problems,
) {
    repeated(members, path, problems);
    let mut known: Vec<&'static Param> = Vec::new();
    let rest = each(properties, flattened, &mut |param| known.push(param));
    let mut given: Vec<Option<&str>> = vec![None; known.len()];
    let mut unknown = Vec::new();
    for (key, member) in members {
        if problems.is_decided() {
            return;
        }
        let path = Path::Key(path, key);
        let Some(place) = known.iter().position(|param| is_name(param, key)) else {
            match rest {
                Rest::Open => equal_keys(member, &path, problems),
                Rest::Of(schema) => value(member, schema.into(), &path, problems),
                Rest::Refused => unknown.push(key.as_str()),
            }
            continue;
        };
        match given[place].replace(key) {
            Some(other) if other != key => {
                problems.add(&path, || format!("means the same as `{other}`; write one of them"));
            }
            _ => {}
        }
        let param = known[place];
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
        value(member, expected, &path, problems);
    }
    let mut missing: Vec<&'static Param> = known
        .iter()
        .zip(&given)
        .filter(|(param, given)| param.is_required() && given.is_none())
        .map(|(param, _)| *param)
        .collect();
    for key in unknown {
        if problems.is_decided() {
            return;
        }
        let near = nearest(key, known.iter().map(|param| param.name()));
        let meant =
            near.and_then(|near| missing.iter().position(|param| param.name() == near)).map(|at| missing.remove(at));
        problems.add(&Path::Key(path, key), || unknown_name(near, meant, &known));
    }
    for param in missing {
        problems.add(&Path::Key(path, param.name()), || format!("required, but missing: {}", wanted(param)));
    }
}

fn unknown_name(near: Option<&str>, meant: Option<&'static Param>, known: &[&'static Param]) -> String {
    let mut text = "unknown parameter".to_owned();
    if let Some(near) = near {
        let _ = write!(text, "; did you mean `{near}`?");
        if let Some(param) = meant {
            let _ = write!(text, " (`{near}` is required and missing: {})", wanted(param));
        }
    } else if known.is_empty() {
        text.push_str("; none is taken here");
    } else {
        let names: Vec<&str> = known.iter().map(|param| param.name()).collect();
        let _ = write!(text, "; known: {}", names.join(", "));
    }
    text
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
fn repeated(members: &[(String, Tree)], path: &Path<'_>, problems: &mut Problems) {
    let mut times: HashMap<&str, usize> = HashMap::new();
    for (key, _) in members {
        let times = times.entry(key).or_default();
        *times += 1;
        if *times == 2 {
            problems.add(&Path::Key(path, key), || "given more than once; write it once".to_owned());
        }
    }
}

/// Adds each key that stands twice, at any depth of a value whose form is free.
pub(super) fn equal_keys(tree: &Tree, path: &Path<'_>, problems: &mut Problems) {
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
    let mut problems = Problems::probe(Memo::new());
    equal_keys(tree, &Path::Root, &mut problems);
    !problems.is_empty()
}

/// A value as text that is the same for values that are equal in JSON: `1` is `1.0`, and the order of members does not matter.
fn canonical(tree: &Tree) -> String {
    match tree {
        Tree::Number(number) => match number.as_f64() {
            Some(value) if number.is_f64() => format!("{value}"),
            _ => number.to_string(),
        },
        Tree::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        Tree::Object(members) => {
            let mut members: Vec<String> =
                members.iter().map(|(key, value)| format!("{key:?}:{}", canonical(value))).collect();
            members.sort();
            format!("{{{}}}", members.join(","))
        }
        other => other.to_json(),
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
