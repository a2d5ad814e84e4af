//! Where a change goes: what is there, a lock on it, and what must be refused.

use super::{Change, Existing, Taken};
use crate::disk::{Lock, Unlocked, descend};
use crate::error::ToolError;
use crate::handle::explain::explain;
use crate::handle::file::{alive, form};
use crate::workspace::{Links, Place, Version};
use cap_std::fs::{Dir, FileType, Metadata};
use std::ffi::OsStr;
use std::io::{self, Read as _};
use std::path::Path;

/// Why a file was not locked.
pub(super) enum Refused {
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

impl<'a> Change<'a> {
    /// Where a content goes, and what is there: a link's target is what is replaced.
    pub(super) fn target(&self, path: &Path, existing: Existing) -> Result<(Place<'a>, Option<Metadata>), ToolError> {
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
    pub(super) fn parent<'p>(&self, place: &'p Place<'_>) -> Result<(Dir, &'p OsStr), ToolError> {
        let Some((parent, name)) = place.split() else { return Err(is_directory(&place.shown)) };
        let opened = descend(&place.root.dir, parent);
        let folder = opened.map_err(|error| explain(self.state, &error, "the file", &place.shown))?;
        Ok((folder, name))
    }

    /// Locks a file unless this change has it, and returns where it is kept.
    pub(super) fn lock(&mut self, folder: &Dir, name: &OsStr, place: &Place<'_>) -> Result<usize, Refused> {
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
    pub(super) fn refuse_stale(&self, place: &Place<'_>, lock: &Lock) -> Result<(), ToolError> {
        if self.state.workspace.memory.recall(&place.path()).is_none() {
            return Ok(());
        }
        let mut file = lock.file.try_clone()?;
        io::Seek::rewind(&mut file)?;
        let now = Version::of(&lock.metadata, &mut file)?;
        self.refuse_changed(place, &now, &[])
    }

    pub(super) fn refuse_changed(&self, place: &Place<'_>, now: &Version, content: &[u8]) -> Result<(), ToolError> {
        let known = self.state.workspace.memory.recall(&place.path());
        if !known.is_some_and(|known| known.differs(now)) {
            return Ok(());
        }
        let error = changed(&place.shown);
        let excerpt = String::from_utf8_lossy(&content[..content.len().min(EXCERPT)]).into_owned();
        Err(if excerpt.is_empty() { error } else { error.with("begins_now", excerpt) })
    }

    pub(in crate::handle) fn busy(shown: &str) -> ToolError {
        ToolError::retry(format!("another program is changing the file: {shown}; try again later"))
    }

    pub(super) fn kept(&self, shown: &str) -> ToolError {
        // A tool tells this from other failures, to say which argument would replace the file.
        let error = self.state.workspace.explain(&io::ErrorKind::AlreadyExists.into(), "the file", shown);
        error.with("exists", true)
    }
}

/// How much of a file that was changed is shown.
const EXCERPT: usize = 2000;

pub(super) fn begins_with_mark(lock: &Lock) -> io::Result<bool> {
    let mut file = lock.file.try_clone()?;
    io::Seek::rewind(&mut file)?;
    let mut first = Vec::new();
    file.take(3).read_to_end(&mut first)?;
    Ok(first == *b"\xef\xbb\xbf")
}

/// A rule of what is hidden is the user's: whoever could write it could read everything.
pub(in crate::handle) fn refuse_rules(place: &Place<'_>) -> Result<(), ToolError> {
    if place.beneath.file_name().is_some_and(|name| name == ".janitoignore") {
        return Err(ToolError::denied(format!("{} is the user's alone to write", place.shown)));
    }
    Ok(())
}

/// The refusal of a change that was made in ignorance of another.
pub(super) fn changed(shown: &str) -> ToolError {
    ToolError::new(format!(
        "the file was changed by somebody else since it was last read or written here: {shown}; nothing was written; read it again, and base \
         the change on what it says now"
    ))
    .with("changed", true)
}

pub(super) fn is_directory(shown: &str) -> ToolError {
    ToolError::new(format!("the path is a directory: {shown}")).with("is_directory", true)
}

pub(super) fn not_regular(place: &Place<'_>, kind: FileType) -> ToolError {
    ToolError::new(format!("{} {}, not a regular file; it is left as it is", place.shown, form(kind)))
}
