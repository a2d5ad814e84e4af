//! Arguments: from the text that a model wrote to typed values, or to one message with everything that is wrong.
//!
//! [`decode`] reads strictly, straight from the text where serde's reading is just what the schema admits. Only where that fails is the
//! text read into a [`tree`], [`repair`]ed without loss, and [`check`]ed.

mod check;
mod decode;
mod expectation;
mod path;
mod repair;
mod slots;
mod tree;
mod union;

pub use check::Problem;
pub use decode::Arguments;
pub(crate) use decode::free;
pub use repair::Repair;

use crate::error::fold;
use crate::json;
use crate::outcome::{Failure, FailureKind};
use crate::schema::{Kind, Param, Schema};
use std::fmt::Write as _;

/// Arguments that were refused: the tool did not run.
#[derive(Debug)]
pub struct Refused {
    problems: Vec<Problem>,
    /// Set where the text is no JSON at all.
    syntax: Option<String>,
}

impl Refused {
    /// What is said where a slot is empty after decoding: the expansion and the parameters do not match.
    #[must_use]
    pub fn unbound() -> Self {
        let message = "the tool's declaration does not match its code; rebuild it".to_owned();
        Self { problems: vec![Problem { path: String::new(), message }], syntax: None }
    }

    /// All that is wrong.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The one message for the model.
    pub(crate) fn into_failure(self, tool: &str, params: &'static [Param]) -> Failure {
        let mut text = format!("invalid arguments for `{tool}`");
        match (&self.syntax, self.problems.len()) {
            (Some(syntax), _) => {
                let _ = write!(text, ": {syntax}");
            }
            (None, 1) => text.push_str(" (1 problem):"),
            (None, count) => {
                let _ = write!(text, " ({count} problems):");
            }
        }
        for problem in &self.problems {
            let _ = write!(text, "\n- {problem}");
        }
        text.push_str("\nParameters: ");
        text.push_str(&summary(params));
        text.push_str("\nCall the tool again with corrected arguments, such as ");
        example(params, &mut text, 0);
        let problems: Vec<serde_json::Value> = self.problems.iter().map(Problem::to_value).collect();
        let failure = Failure::new(FailureKind::BadArguments, text);
        if problems.is_empty() { failure } else { failure.with("problems", problems) }
    }
}

/// One line on each parameter.
fn summary(params: &[Param]) -> String {
    if params.is_empty() {
        return "none".to_owned();
    }
    let mut text = String::new();
    for param in params {
        if !text.is_empty() {
            text.push_str(", ");
        }
        let _ = write!(text, "{} ({}", param.name(), expectation::expectation(param.bounded(), !param.is_required()));
        match param.default() {
            Some(default) => {
                let _ = write!(text, ", default {default}");
            }
            None if param.is_required() => text.push_str(", required"),
            None => {}
        }
        text.push(')');
    }
    text
}

/// The smallest arguments that are right, as far as the schema can say.
fn example(params: &'static [Param], out: &mut String, depth: usize) {
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
            None => example_of(param, out, depth),
        }
    }
    out.push('}');
}

fn example_of(param: &'static Param, out: &mut String, depth: usize) {
    let value = param.bounded();
    let schema = param.schema().present();
    match schema.kind() {
        Kind::Boolean => out.push_str("true"),
        Kind::Integer { min, max } => {
            let (min, max) = value.integers(*min, *max);
            let number = 1.max(min.unwrap_or(1)).min(max.unwrap_or(i128::MAX));
            let _ = write!(out, "{number}");
        }
        Kind::Number { min, max } => {
            let (min, max) = value.numbers(*min, *max);
            let number = 1f64.max(min.unwrap_or(1.0)).min(max.unwrap_or(f64::MAX));
            let _ = write!(out, "{number}");
        }
        _ => example_item(schema, out, depth),
    }
}

fn example_item(schema: &'static Schema, out: &mut String, depth: usize) {
    let schema = schema.present();
    if depth > 4 {
        out.push('…');
        return;
    }
    match schema.kind() {
        Kind::Null => out.push_str("null"),
        Kind::Boolean => out.push_str("true"),
        Kind::Integer { .. } | Kind::Number { .. } => out.push('1'),
        Kind::Enum([choice, ..]) => json::push_str(out, choice.value),
        Kind::Array { items, .. } => {
            out.push('[');
            example_item(items, out, depth + 1);
            out.push(']');
        }
        Kind::Tuple(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                example_item(item, out, depth + 1);
            }
            out.push(']');
        }
        Kind::Object { properties, .. } => example(properties, out, depth + 1),
        Kind::Map { .. } => out.push_str("{}"),
        Kind::AnyOf([first, ..]) => example_item(first, out, depth + 1),
        _ => out.push_str("\"…\""),
    }
}

/// Whether a name is one of a parameter's, or would be but for case and separators.
fn names(param: &Param, name: &str) -> Likeness {
    if param.name() == name {
        Likeness::Own
    } else if param.extras().aliases.contains(&name) {
        Likeness::Alias
    } else if fold(param.name()) == fold(name) || param.extras().aliases.iter().any(|alias| fold(alias) == fold(name)) {
        Likeness::Spelling
    } else {
        Likeness::None
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Likeness {
    Own,
    Alias,
    Spelling,
    None,
}

/// All that is wrong with a JSON text as a value of a parameter, for [`lint`](crate::schema).
pub(crate) fn check_text(param: &'static Param, text: &str) -> Vec<String> {
    match tree::Tree::parse(text) {
        Ok(tree) => {
            let mut problems = Vec::new();
            check::value(&tree, param.bounded(), &path::Path::Root, &mut problems);
            problems.iter().map(ToString::to_string).collect()
        }
        Err(error) => vec![error.to_string()],
    }
}
