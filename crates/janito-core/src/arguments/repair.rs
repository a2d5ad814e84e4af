//! Repairs what models are known to bend, where nothing is lost and only one reading is possible. Driven by the schema, and only where
//! the value as it came does not fit; an object with equal keys is never touched. Each repair is recorded.

use super::check::{self, accepts};
use super::path::Path;
use super::tree::Tree;
use super::union::{Meant, meant};
use super::{Likeness, names};
use crate::schema::{Bounded, Kind, Param, Rest, Schema, each};
use std::collections::HashSet;
use std::fmt;

/// A change to the arguments that was made before the tool ran.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// Where.
    pub path: String,
    /// What came, in few words.
    pub from: String,
    /// What was made of it.
    pub to: String,
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{} was read as {}", self.from, self.to)
    }
}

fn record(repairs: &mut Vec<Repair>, path: &Path<'_>, from: impl Into<String>, to: impl Into<String>) {
    repairs.push(Repair { path: path.to_string(), from: from.into(), to: to.into() });
}

/// Repairs a value, if it does not fit and can be made to.
pub(super) fn value(tree: &mut Tree, expected: Bounded, path: &Path<'_>, repairs: &mut Vec<Repair>) {
    if accepts(tree, expected) {
        return;
    }
    let schema = expected.schema.resolve();
    match (schema.kind(), &mut *tree) {
        (Kind::Nullable(inner), _) => value(tree, expected.of(inner), path, repairs),
        (Kind::AnyOf(members), _) => union(tree, members, expected, path, repairs),
        (Kind::Array { items, .. }, Tree::Array(members)) => {
            for (index, member) in members.iter_mut().enumerate() {
                value(member, (*items).into(), &Path::Index(path, index), repairs);
            }
        }
        (Kind::Tuple(items), Tree::Array(members)) => {
            for (index, (member, item)) in members.iter_mut().zip(*items).enumerate() {
                value(member, (*item).into(), &Path::Index(path, index), repairs);
            }
        }
        (Kind::Map { values, .. }, Tree::Object(members)) => {
            for (key, member) in members {
                value(member, (*values).into(), &Path::Key(path, key), repairs);
            }
        }
        (Kind::Object { properties, flattened }, Tree::Object(members)) => {
            object(members, properties, flattened, path, repairs);
        }
        (_, given) => {
            if let Some((better, inner)) = convert(given, expected, path) {
                record(repairs, path, tree.describe(), better.describe());
                repairs.extend(inner);
                *tree = better;
            }
        }
    }
}

/// Whether a text may stand for a list of several, or of none. What stands between braces does not tell: `*.{js,ts}` is one pattern.
fn is_open(text: &str) -> bool {
    let mut depth = 0_usize;
    let separates = |letter: char| {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == '\n' || (depth == 0 && matches!(letter, ',' | ';' | '|'))
    };
    text.trim().is_empty() || text.trim_start().starts_with('[') || text.chars().any(separates)
}

