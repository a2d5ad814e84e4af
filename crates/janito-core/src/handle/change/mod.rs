//! A change of several files: each is locked, read, drafted beside its place, and at the end all are put there, or none.

mod commit;

use super::explain::explain;
use super::file::{File, alive, form};
use super::{CallState, Reader};
use crate::disk::{Busy, Draft, Folders, Lock, Old, Unlocked, descend};
use crate::error::ToolError;
use crate::trash::NotKept;
use crate::workspace::{Links, Place, Version};
use cap_std::fs::{Dir, FileType, Metadata};
use commit::{Staged, Step};
use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

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

/// Why a file was not locked.
enum Refused {
    /// It may not be read.
    Closed(ToolError),
    Otherwise(ToolError),
}

impl From<Refused> for ToolError {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Closed(error) | Refused::Otherwise(error) => error,
        }
    }
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

    /// Where a content goes, and what is there: a link's target is what is replaced.
    fn target(&self, path: &Path, existing: Existing) -> Result<(Place<'a>, Option<Metadata>), ToolError> {
        let workspace = &self.state.workspace;
        let mut place = workspace.locate(path, Links::Keep)?;
        if place.folder {
            return Err(ToolError::new(format!(
                "the path ends in `/`, so it names a folder: {}; add the file's name, or leave the `/` out",
                path.display()
            )));
        }
        let look = |place: &Place<'_>| match place.root.dir.symlink_metadata(&place.beneath) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Ok(metadata) if metadata.is_dir() => Err(is_directory(&place.shown)),
            found => found.map(Some).map_err(|error| workspace.explain(&error, "the file", &place.shown)),
        };
        let mut old = look(&place)?;
        if old.as_ref().is_some_and(Metadata::is_symlink) {
            let shown = place.shown;
            place = Place { shown: shown.clone(), ..workspace.locate(path, Links::Follow)? };
            old = look(&place)?;
            if old.is_none() {
                return Err(ToolError::new(format!(
                    "{shown} is a link that leads nowhere; nothing was written; delete the link, or choose another name"
                )));
            }
        }
        match old {
            // Of what is no file, another call would not do better.
            Some(old) if !old.is_file() => Err(not_regular(&place, old.file_type())),
            Some(_) if existing == Existing::Keep => Err(self.kept(&place.shown)),
            old => Ok((place, old)),
        }
    }

    /// The folder that holds a place, open, and the name there.
    fn parent<'p>(&self, place: &'p Place<'_>) -> Result<(Dir, &'p OsStr), ToolError> {
        let Some((parent, name)) = place.split() else { return Err(is_directory(&place.shown)) };
        let opened = descend(&place.root.dir, parent);
        let folder = opened.map_err(|error| explain(self.state, &error, "the file", &place.shown))?;
        Ok((folder, name))
    }

    /// Locks a file unless this change has it, and returns where it is kept.
    fn lock(&mut self, folder: &Dir, name: &OsStr, place: &Place<'_>) -> Result<usize, Refused> {
        let path = place.path();
        if let Some(at) = self.taken.iter().position(|taken| taken.path == path) {
            return Ok(at);
        }
        let held: Vec<&Lock> = self.taken.iter().map(|taken| &taken.lock).collect();
        let lock = Lock::take(folder, name, &held, &|| alive(self.state)).map_err(|unlocked| match unlocked {
            Unlocked::Error(error) => {
                let explained = explain(self.state, &error, "the file", &place.shown);
                let closed = error.kind() == io::ErrorKind::PermissionDenied;
                if closed { Refused::Closed(explained) } else { Refused::Otherwise(explained) }
            }
            Unlocked::Busy => Refused::Otherwise(Self::busy(&place.shown)),
            Unlocked::Other(kind) => Refused::Otherwise(not_regular(place, kind)),
        })?;
        self.taken.push(Taken { path, lock });
        Ok(self.taken.len() - 1)
    }

    /// Refuses to replace a file that was read in this session and has changed since.
    fn refuse_stale(&self, place: &Place<'_>, lock: &Lock) -> Result<(), ToolError> {
        if self.state.workspace.memory.recall(&place.path()).is_none() {
            return Ok(());
        }
        let mut file = lock.file.try_clone()?;
        io::Seek::rewind(&mut file)?;
        let now = Version::of(&lock.metadata, &mut file)?;
        self.refuse_changed(place, &now, &[])
    }

    fn refuse_changed(&self, place: &Place<'_>, now: &Version, content: &[u8]) -> Result<(), ToolError> {
        let known = self.state.workspace.memory.recall(&place.path());
        if !known.is_some_and(|known| known.differs(now)) {
            return Ok(());
        }
        let error = changed(&place.shown);
        let excerpt = String::from_utf8_lossy(&content[..content.len().min(EXCERPT)]).into_owned();
        Err(if excerpt.is_empty() { error } else { error.with("begins_now", excerpt) })
    }

    pub(super) fn busy(shown: &str) -> ToolError {
        ToolError::retry(format!("another program is changing the file: {shown}; try again later"))
    }

    fn kept(&self, shown: &str) -> ToolError {
        // A tool tells this from other failures, to say which argument would replace the file.
        let error = self.state.workspace.explain(&io::ErrorKind::AlreadyExists.into(), "the file", shown);
        error.with("exists", true)
    }
}

impl Drop for Change<'_> {
    fn drop(&mut self) {
        // From the last, as in `commit`.
        while self.staged.pop().is_some() {}
    }
}

/// How much of a file that was changed is shown.
const EXCERPT: usize = 2000;

fn begins_with_mark(lock: &Lock) -> io::Result<bool> {
    let mut file = lock.file.try_clone()?;
    io::Seek::rewind(&mut file)?;
    let mut first = Vec::new();
    file.take(3).read_to_end(&mut first)?;
    Ok(first == *b"\xef\xbb\xbf")
}

/// A rule of what is hidden is the user's: whoever could write it could read everything.
pub(super) fn refuse_rules(place: &Place<'_>) -> Result<(), ToolError> {
    if place.beneath.file_name().is_some_and(|name| name == ".janitoignore") {
        return Err(ToolError::denied(format!("{} is the user's alone to write", place.shown)));
    }
    Ok(())
}

/// The refusal of a change that was made in ignorance of another.
fn changed(shown: &str) -> ToolError {
    ToolError::new(format!(
        "the file was changed by somebody else since it was last read or written here: {shown}; nothing was written; read it again, and base \
         the change on what it says now"
    ))
    .with("changed", true)
}

fn is_directory(shown: &str) -> ToolError {
    ToolError::new(format!("the path is a directory: {shown}")).with("is_directory", true)
}

fn not_regular(place: &Place<'_>, kind: FileType) -> ToolError {
    ToolError::new(format!("{} {}, not a regular file; it is left as it is", place.shown, form(kind)))
}
