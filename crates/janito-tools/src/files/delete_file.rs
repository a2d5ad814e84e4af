//! `DeleteFile`: a file, or a link itself; with `force` an empty folder, too.

use super::restore_file::way_back;
use janito_core::{Context, JsonSchema, Removed, ToolError, Writer, tool};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// A file that is gone.
#[derive(Serialize, JsonSchema)]
struct Deleted {
    /// The path as it was given.
    filepath: PathBuf,
    /// What was done, and the way back.
    message: String,
    /// Whether an empty directory might be deleted, too.
    force: bool,
    /// Whether `RestoreFile` can bring it back.
    recoverable: bool,
    /// What `RestoreFile` brings it back by.
    #[serde(skip_serializing_if = "Option::is_none")]
    trash_id: Option<String>,
}

/// Delete a file; of a link, the link itself. It goes to the trash, and `RestoreFile` brings it back; the result says if it could not be kept.
#[tool(permissions = "w", destructive)]
fn delete_file(
    cx: &Context,
    files: &Writer,
    /// Path of the file.
    #[arg(alias = "path", alias = "file", alias = "filename")]
    filepath: PathBuf,
    /// Delete a directory, too, if it is empty.
    #[arg(default = false)]
    force: bool,
) -> Result<Deleted, ToolError> {
    let shown = files.display(&filepath);
    cx.start(format!("Deleting {shown}"));
    let (what, removed) = match files.remove_file(&filepath) {
        Err(error) if has(&error, "is_directory") => ("Directory", remove_empty(files, &filepath, force, &shown)?),
        removed => ("File", removed?),
    };
    cx.done("deleted");
    let back = way_back(&removed);
    Ok(Deleted {
        filepath,
        message: format!("{what} deleted: {shown}{back}"),
        force,
        recoverable: removed.trash_id.is_some(),
        trash_id: removed.trash_id,
    })
}

fn remove_empty(files: &Writer, path: &Path, force: bool, shown: &str) -> Result<Removed, ToolError> {
    if !force {
        return Err(ToolError::new(format!(
            "Path is not a file: {shown} is a directory (use force=true to delete an empty one, or RemoveDirectory)"
        ))
        .with("is_directory", true));
    }
    files.remove_directory(path, false).map_err(|error| {
        if has(&error, "items") {
            let message = error.message().to_owned();
            return ToolError::new(format!(
                "{message} (use RemoveDirectory with recursive=true to delete it with all in it)"
            ))
            .with("is_directory", true);
        }
        error
    })
}

/// Whether an error carries a fact.
pub(super) fn has(error: &ToolError, fact: &str) -> bool {
    error.facts().iter().any(|(key, _)| key == fact)
}
