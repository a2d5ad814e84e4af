//! Deleting: a file, a link itself, a folder. A root, and what holds one, stays; so does what a `.janitoignore` hides.

use super::Writer;
use super::explain::{explain, not_kept};
use super::file::alive;
use super::writer::trimmed;
use crate::disk::{Busy, changeable, count, descend, remove_tree, sync};
use crate::error::ToolError;
use crate::trash::{Discarded, Held, NotKept};
use crate::workspace::{Links, Place};
use std::io;
use std::path::Path;

/// What was deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removed {
    /// How many files, links and folders went: for a file 1, for a folder what was in it and itself.
    pub items: u64,
    /// What it is brought back from the trash by.
    pub trash_id: Option<String>,
    /// Why it cannot be brought back; nothing also of an empty folder, of which there is nothing to keep.
    pub not_kept: Option<NotKept>,
}

impl Writer {
    /// Deletes a file, or a link and not what it leads to. It goes to the trash, if the session has one that it fits in.
    ///
    /// # Errors
    ///
    /// If the path leads outside the roots, does not exist, is a folder (then with the fact `is_directory`) or may not be deleted, or if the
    /// call has ended.
    pub fn remove_file(&self, path: impl AsRef<Path>) -> Result<Removed, ToolError> {
        let mut change = self.change();
        change.remove(path)?;
        let written = change.commit()?.pop().ok_or_else(ToolError::ended)?;
        Ok(Removed { items: 1, trash_id: written.trash_id, not_kept: written.not_kept })
    }

    /// Deletes a folder; one that is not empty only if `recursive`, and then all that is in it. Links in it are removed and not followed.
    /// It goes to the trash, if the session has one that it fits in; one that was empty does not.
    ///
    /// # Errors
    ///
    /// If the path leads outside the roots, does not exist (then with the fact `missing`), is no folder, holds a root, or something that is
    /// hidden, is not empty (then with the fact `items`), or may not be deleted (then with the fact `items_removed`), or if the call has
    /// ended.
    pub fn remove_directory(&self, path: impl AsRef<Path>, recursive: bool) -> Result<Removed, ToolError> {
        let state = &self.0;
        let _busy = Busy::begin();
        state.life.check()?;
        let workspace = &state.workspace;
        let place = workspace.locate(trimmed(path.as_ref()), Links::Keep)?;
        let explain = |error: &io::Error| explain(state, error, "the directory", &place.shown);
        let metadata = place.root.dir.symlink_metadata(&place.beneath).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => explain(&error).with("missing", true),
            _ => explain(&error),
        })?;
        if !metadata.is_dir() {
            let kind = if metadata.is_symlink() { "is a link, which" } else { "is not a directory;" };
            return Err(ToolError::new(format!("the path {kind} DeleteFile removes: {}", place.shown)));
        }
        self.refuse_root(&place, "removed")?;
        let Some((parent, name)) = place.split() else { return Err(workspace.outside(&place.shown)) };
        let parent = descend(&place.root.dir, parent).map_err(|error| explain(&error))?;
        let alive = || alive(state);
        let size = count(&parent, name, &alive).map_err(|error| explain(&error))?;
        if size.items == 0 {
            parent.remove_dir(name).map_err(|error| explain(&error))?;
            sync(&parent);
            return Ok(Removed { items: 1, trash_id: None, not_kept: None });
        }
        if !recursive {
            let items = if size.items == 1 { "1 item is".to_owned() } else { format!("{} items are", size.items) };
            let message = format!("the directory is not empty, {items} in it: {}", place.shown);
            return Err(ToolError::new(message).with("items", size.items));
        }
        workspace.refuse_hiding(&place, true)?;
        state.life.check()?;
        let held = Held { folder: parent.try_clone()?, name: name.to_owned() };
        let kept = state.discard(held, &place.path(), &place.root.real, &metadata, size.bytes, Discarded::Deleted);
        let kept = kept.map_err(|error| not_kept(state, &error, &place.shown))?;
        let (trash_id, not_kept) = (kept.clone().ok(), kept.err());
        let mut items = size.items + 1;
        // Unless it was moved there in one step.
        if parent.symlink_metadata(name).is_ok() {
            let unheeded = || Ok(());
            let removed = match &trash_id {
                // Half of it would be no better: it is all in the trash.
                Some(id) => {
                    state.life.check().inspect_err(|_| state.undiscard(id.clone()))?;
                    remove_tree(&parent, name, &unheeded)
                }
                None => {
                    let may = changeable(&parent, name, &alive);
                    may.map_err(|error| explain(&error).with("items_removed", 0))?;
                    remove_tree(&parent, name, &alive)
                }
            };
            let (removed, failure) = removed;
            if let Some(error) = failure {
                let error = explain(&error).with("items_removed", removed);
                return Err(trash_id.into_iter().fold(error, |error, id| error.with("trash_id", id)));
            }
            items = removed;
        }
        sync(&parent);
        Ok(Removed { items, trash_id, not_kept })
    }

    /// Refuses to take away a root, or a folder that holds one or janito's own state.
    pub(super) fn refuse_root(&self, place: &Place<'_>, what: &str) -> Result<(), ToolError> {
        if place.is_root() || self.0.workspace.holds_a_root(place) {
            return Err(ToolError::denied(format!(
                "{} is a root of this session, or holds one, and is never {what}; name what is in it",
                place.shown
            )));
        }
        if self.0.workspace.holds_own(place) {
            return Err(ToolError::denied(format!(
                "{} holds janito's own state, and is never {what}; name what else is in it",
                place.shown
            )));
        }
        Ok(())
    }
}
