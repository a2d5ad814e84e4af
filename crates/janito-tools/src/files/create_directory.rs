//! `CreateDirectory`: a folder, and if that is asked for, those above it.

use janito_core::{Context, JsonSchema, ToolError, Writer, tool};
use serde::Serialize;
use std::path::PathBuf;

/// A folder that is there now.
#[derive(Serialize, JsonSchema)]
struct NewDirectory {
    /// The path as it was given.
    directory: PathBuf,
    /// What was done.
    message: String,
    /// Whether it was not there before.
    created: bool,
    /// Whether folders above it were to be made.
    parents: bool,
    /// Whether it might be there already.
    exist_ok: bool,
}

/// Create a directory.
#[tool(permissions = "w", destructive = false)]
fn create_directory(
    cx: &Context,
    files: &Writer,
    /// Path of the new directory.
    #[arg(alias = "path", alias = "dir", alias = "folder")]
    directory: PathBuf,
    /// Make missing directories above it, too.
    #[arg(default = false)]
    parents: bool,
    /// Succeed if the directory is there already.
    #[arg(default = false)]
    exist_ok: bool,
) -> Result<NewDirectory, ToolError> {
    let shown = files.display(&directory);
    cx.start(format!("Creating directory {shown}"));
    let created = files.create_directory(&directory, parents)?;
    if !created && !exist_ok {
        let message = format!("Directory already exists: {shown} (use exist_ok=true to ignore)");
        return Err(ToolError::new(message).with("exists", true));
    }
    let message = format!("Directory {}: {shown}", if created { "created" } else { "already exists" });
    cx.done(if created { "created" } else { "was there already" });
    Ok(NewDirectory { directory, message, created, parents, exist_ok })
}