/// A value of another form that means the same, and what was repaired within it.
fn convert(tree: &Tree, expected: Bounded, path: &Path<'_>) -> Option<(Tree, Vec<Repair>)> {
    let plain = |tree| Some((tree, Vec::new()));
    match (expected.schema.resolve().kind(), tree) {
        (Kind::Boolean, Tree::String(text)) => match text.to_ascii_lowercase().as_str() {
            "true" => plain(Tree::Bool(true)),
            "false" => plain(Tree::Bool(false)),
            _ => None,
        },
        (Kind::Integer { .. }, Tree::String(text)) => {
            let number: serde_json::Number = match text.parse::<i64>() {
                Ok(value) => value.into(),
                Err(_) => text.parse::<u64>().ok()?.into(),
            };
            // Written as a number is written: no sign, zero or space that would be lost.
            if number.to_string() == *text { fitting(Tree::Number(number), expected) } else { None }
        }
        (Kind::Integer { .. }, Tree::Number(number)) => {
            const EXACT: f64 = 9_007_199_254_740_992.0;
            let value = number.as_f64().filter(|value| value.fract() == 0.0 && value.abs() <= EXACT)?;
            #[expect(clippy::cast_possible_truncation, reason = "it has no fraction and fits into 53 bits")]
            let value = value as i64;
            fitting(Tree::Number(value.into()), expected)
        }
        (Kind::Number { .. }, Tree::String(text)) => {
            let number: serde_json::Number = serde_json::from_str(text).ok()?;
            let bare = text.starts_with(|first: char| first == '-' || first.is_ascii_digit())
                && text.ends_with(|last: char| last.is_ascii_digit());
            if bare { fitting(Tree::Number(number), expected) } else { None }
        }
        (Kind::Enum(choices), Tree::String(text)) => {
            let given = spelled(text);
            let mut alike = choices.iter().filter(|choice| spelled(choice.value) == given);
            match (alike.next(), alike.next()) {
                (Some(choice), None) => plain(Tree::String(choice.value.to_owned())),
                _ => None,
            }
        }
        (Kind::Array { items, .. }, given) => {
            if let Tree::String(text) = given {
                if let Some(found) = parsed(text, expected, path, |tree| matches!(tree, Tree::Array(_))) {
                    return Some(found);
                }
                // It could be meant as a list of several, or of none.
                if is_open(text) {
                    return None;
                }
            }
            // In a list of lists it is open which of them was left out.
            if *given == Tree::Null
                || matches!(path, Path::Index(..))
                || matches!(items.present().kind(), Kind::Array { .. } | Kind::Tuple(_))
            {
                return None;
            }
            let mut item = given.clone();
            let mut inner = Vec::new();
            value(&mut item, (*items).into(), &Path::Index(path, 0), &mut inner);
            let list = Tree::Array(vec![item]);
            accepts(&list, expected).then_some((list, inner))
        }
        (Kind::Tuple(_), Tree::String(text)) => parsed(text, expected, path, |tree| matches!(tree, Tree::Array(_))),
        (Kind::Object { .. } | Kind::Map { .. }, Tree::String(text)) => {
            parsed(text, expected, path, |tree| matches!(tree, Tree::Object(_)))
        }
        _ => None,
    }
}

fn fitting(tree: Tree, expected: Bounded) -> Option<(Tree, Vec<Repair>)> {
    accepts(&tree, expected).then(|| (tree, Vec::new()))
}

/// A list or object that came as its JSON text.
fn parsed(text: &str, expected: Bounded, path: &Path<'_>, is_form: fn(&Tree) -> bool) -> Option<(Tree, Vec<Repair>)> {
    let mut tree = Tree::parse(text).ok().filter(is_form)?;
    let mut inner = Vec::new();
    value(&mut tree, expected, path, &mut inner);
    accepts(&tree, expected).then_some((tree, inner))
}

