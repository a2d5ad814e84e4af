//! Failures with a name before them, and several as one.

use janito_core::ToolError;
use std::collections::BTreeMap;

/// The same failure, its message after a name; its facts stay.
pub(in crate::files) fn named(name: &str, error: &ToolError) -> ToolError {
    reworded(format!("{name}: {}", error.message()), error)
}

/// The same facts with other words.
pub(super) fn reworded(message: String, error: &ToolError) -> ToolError {
    let start = ToolError::new(message);
    error.facts().iter().fold(start, |error, (key, value)| error.with(key.clone(), value))
}

/// One failure of all, a line each; each one's facts are in the list `faults`.
pub(in crate::files) fn together(lead: &str, faults: &[ToolError]) -> ToolError {
    let told: Vec<&str> = faults.iter().map(ToolError::message).collect();
    let facts: Vec<BTreeMap<String, _>> = faults
        .iter()
        .map(|error| {
            let facts = error.facts().iter().map(|(key, value)| (key.to_string(), value.clone()));
            [("error".to_owned(), error.message().into())].into_iter().chain(facts).collect()
        })
        .collect();
    ToolError::new(format!("{lead}\n{}", told.join("\n"))).with("faults", facts)
}
