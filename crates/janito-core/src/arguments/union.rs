//! Unions: which member a value was meant to be, and what is wrong with it as that.

use super::check::{Problem, accepts, value};
use super::expectation::{expectation, quoted};
use super::path::Path;
use super::tree::Tree;
use crate::error::nearest;
use crate::schema::{Bounded, Kind, Schema};
use std::fmt::Write as _;

/// Adds what is wrong with a value that should be of one of several forms: of the one that it was meant to be, if that can be told.
pub(super) fn union(
    tree: &Tree,
    members: &[&'static Schema],
    expected: Bounded,
    path: &Path<'_>,
    problems: &mut Vec<Problem>,
) {
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