fn union(tree: &mut Tree, members: &[&'static Schema], expected: Bounded, path: &Path<'_>, repairs: &mut Vec<Repair>) {
    let only = match meant(tree, members) {
        Meant::Told(member) | Meant::Form(member) => Some(member),
        Meant::Key { .. } | Meant::Unclear => None,
    };
    if let Some(member) = only {
        return value(tree, expected.of(member), path, repairs);
    }
    // Each attempt tries what is within once more; what is nested deeper was hardly bent by accident.
    if path.depth() > 3 {
        return;
    }
    let mut found: Option<(Tree, Vec<Repair>)> = None;
    for member in members {
        let mut attempt = tree.clone();
        let mut inner = Vec::new();
        value(&mut attempt, expected.of(member), path, &mut inner);
        if accepts(&attempt, expected.of(member)) {
            if found.as_ref().is_some_and(|(other, _)| *other != attempt) {
                // Two readings: none is sure.
                return;
            }
            found = Some((attempt, inner));
        }
    }
    if let Some((better, inner)) = found {
        *tree = better;
        repairs.extend(inner);
    }
}

/// Repairs an object of known properties: the names, then what may be left out, then each value.
pub(super) fn object(
    members: &mut Vec<(String, Tree)>,
    properties: &'static [Param],
    flattened: &[&'static Schema],
    path: &Path<'_>,
    repairs: &mut Vec<Repair>,
) {
    if has_equal(members) {
        return;
    }
    let mut known: Vec<&'static Param> = Vec::new();
    let rest = each(properties, flattened, &mut |param| known.push(param));
    rename(members, &known, matches!(rest, Rest::Refused), path, repairs);
    members.retain(|(key, member)| {
        let Some(param) = known.iter().find(|param| param.name() == key) else { return true };
        if param.is_required() {
            return true;
        }
        let empty = matches!(member, Tree::String(text) if text.is_empty());
        let text = matches!(param.schema().present().kind(), Kind::String { .. } | Kind::Any | Kind::Raw(_));
        if empty && !text && !accepts(member, param.bounded()) {
            record(repairs, &Path::Key(path, key), "an empty string", "left out");
            return false;
        }
        *member != Tree::Null || (matches!(param.schema().kind(), Kind::Any) && param.default().is_none())
    });
    for (key, member) in members {
        let path = Path::Key(path, key);
        match (known.iter().find(|param| param.name() == key), rest) {
            (Some(param), _) => value(member, param.bounded(), &path, repairs),
            (None, Rest::Of(schema)) => value(member, schema.into(), &path, repairs),
            (None, _) => {}
        }
    }
}

fn has_equal(members: &[(String, Tree)]) -> bool {
    let mut seen = HashSet::new();
    !members.iter().all(|(key, _)| seen.insert(key))
}

/// A choice as it may be spelled: in any case, with any separator; but what is no letter and no separator stays.
fn spelled(text: &str) -> String {
    text.chars()
        .map(|letter| if matches!(letter, '-' | ' ') { '_' } else { letter })
        .flat_map(char::to_lowercase)
        .collect()
}

/// Gives each member the name of the one property that it can mean.
fn rename(
    members: &mut Vec<(String, Tree)>,
    known: &[&'static Param],
    spelling: bool,
    path: &Path<'_>,
    repairs: &mut Vec<Repair>,
) {
    let mut renamed: Vec<&'static str> = Vec::new();
    let mut at = 0;
    while at < members.len() {
        let key = members[at].0.clone();
        let like = |wanted| -> Vec<&'static str> {
            known.iter().filter(|param| names(param, &key) == wanted).map(|param| param.name()).collect()
        };
        let alias = like(Likeness::Alias).first().copied();
        let meant = match (alias, like(Likeness::Spelling).as_slice()) {
            _ if !like(Likeness::Own).is_empty() => None,
            (Some(alias), _) => Some(alias),
            (None, [only]) if spelling => Some(*only),
            _ => None,
        };
        let Some(name) = meant else {
            at += 1;
            continue;
        };
        let Some((_, other)) = members.iter().find(|(other, _)| other == name) else {
            if alias.is_none() {
                record(repairs, &Path::Key(path, &key), format!("the name `{key}`"), format!("`{name}`"));
            }
            name.clone_into(&mut members[at].0);
            renamed.push(name);
            at += 1;
            continue;
        };
        // The name itself wins; two other spellings that differ leave it open which was meant.
        if renamed.contains(&name) && *other != members[at].1 {
            at += 1;
            continue;
        }
        record(repairs, &Path::Key(path, &key), format!("`{key}` beside `{name}`"), "left out");
        members.remove(at);
    }
}

/// Arguments that came as the JSON text of a JSON text.
pub(super) fn unwrap(tree: Tree, repairs: &mut Vec<Repair>) -> Tree {
    match tree {
        Tree::Null => Tree::Object(Vec::new()),
        Tree::String(text) if text.trim().is_empty() => Tree::Object(Vec::new()),
        Tree::String(text) => match Tree::parse(&text) {
            Ok(Tree::Object(members)) if !check::has_equal_keys(&Tree::Object(members.clone())) => {
                record(repairs, &Path::Root, "the arguments as a string", "the object that it holds");
                Tree::Object(members)
            }
            _ => Tree::String(text),
        },
        other => other,
    }
}
