//! `MoveFile`: a new path for a file, a link itself or a folder.

use super::restore_file::lost;
use janito_core::{Context, Existing, JsonSchema, ToolError, Writer, tool};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// A thing that has moved.
#[derive(Serialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "they are what the model is told, not states")]
struct Move {
    /// The path as it was given.
    source: PathBuf,
    /// The new path as it was given.
    destination: PathBuf,
    /// How it moved.
    operation: Operation,
    /// Whether a file there was replaced.
    overwritten: bool,
    /// The directories that were made for it.
    created_dirs: Vec<String>,
    /// Whether mode and times are the same as before.
    metadata_preserved: bool,
    /// Whether it is a directory.
    is_directory: bool,
    /// Whether it lies on another file system now, so that it was copied and the source removed.
    copied: bool,
    /// What was done.
    message: String,
    /// What `RestoreFile` brings the replaced file back by.
    #[serde(skip_serializing_if = "Option::is_none")]
    trash_id: Option<String>,
}

/// What changed of a path.
#[derive(Serialize, JsonSchema, Clone, Copy)]
#[serde(rename_all = "snake_case")]
enum Operation {
    /// The name.
    Rename,
    /// The directory.
    Move,
    /// Both.
    MoveRename,
}

/// Move or rename a file or a directory; of a link, the link itself. `destination` is the whole new path, and never the directory to put it in.
/// A directory replaces nothing, a file only what `overwrite` allows; what is replaced goes to the trash, and the result says if it could not be kept.
#[tool(permissions = "rw", destructive)]
fn move_file(
    cx: &Context,
    files: &Writer,
    /// Path of the file or directory.
    #[arg(alias = "src", alias = "from", alias = "source_path", alias = "old_path")]
    source: PathBuf,
    /// Its whole new path.
    #[arg(
        alias = "dst",
        alias = "dest",
        alias = "to",
        alias = "destination_path",
        alias = "new_path",
        alias = "target"
    )]
    destination: PathBuf,
    /// Replace a file that is already there.
    #[arg(default = false)]
    overwrite: bool,
    /// Make missing directories above the new path.
    #[arg(default = false)]
    create_dirs: bool,
    /// Keep the times, also where the new path is on another file system. The mode stays anyway.
    #[arg(default = true)]
    preserve_metadata: bool,
) -> Result<Move, ToolError> {
    let (from, to) = (files.display(&source), files.display(&destination));
    let operation = operation(Path::new(&from), Path::new(&to));
    let verb = if matches!(operation, Operation::Rename) { ("Renaming", "Renamed") } else { ("Moving", "Moved") };
    cx.start(format!("{} {from} to {to}", verb.0));
    let existing = if overwrite { Existing::Replace } else { Existing::Keep };
    let moved = files.rename(&source, &destination, existing, create_dirs, preserve_metadata)?;
    let how = if moved.copied { " (copied to another file system)" } else { "" };
    let over = if moved.overwritten { ", replacing what was there" } else { "" };
    let lost = lost(moved.not_kept).map(|lost| format!("; {lost}")).unwrap_or_default();
    cx.done(format!("{}{over}{how}", verb.1.to_lowercase()));
    Ok(Move {
        source,
        destination,
        operation,
        overwritten: moved.overwritten,
        created_dirs: moved.created_folders,
        metadata_preserved: !moved.copied || preserve_metadata,
        is_directory: moved.is_directory,
        copied: moved.copied,
        message: format!("{} {from} to {to}{over}{how}{lost}", verb.1),
        trash_id: moved.trash_id,
    })
}

fn operation(from: &Path, to: &Path) -> Operation {
    match (from.parent() == to.parent(), from.file_name() == to.file_name()) {
        (true, _) => Operation::Rename,
        (false, true) => Operation::Move,
        (false, false) => Operation::MoveRename,
    }
}
