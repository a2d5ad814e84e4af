//! The handle of writing: files and folders beneath the roots. A file is there whole or not at all.

use super::CallState;
use super::change::{Change, Existing, Written};
use super::explain::explain;
use crate::disk::{Folders, descend};
use crate::error::ToolError;
use crate::workspace::Links;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The authority to create and change beneath the roots.
pub struct Writer(pub(super) Arc<CallState>);

impl Writer {
    /// Writes a file whole: the content goes to a file beside it, reaches the disk, and takes the name in one step. A crash leaves the old
    /// content or the new. Missing folders are made. A link is followed as long as it stays beneath a root. Nothing takes the name once
    /// the call has ended. A file that is replaced goes to the trash, if the session has one.
    ///
    /// # Errors
    ///
    /// If the path leads outside the roots, is or names a folder, exists and is to be kept (then with the fact
    /// `exists`), was changed by others since the session read it, cannot be written, or if the call has ended.
    pub fn write(&self, path: impl AsRef<Path>, content: &[u8], existing: Existing) -> Result<Written, ToolError> {
        let mut change = self.change();
        change.write(path, content, existing)?;
        // There is one for each file that was staged.
        change.commit()?.pop().ok_or_else(ToolError::ended)
    }

    /// Files that are locked, read and then put in place together: all of them or none.
    pub fn change(&self) -> Change<'_> {
        Change::new(&self.0)
    }

    /// Makes a folder; with `parents` those above it, too. Returns whether it was not there before. If it cannot be made, none is.
    ///
    /// # Errors
    ///
    /// If the path leads outside the roots, something else has the name, a folder above is missing and not to be made (then with the fact
    /// `missing`), or if the call has ended.
    pub fn create_directory(&self, path: impl AsRef<Path>, parents: bool) -> Result<bool, ToolError> {
        let state = &self.0;
        state.life.check()?;
        let place = state.workspace.locate(path.as_ref(), Links::Follow)?;
        let explain = |error: &io::Error| explain(state, error, "the directory", &place.shown);
        match place.root.dir.symlink_metadata(&place.beneath) {
            Ok(metadata) if metadata.is_dir() => return Ok(false),
            Ok(_) => return Err(ToolError::new(format!("something that is no folder has the name: {}", place.shown))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(explain(&error)),
        }
        let itself = state.workspace.locate(trimmed(path.as_ref()), Links::Keep)?;
        if itself.root.dir.symlink_metadata(&itself.beneath).is_ok() {
            return Err(ToolError::new(format!("{} is a link that leads nowhere; nothing was made", place.shown)));
        }
        if !parents && let Some((above, _)) = place.split() {
            descend(&place.root.dir, above).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => {
                    let above = state.workspace.show(place.root, above);
                    ToolError::new(format!("the folder above does not exist: {above} (use parents=true to make it)"))
                        .with("missing", above)
                }
                _ => explain(&error),
            })?;
        }
        let (made, _) = Folders::make(&place.root.dir, &place.beneath).map_err(|error| explain(&error))?;
        // Somebody may have been faster.
        Ok(!made.keep().is_empty())
    }

    /// The path as people and models see it: `./sub/x` beneath the first root.
    #[must_use]
    pub fn display(&self, path: impl AsRef<Path>) -> String {
        self.0.workspace.display(path.as_ref())
    }
}

/// A path without a `/` at its end, which would mean what a link leads to.
pub(super) fn trimmed(path: &Path) -> &Path {
    path.components().as_path()
}
