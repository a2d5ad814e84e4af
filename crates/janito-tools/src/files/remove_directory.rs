//! `RemoveDirectory`: a folder, and what is in it only if that is said.
//!
//! Unlike the tool of the same name that it replaces, `force` does not stand for `recursive`, and neither a file in the place nor a part that
//! could not be removed is a success: it only lets a missing folder pass.

use super::delete_file::has;
use super::restore_file::way_back;
use janito_core::{Context, JsonSchema, ToolError, Writer, tool};
use serde::Serialize;
use std::path::PathBuf;

/// A folder that is gone.
#[derive(Serialize, JsonSchema)]
struct Removal {
    /// The path as it was given.
    directory: PathBuf,
    /// What was done, and the way back.
    message: String,
    /// Whether what was in it might go, too.
    recursive: bool,
    /// Whether it might be missing.
    force: bool,
    /// How many files, links and directories were in it.
    items_removed: u64,
    /// Whether `RestoreFile` can bring it back.
    recoverable: bool,
    /// What `RestoreFile` brings it back by.
    #[serde(skip_serializing_if = "Option::is_none")]
    trash_id: Option<String>,
}

/// Remove a directory: an empty one, or with `recursive` one with all that is in it. One that is not empty goes to the trash, and
/// `RestoreFile` brings it back; the result says if it could not be kept. Links in it are removed, and not followed.
#[tool(permissions = "w", destructive)]
fn remove_directory(
    cx: &Context,
    files: &Writer,
    /// Path of the directory.
    #[arg(alias = "path", alias = "dir", alias = "folder")]
    directory: PathBuf,
    /// Remove what is in it, too.
    #[arg(default = false)]
    recursive: bool,
    /// Succeed if there is no such directory.
    #[arg(default = false)]
    force: bool,
) -> Result<Removal, ToolError> {
    let shown = files.display(&directory);
    cx.start(format!("Removing directory {shown}{}", if recursive { " and what is in it" } else { "" }));
    let removed = match files.remove_directory(&directory, recursive) {
        Err(error) if force && has(&error, "missing") => {
            cx.done("there is none");
            let message = format!("Directory does not exist: {shown} (ignored due to force=true)");
            return Ok(Removal {
                directory,
                message,
                recursive,
                force,
                items_removed: 0,
                recoverable: false,
                trash_id: None,
            });
        }
        Err(error) if has(&error, "items") => {
            let message = format!("{} (use recursive=true to remove it with all in it)", error.message());
            return Err(error
                .facts()
                .iter()
                .fold(ToolError::new(message), |new, (key, value)| new.with(key.clone(), value)));
        }
        removed => removed?,
    };
    let items = removed.items.saturating_sub(1);
    cx.done(format!("removed, with {items} items in it"));
    let back = way_back(&removed);
    Ok(Removal {
        directory,
        message: format!("Directory removed: {shown}, with {items} items in it{back}"),
        recursive,
        force,
        items_removed: items,
        recoverable: removed.trash_id.is_some(),
        trash_id: removed.trash_id,
    })
}
