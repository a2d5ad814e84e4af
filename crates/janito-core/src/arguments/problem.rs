//! What is wrong with the arguments, as far as it is worth saying.

use super::path::Path;
use std::collections::HashMap;
use std::fmt;

/// How many problems are told; more would not help a model, and a long list can have a million.
const TOLD: usize = 20;

/// One thing that is wrong with the arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where: `edits[1].old`; empty for the arguments as a whole.
    pub path: String,
    /// What was wrong, and what would be right.
    pub message: String,
}

impl Problem {
    pub(super) fn to_value(&self) -> serde_json::Value {
        serde_json::json!({ "path": self.path, "message": self.message })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.path, self.message) }
    }
}

/// Which values were accepted by which unions, by address: without it a union of unions is checked again and again.
pub(super) type Memo = HashMap<(usize, usize), bool>;

/// Collects problems: those that are told in full, the others by number.
pub(super) struct Problems {
    found: Vec<Problem>,
    count: usize,
    told: usize,
    pub(super) memo: Memo,
}

impl Problems {
    /// Of arguments that a model is told about.
    pub(super) fn new() -> Self {
        Self { found: Vec::new(), count: 0, told: TOLD, memo: Memo::new() }
    }

    /// Of a value of which it is only asked whether there is one.
    pub(super) fn probe(memo: Memo) -> Self {
        Self { found: Vec::new(), count: 0, told: 0, memo }
    }

    /// Adds a problem; its text is made only if it is told.
    pub(super) fn add(&mut self, path: &Path<'_>, message: impl FnOnce() -> String) {
        self.count += 1;
        if self.found.len() < self.told {
            self.found.push(Problem { path: path.to_string(), message: message() });
        }
    }

    /// Adds a problem that was made elsewhere.
    pub(super) fn push(&mut self, problem: Problem) {
        self.count += 1;
        if self.found.len() < self.told {
            self.found.push(problem);
        }
    }

    /// Whether it need not be looked for more.
    pub(super) fn is_decided(&self) -> bool {
        self.told == 0 && self.count > 0
    }

    /// Whether it is only asked whether there is one.
    pub(super) fn is_probe(&self) -> bool {
        self.told == 0
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Those that are told.
    pub(super) fn found(&self) -> &[Problem] {
        &self.found
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Those that are told, and how many there are.
    pub(super) fn into_parts(self) -> (Vec<Problem>, usize) {
        (self.found, self.count)
    }
}
