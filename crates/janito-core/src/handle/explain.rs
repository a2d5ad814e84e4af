//! What the system said, in words that tell what to do next.

use super::CallState;
use crate::disk::Within;
use crate::error::ToolError;
use std::io;

/// An error of the system on a path, of which `what` says what it is.
pub(super) fn explain(state: &CallState, error: &io::Error, what: &str, shown: &str) -> ToolError {
    if state.life.is_over() {
        return ToolError::ended();
    }
    if let Some(within) = Within::of(error) {
        return explain(state, &within.error, what, &inside(shown, within));
    }
    let remedy = match error.kind() {
        io::ErrorKind::StorageFull => "the disk is full; free some space and call again",
        io::ErrorKind::QuotaExceeded => "the user's share of the disk is used up; free some space and call again",
        io::ErrorKind::FileTooLarge => "it is longer than a file may be here; write less",
        io::ErrorKind::ReadOnlyFilesystem => "its file system cannot be written; choose a place elsewhere",
        io::ErrorKind::DirectoryNotEmpty => "it is not empty",
        io::ErrorKind::ResourceBusy => "the system is using it, as the place where something is mounted, say",
        io::ErrorKind::NotFound
        | io::ErrorKind::PermissionDenied
        | io::ErrorKind::NotADirectory
        | io::ErrorKind::IsADirectory
        | io::ErrorKind::AlreadyExists
        | io::ErrorKind::InvalidFilename => return state.workspace.explain(error, what, shown),
        _ => return ToolError::new(format!("{what} {shown}: {}", words(error))),
    };
    ToolError::new(format!("{what} {shown} was left as it is: {remedy}"))
}

/// What was there that could not be kept in the trash, and so stays.
pub(super) fn not_kept(state: &CallState, error: &io::Error, shown: &str) -> ToolError {
    if state.life.is_over() {
        return ToolError::ended();
    }
    let reason = match Within::of(error) {
        Some(within) => format!("{}: {}", inside(shown, within), words(&within.error)),
        None => words(error),
    };
    ToolError::new(format!(
        "{shown} could not be kept in the trash ({reason}), so it was left as it is; if it is to go for good, the user must do that"
    ))
}

/// What in a folder an error is about, as people and models see it.
fn inside(shown: &str, within: &Within) -> String {
    format!("{}/{}", shown.trim_end_matches('/'), within.path.display())
}

/// The system's text without its number, which says nothing.
pub(crate) fn words(error: &io::Error) -> String {
    let mut text = error.to_string();
    if let Some(at) = text.rfind(" (os error ") {
        text.truncate(at);
    }
    text
}
