//! Failures with a name before them, and several as one.

use janito_core::ToolError;
use std::collections::BTreeMap;

/// The same failure, its message after a name.
pub(in crate::files) fn named(name: &str, error: ToolError) -> ToolError {
    let message = format!("{name}: {error}");
    error.reworded(message)
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
    let message = format!("{lead}\n{}", told.join("\n"));
    let denied = faults.iter().all(ToolError::is_denied);
    let error = if denied { ToolError::denied(message) } else { ToolError::new(message) };
    error.with("faults", facts)
}
