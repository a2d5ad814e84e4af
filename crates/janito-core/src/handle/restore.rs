//! Bringing things back from the trash, to where they were.

use super::explain::explain;
use super::file::alive;
use super::{Existing, Writer};
use crate::disk::{Busy, Folders, sync};
use crate::error::ToolError;
use crate::trash::{Held, NotKept, Trash, Trashed};
use crate::workspace::{Links, Place};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// What was brought back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// What it was in the trash.
    pub entry: Trashed,
    /// Where it is now, as people and models see it.
    pub shown: String,
    /// Whether a file that was there was replaced.
    pub replaced: bool,
    /// What that file is brought back by.
    pub trash_id: Option<String>,
    /// Why that file cannot be brought back; nothing if there was none.
    pub not_kept: Option<NotKept>,
}

impl Writer {
    /// What is in the trash and lay beneath this session's roots, the latest first.
    ///
    /// # Errors
    ///
    /// If the session has no trash, it cannot be read, or if the call has ended.
    pub fn trashed(&self) -> Result<Vec<Trashed>, ToolError> {
        let mut entries = self.trash()?.entries().map_err(|error| self.unreadable(&error))?;
        entries.retain(|entry| self.0.workspace.locate(&entry.path, Links::Keep).is_ok());
        Ok(entries)
    }

    /// What was at a path when it was last deleted or replaced; nothing if the trash has nothing of that path.
    ///
    /// # Errors
    ///
    /// If the path leads outside the roots, the trash cannot be read, or if the call has ended.
    pub fn last_trashed(&self, path: impl AsRef<Path>) -> Result<Option<Trashed>, ToolError> {
        let place = self.0.workspace.locate(path.as_ref(), Links::Keep)?.path();
        Ok(self.trashed()?.into_iter().find(|entry| entry.path == place))
    }

    /// Brings a thing back to where it was, from where it goes from the trash. Folders above it are made.
    ///
    /// # Errors
    ///
    /// If there is no such thing, it lay outside the roots, a file is there now that is to be kept (then with the fact `exists`), something
    /// is there that a folder or a link would replace, it cannot be written, or if the call has ended.
    pub fn restore(&self, id: &str, existing: Existing) -> Result<Restored, ToolError> {
        let _busy = Busy::begin();
        let trash = self.trash()?;
        let wanted = id.to_owned();
        let entry = trash.run(move |store| store.entry(&wanted)).map_err(|error| self.unreadable(&error))?;
        let Some(entry) = entry else {
            return Err(ToolError::new(format!(
                "there is nothing in the trash with the id `{id}`; it was brought back before, or dropped"
            )));
        };
        let place = self.0.workspace.locate(&entry.path, Links::Keep)?;
        let wanted = id.to_owned();
        let content = if entry.is_directory {
            None
        } else {
            trash.run(move |store| store.open(&wanted)).map_err(|error| self.unreadable(&error))?
        };
        let (replaced, trash_id, not_kept) = match content {
            Some(content) => {
                let mut change = self.change();
                change.copy(&entry.path, &content, existing)?;
                let written = change.commit()?.pop().ok_or_else(ToolError::ended)?;
                (written.replaced, written.trash_id, written.not_kept)
            }
            None => {
                self.put_back(trash, id, &place)?;
                (false, None, None)
            }
        };
        let dropped = id.to_owned();
        let _ = trash.run(move |store| store.forget(&dropped));
        Ok(Restored { entry, shown: place.shown, replaced, trash_id, not_kept })
    }

    /// Puts a folder or a link back, which never replaces anything.
    fn put_back(&self, trash: &Trash, id: &str, place: &Place<'_>) -> Result<(), ToolError> {
        let state = &self.0;
        let Some((parent, name)) = place.split() else { return Err(state.workspace.outside(&place.shown)) };
        let explain = |error: &io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => ToolError::new(format!(
                "{} is there now, and a folder or a link replaces nothing; move or delete what is there first",
                place.shown
            )),
            _ => explain(state, error, "the path", &place.shown),
        };
        let (made, folder) = Folders::make(&place.root.dir, parent).map_err(|error| explain(&error))?;
        let (id, to) = (id.to_owned(), Held { folder: folder.try_clone()?, name: name.to_owned() });
        let running = Arc::clone(state);
        let put = trash.run_while(&|| alive(state), move |store| store.put_back(&id, &to, &|| alive(&running)));
        put.map_err(|error| explain(&error))?;
        sync(&folder);
        made.keep();
        Ok(())
    }

    fn unreadable(&self, error: &io::Error) -> ToolError {
        explain(&self.0, error, "the trash", "in the state folder")
    }

    fn trash(&self) -> Result<&Trash, ToolError> {
        self.0.life.check()?;
        self.0.workspace.trash.as_ref().ok_or_else(|| {
            ToolError::new(
                "this session has no trash: the host opened it without a state folder, so what is deleted is gone",
            )
        })
    }
}
