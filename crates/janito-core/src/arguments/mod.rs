//! Arguments: from the text that a model wrote to typed values, or to one message with everything that is wrong.
//!
//! [`decode`] reads strictly, straight from the text where serde's reading is just what the schema admits. Only where that fails is the
//! text read into a [`tree`], [`repair`]ed without loss, and [`check`]ed.

mod check;
mod decode;
mod example;
mod expectation;
mod path;
mod problem;
mod repair;
mod slots;
mod tree;
mod union;

pub use decode::Arguments;
pub(crate) use decode::free;
pub use problem::Problem;
pub use repair::Repair;

use crate::error::fold;
use crate::outcome::{Failure, FailureKind};
use crate::schema::Param;
use std::fmt::Write as _;

/// Arguments that were refused: the tool did not run.
#[derive(Debug)]
pub struct Refused(Box<Reasons>);

/// Why. In a box, so that what is not refused moves no room for it.
#[derive(Debug)]
struct Reasons {
    problems: Vec<Problem>,
    /// How many there are, of which the list has the first.
    count: usize,
    /// Set where the text is no JSON at all.
    syntax: Option<String>,
}

impl Refused {
    /// What is said where a slot is empty after decoding: the expansion and the parameters do not match.
    #[must_use]
    pub fn unbound() -> Self {
        let message = "the tool's declaration does not match its code; rebuild it".to_owned();
        Self::of(message)
    }

    /// Something is wrong with the arguments as a whole.
    fn of(message: String) -> Self {
        Self::with(vec![Problem { path: String::new(), message }], 1)
    }

    /// The text is no JSON.
    fn syntax(syntax: String) -> Self {
        Self(Box::new(Reasons { problems: Vec::new(), count: 0, syntax: Some(syntax) }))
    }

    /// These are wrong, the first of so many.
    fn with(problems: Vec<Problem>, count: usize) -> Self {
        Self(Box::new(Reasons { problems, count, syntax: None }))
    }

    /// The one message for the model.
    pub(crate) fn into_failure(self, tool: &str, params: &'static [Param]) -> Failure {
        let Reasons { problems, count, syntax } = *self.0;
        let mut text = format!("invalid arguments for `{tool}`");
        match (&syntax, count) {
            (Some(syntax), _) => {
                let _ = write!(text, ": {syntax}");
            }
            (None, 1) => text.push_str(" (1 problem):"),
            (None, count) => {
                let _ = write!(text, " ({count} problems):");
            }
        }
        for problem in &problems {
            let _ = write!(text, "\n- {problem}");
        }
        if count > problems.len() {
            let _ = write!(text, "\n… and {} more", count - problems.len());
        }
        text.push_str("\nParameters: ");
        text.push_str(&summary(params));
        text.push_str("\nCall the tool again with corrected arguments");
        if params.iter().any(Param::is_required) {
            text.push_str(", such as ");
            example::object(params, &mut text, 0);
        }
        let problems: Vec<serde_json::Value> = problems.iter().map(Problem::to_value).collect();
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
            let mut problems = problem::Problems::new();
            check::value(&tree, param.bounded(), &path::Path::Root, &mut problems);
            problems.found().iter().map(ToString::to_string).collect()
        }
        Err(error) => vec![error.to_string()],
    }
}
