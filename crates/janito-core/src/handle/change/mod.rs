//! A change of several files: each is locked, read, drafted beside its place, and at the end all are put there, or none.

mod commit;
mod target;

use super::explain::explain;
use super::file::{File, alive};
use super::{CallState, Reader};
use crate::disk::{Busy, Draft, Folders, Lock, Old};
use crate::error::ToolError;
use crate::trash::NotKept;
use crate::workspace::{Links, Version};
use cap_std::fs::Metadata;
use commit::{Staged, Step};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
pub(super) use target::refuse_rules;
use target::{Refused, begins_with_mark, changed, is_directory};

/// What to do with a file that is already there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Leave it, and fail.
    Keep,
    /// Put the new content in its place; its mode stays.
    Replace,
}

/// What became of one file of a [`Change`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Whether a file was there before.
    pub replaced: bool,
    /// Whether that file began with a byte order mark of UTF-8, as far as it can be told.
    pub had_mark: bool,
    /// How many other names that file had, which still have the old content.
    pub other_names: u64,
    /// What the old file is brought back from the trash by.
    pub trash_id: Option<String>,
    /// Why it cannot be brought back; nothing if there was none.
    pub not_kept: Option<NotKept>,
}

/// Files that are locked, read and then put in place together: all of them or none.
///
/// Whoever changes several takes them in the order of their paths, so that two changes do not wait for one another. A crash while they are
/// put in place may leave some of them changed, but each of them whole.
#[must_use = "nothing is changed before `commit`"]
pub struct Change<'a> {
    state: &'a Arc<CallState>,
    taken: Vec<Taken>,
    staged: Vec<Staged>,
    /// Until all that it has put beside places is gone.
    _busy: Busy,
}

/// A file that is locked.
struct Taken {
    path: PathBuf,
    lock: Lock,
}

