//! Checks a value against its schema, and says everything that is wrong.

use super::path::Path;
use super::tree::Tree;
use crate::error::nearest;
use crate::schema::{Bounded, Kind, Param, Rest, SAFE, Schema, each};
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

/// Adds what is wrong with a value that should be of one of several forms: of the one that it was meant to be, if that can be told.
fn union(tree: &Tree, members: &[&'static Schema], expected: Bounded, path: &Path<'_>, problems: &mut Vec<Problem>) {
    if members.iter().any(|member| accepts(tree, expected.of(member))) {
        return;
    }
    match meant(tree, members) {
        Meant::Member(member) => value(tree, expected.of(member), path, problems),
        Meant::Tag { key, given, tags } => {
            let mut text = format!("expected one of {}", quoted(&tags));
            match given {
                Some(given) => {
                    let _ = write!(text, ", got {}", given.describe());
                    if let Tree::String(given) = given
                        && let Some(near) = nearest(given, tags.iter().copied())
                    {
                        let _ = write!(text, "; did you mean \"{near}\"?");
                    }
                }
                None => text.insert_str(0, "required, but missing: "),
            }
            problems.push(Problem::new(&Path::Key(path, key), text));
        }
        Meant::Unclear => {
            let text = format!("expected {}, got {}", expectation(expected, false), tree.describe());
            problems.push(Problem::new(path, text));
        }
    }
}

/// Which member of a union a value was meant to be.
pub(super) enum Meant<'a> {
    Member(&'static Schema),
    /// All members are told apart by this key, and its value names none of them.
    Tag {
        key: &'static str,
        given: Option<&'a Tree>,
        tags: Vec<&'static str>,
    },
    Unclear,
}

pub(super) fn meant<'a>(tree: &'a Tree, members: &[&'static Schema]) -> Meant<'a> {
    if let Tree::Object(given) = tree {
        let tagged: Vec<(&'static Schema, &'static str, &'static str)> =
            members.iter().filter_map(|member| tag(member).map(|(key, value)| (*member, key, value))).collect();
        if let Some((_, key, _)) = tagged.first()
            && tagged.len() == members.len()
            && tagged.iter().all(|(_, other, _)| other == key)
        {
            let value = given.iter().find(|(name, _)| name == key).map(|(_, value)| value);
            if let Some(Tree::String(text)) = value
                && let Some((member, ..)) = tagged.iter().find(|(.., tag)| tag == text)
            {
                return Meant::Member(member);
            }
            return Meant::Tag { key, given: value, tags: tagged.iter().map(|(.., tag)| *tag).collect() };
        }
    }
    let mut alike = members.iter().filter(|member| is_form(tree, member));
    match (alike.next(), alike.next()) {
        (Some(member), None) => Meant::Member(member),
        _ => Meant::Unclear,
    }
}

/// The property that names an object's form, and the name.
fn tag(schema: &'static Schema) -> Option<(&'static str, &'static str)> {
    let Kind::Object { properties: [first, ..], .. } = schema.resolve().kind() else { return None };
    match first.schema().kind() {
        Kind::Enum([only]) if first.is_required() => Some((first.name(), only.value)),
        _ => None,
    }
}

/// Whether a value has the JSON type of a form.
fn is_form(tree: &Tree, schema: &'static Schema) -> bool {
    match schema.resolve().kind() {
        Kind::Any | Kind::Raw(_) => true,
        Kind::Null => *tree == Tree::Null,
        Kind::Boolean => matches!(tree, Tree::Bool(_)),
        Kind::Integer { .. } | Kind::Number { .. } => matches!(tree, Tree::Number(_)),
        Kind::String { .. } | Kind::Enum(_) => matches!(tree, Tree::String(_)),
        Kind::Array { .. } | Kind::Tuple(_) => matches!(tree, Tree::Array(_)),
        Kind::Map { .. } | Kind::Object { .. } => matches!(tree, Tree::Object(_)),
        Kind::AnyOf(members) => members.iter().any(|member| is_form(tree, member)),
        Kind::Nullable(inner) => *tree == Tree::Null || is_form(tree, inner),
        Kind::Named { .. } => false,
    }
}

fn quoted(texts: &[&str]) -> String {
    let mut out = String::new();
    for text in texts {
        if !out.is_empty() {
            out.push_str(", ");
        }
        crate::json::push_str(&mut out, text);
    }
    out
}

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
            format!("number{}", range(min, max))
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
