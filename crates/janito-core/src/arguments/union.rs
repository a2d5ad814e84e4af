//! Unions: which member a value was meant to be, and what is wrong with it as that.

use super::check::{probe, value, wrong};
use super::expectation::{expectation, quoted};
use super::path::Path;
use super::problem::{Memo, Problems};
use super::tree::Tree;
use crate::error::nearest;
use crate::schema::{Bounded, Kind, Param, Schema, each};
use std::fmt::Write as _;

/// Adds what is wrong with a value that should be of one of several forms: of the one that it was meant to be, if that can be told.
pub(super) fn union(
    tree: &Tree,
    members: &[&'static Schema],
    expected: Bounded,
    path: &Path<'_>,
    problems: &mut Problems,
) {
    match meant(tree, members) {
        Meant::Told(member) => value(tree, expected.of(member), path, problems),
        Meant::Key { key, given, names } => problems.add(&Path::Key(path, key), || misnamed(given, &names)),
        Meant::Form(member) => {
            if problems.is_probe() || !is_taken(tree, &[member], expected, &mut problems.memo) {
                value(tree, expected.of(member), path, problems);
            }
        }
        Meant::Unclear => {
            if !is_taken(tree, members, expected, &mut problems.memo) {
                problems.add(path, || wrong(tree, expected));
            } else if let Some(first) = shadow(tree, members, expected, &mut problems.memo) {
                problems.add(path, || {
                    let form = expectation(first.into(), false);
                    format!("it is read as the first form that it has, {form}, and the rest would be lost; leave the rest out")
                });
            }
        }
    }
}

/// Whether a member takes the value.
fn is_taken(tree: &Tree, members: &[&'static Schema], expected: Bounded, memo: &mut Memo) -> bool {
    members.iter().any(|member| {
        let key = (std::ptr::from_ref(tree).addr(), std::ptr::from_ref::<Schema>(member).addr());
        if let Some(known) = memo.get(&key) {
            return *known;
        }
        let taken = probe(tree, expected.of(member), memo);
        memo.insert(key, taken);
        taken
    })
}

/// The member that serde would take before the one that fits, since it does not mind names that it does not know.
fn shadow(tree: &Tree, members: &[&'static Schema], expected: Bounded, memo: &mut Memo) -> Option<&'static Schema> {
    let Tree::Object(given) = tree else { return None };
    let fits = members.iter().position(|member| is_taken(tree, &[member], expected, memo))?;
    members[..fits].iter().copied().find(|member| {
        let Kind::Object { properties, flattened } = member.resolve().kind() else { return false };
        let mut known: Vec<&'static Param> = Vec::new();
        each(properties, flattened, &mut |param| known.push(param));
        let of_its_own =
            given.iter().filter(|(key, _)| known.iter().any(|param| param.name() == key)).cloned().collect();
        probe(&Tree::Object(of_its_own), (*member).into(), &mut Memo::new())
    })
}

/// What is said of a name that chooses none of the forms.
fn misnamed(given: Option<&Tree>, names: &[&str]) -> String {
    let mut text = format!("expected one of {}", quoted(names));
    match given {
        Some(given) => {
            let _ = write!(text, ", got {}", given.describe());
            if let Tree::String(given) = given
                && let Some(near) = nearest(given, names.iter().copied())
            {
                let _ = write!(text, "; did you mean \"{near}\"?");
            }
        }
        None => text.insert_str(0, "required, but missing: "),
    }
    text
}

/// Which member of a union a value was meant to be.
pub(super) enum Meant<'a> {
    /// The value says so itself, by a tag or by its only key.
    Told(&'static Schema),
    /// Only one member has the value's form.
    Form(&'static Schema),
    /// What stands under this key should choose a member, and chooses none.
    Key {
        key: &'a str,
        given: Option<&'a Tree>,
        names: Vec<&'static str>,
    },
    Unclear,
}

pub(super) fn meant<'a>(tree: &'a Tree, members: &[&'static Schema]) -> Meant<'a> {
    if let Tree::Object(given) = tree
        && let Some(told) = told(given, members)
    {
        return told;
    }
    let mut alike = members.iter().filter(|member| is_form(tree, member));
    match (alike.next(), alike.next()) {
        (Some(member), None) => Meant::Form(member),
        _ => Meant::Unclear,
    }
}

/// What an object says of itself, if the members are told apart by a tag, or by the only key that each has.
fn told<'a>(given: &'a [(String, Tree)], members: &[&'static Schema]) -> Option<Meant<'a>> {
    let tagged: Vec<_> =
        members.iter().filter_map(|member| tag(member).map(|(key, name)| (*member, key, name))).collect();
    if let Some((_, key, _)) = tagged.first() {
        let others: Vec<_> = members.iter().filter(|member| tag(member).is_none()).collect();
        // A member that takes any tag is serde's `other`.
        let catches = |member: &&'static Schema| first_key(member) == Some(key);
        if tagged.iter().all(|(_, other, _)| other == key) && others.iter().all(|member| catches(member)) {
            let value = given.iter().find(|(name, _)| name == key).map(|(_, value)| value);
            let named = tagged.iter().find(|(.., tag)| matches!(value, Some(Tree::String(text)) if text == tag));
            return Some(match (named, others.first(), value) {
                (Some((member, ..)), ..) => Meant::Told(member),
                (None, Some(other), Some(_)) => Meant::Told(other),
                (None, _, given) => Meant::Key { key, given, names: tagged.iter().map(|(.., tag)| *tag).collect() },
            });
        }
    }
    let [(only, _)] = given else { return None };
    let keyed: Vec<_> = members.iter().filter_map(|member| only_key(member).map(|key| (*member, key))).collect();
    let objects =
        members.iter().filter(|member| matches!(member.resolve().kind(), Kind::Object { .. } | Kind::Map { .. }));
    if keyed.is_empty() || keyed.len() != objects.count() {
        return None;
    }
    Some(match keyed.iter().find(|(_, key)| key == only) {
        Some((member, _)) => Meant::Told(member),
        None => return None,
    })
}

/// The key of an object's first property.
fn first_key(schema: &'static Schema) -> Option<&'static str> {
    match schema.resolve().kind() {
        Kind::Object { properties: [first, ..], .. } => Some(first.name()),
        _ => None,
    }
}

/// The key of an object that has just one.
fn only_key(schema: &'static Schema) -> Option<&'static str> {
    match schema.resolve().kind() {
        Kind::Object { properties: [only], flattened: [] } if only.is_required() => Some(only.name()),
        _ => None,
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