/// What a file that was not there before is like.
enum New<'a> {
    /// As the system makes it.
    Plain,
    /// With the owner and mode of another, even where there was one.
    Like(Old<'a>),
    /// With its times, too.
    Copy(Old<'a>),
}

impl<'a> Change<'a> {
    pub(super) fn new(state: &'a Arc<CallState>) -> Self {
        Self { state, taken: Vec::new(), staged: Vec::new(), _busy: Busy::begin() }
    }

    /// Locks a file against other changes, of this program and of others that lock, and reads it whole. A link is followed.
    ///
    /// # Errors
    ///
    /// If the path leads outside the roots, is no regular file or longer than `most` bytes, was changed by others since the session read it
    /// (then with the fact `changed`), if somebody else changes it for long, or if the call has ended.
    pub fn take(&mut self, files: &Reader, path: impl AsRef<Path>, most: u64) -> Result<Vec<u8>, ToolError> {
        // The reader is the proof that the tool may read.
        let Reader(state) = files;
        state.life.check()?;
        let place = state.workspace.locate(path.as_ref(), Links::Follow)?;
        let (folder, name) = self.parent(&place)?;
        let at = self.lock(&folder, name, &place).map_err(ToolError::from)?;
        let lock = &self.taken[at].lock;
        let length = lock.metadata.len();
        if length > most {
            return Err(ToolError::new(format!(
                "the file is too long to be changed as a text: {} has {length} bytes, and {most} are the most",
                place.shown
            ))
            .with("size", length));
        }
        let inner = lock.file.try_clone()?;
        let mut file =
            File { inner, path: Some(place.path()), metadata: lock.metadata.clone(), state: Arc::clone(state) };
        // It may have been read before.
        io::Seek::rewind(&mut file)?;
        let mut content = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
        file.read_to_end(&mut content)?;
        self.refuse_changed(&place, &Version::of_content(&lock.metadata, &content), &content)?;
        Ok(content)
    }

    /// Stages a file's new content. Missing folders are made; a link is followed.
    ///
    /// # Errors
    ///
    /// As for [`Writer::write`](super::Writer::write).
    pub fn write(&mut self, path: impl AsRef<Path>, content: &[u8], existing: Existing) -> Result<(), ToolError> {
        let version = |metadata: &Metadata| Some(Version::of_content(metadata, content));
        self.stage(path.as_ref(), &mut &content[..], existing, &New::Plain, &version)
    }

    /// Lets whoever may read the file that was staged last run it, too, or lets nobody. Where the system has no such mode, nothing is done.
    ///
    /// # Errors
    ///
    /// If the system does not let the mode be changed.
    pub fn executable(&mut self, executable: bool) -> Result<(), ToolError> {
        if let Some(Staged { step: Step::Put(Some(draft), _), shown, .. }) = self.staged.last() {
            let set = draft.set_executable(executable);
            set.map_err(|error| explain(self.state, &error, "the file", shown))?;
        }
        Ok(())
    }

    /// Stages a file with the owner and the mode of one that this change took: what it becomes under another name.
    ///
    /// # Errors
    ///
    /// As for [`Writer::write`](super::Writer::write), or if the other one was not taken.
    pub fn write_like(
        &mut self,
        path: impl AsRef<Path>,
        content: &[u8],
        like: impl AsRef<Path>,
        existing: Existing,
    ) -> Result<(), ToolError> {
        let place = self.state.workspace.locate(like.as_ref(), Links::Follow)?;
        let taken = self.taken.iter().find(|taken| taken.path == place.path());
        let taken = taken.ok_or_else(|| ToolError::new(format!("{} was not taken by this change", place.shown)))?;
        let (metadata, file) = (taken.lock.metadata.clone(), taken.lock.file.try_clone()?);
        let like = New::Like(Old { metadata: &metadata, file: Some(&file) });
        let version = |metadata: &Metadata| Some(Version::of_content(metadata, content));
        self.stage(path.as_ref(), &mut &content[..], existing, &like, &version)
    }

    /// Stages a file's new content, read from a file that is open, whose owner, mode and times a new file gets.
    pub(super) fn copy(&mut self, path: &Path, from: &cap_std::fs::File, existing: Existing) -> Result<(), ToolError> {
        let metadata = from.metadata()?;
        let like = Old { metadata: &metadata, file: Some(from) };
        self.stage(path, &mut &*from, existing, &New::Copy(like), &|_| None)
    }

    /// Stages a file's end. A link itself is meant.
    ///
    /// # Errors
    ///
    /// If the path leads outside the roots, does not exist or is a folder (then with the fact `is_directory`), if somebody else changes it for
    /// long, or if the call has ended.
    pub fn remove(&mut self, path: impl AsRef<Path>) -> Result<(), ToolError> {
        self.state.life.check()?;
        let workspace = &self.state.workspace;
        let place = workspace.locate(path.as_ref(), Links::Keep)?;
        let metadata = place.root.dir.symlink_metadata(&place.beneath);
        let old = metadata.map_err(|error| workspace.explain(&error, "the file", &place.shown))?;
        if old.is_dir() {
            return Err(is_directory(&place.shown));
        }
        let (folder, name) = self.parent(&place)?;
        if old.is_file() {
            match self.lock(&folder, name, &place) {
                // Who may not read a file may delete it all the same.
                Err(Refused::Closed(_)) => {}
                locked => _ = locked.map_err(ToolError::from)?,
            }
        }
        self.staged.push(Staged {
            path: place.path(),
            root: place.root.real.clone(),
            name: name.to_owned(),
            folder,
            step: Step::Remove,
            existing: Existing::Replace,
            old: Some(old),
            had_mark: false,
            made: Folders::default(),
            shown: place.shown,
        });
        Ok(())
    }

    fn stage(
        &mut self,
        path: &Path,
        content: &mut dyn Read,
        existing: Existing,
        new: &New<'_>,
        version: &dyn Fn(&Metadata) -> Option<Version>,
    ) -> Result<(), ToolError> {
        self.state.life.check()?;
        let (place, old) = self.target(path, existing)?;
        refuse_rules(&place)?;
        let Some((parent, name)) = place.split() else { return Err(is_directory(&place.shown)) };
        let made = Folders::make(&place.root.dir, parent);
        let (made, folder) = made.map_err(|error| explain(self.state, &error, "the file", &place.shown))?;
        let at = old.as_ref().map(|_| self.lock(&folder, name, &place)).transpose().map_err(ToolError::from)?;
        let lock = at.map(|at| &self.taken[at].lock);
        let had_mark = match lock {
            Some(lock) => {
                self.refuse_stale(&place, lock)?;
                begins_with_mark(lock).unwrap_or(false)
            }
            None => false,
        };
        let old = lock.map(|lock| lock.metadata.clone());
        let kept = lock.map(|lock| Old { metadata: &lock.metadata, file: Some(&lock.file) });
        let alive = || alive(self.state);
        let like = match new {
            New::Like(like) => Some(like),
            New::Copy(like) => kept.as_ref().or(Some(like)),
            New::Plain => kept.as_ref(),
        };
        let draft = Draft::write(&folder, name, content, like, &alive).and_then(|draft| {
            if let New::Copy(like) = new
                && kept.is_none()
            {
                draft.keep_times(like.metadata)?;
            }
            Ok((version(&draft.metadata()?), draft))
        });
        let (path, root) = (place.path(), place.root.real.clone());
        let (version, draft) = draft.map_err(|error| explain(self.state, &error, "the file", &place.shown))?;
        let (name, step) = (name.to_owned(), Step::Put(Some(draft), version));
        self.staged.push(Staged { path, root, shown: place.shown, folder, name, step, existing, old, had_mark, made });
        Ok(())
    }
}

impl Drop for Change<'_> {
    fn drop(&mut self) {
        // From the last, as in `commit`.
        while self.staged.pop().is_some() {}
    }
}
