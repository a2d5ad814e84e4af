//! Moving: in one step where the system can, else by a copy that is whole before the source goes. Nothing is replaced unless that was asked for.

use super::file::{alive, form};
use super::{Change, Existing, Writer};
use crate::disk::{Lock, Unlocked, aside, copy_file, copy_tree, put, remove_tree, rename_new, sync};
use crate::error::ToolError;
use crate::trash::{Discarded, Held};
use crate::workspace::{Links, Place};
use cap_std::fs::{Dir, Metadata};
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

/// What a move did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// Whether it was a folder.
    pub is_directory: bool,
    /// Whether a file that was there was replaced.
    pub overwritten: bool,
    /// Whether it lies on another file system now, so that it is a copy and the source is gone.
    pub copied: bool,
    /// The folders that were made for it, as people and models see them.
    pub created_folders: Vec<String>,
    /// What the file that was replaced is brought back from the trash by.
    pub trash_id: Option<String>,
}

/// One end of a move.
struct End<'a> {
    place: Place<'a>,
    folder: Dir,
}

impl End<'_> {
    fn name(&self) -> &OsStr {
        self.place.beneath.file_name().unwrap_or_default()
    }
}

impl Writer {
    /// Moves a file, a link itself, or a folder to a path, which is its new name and never the folder to put it in. With `parents` missing
    /// folders above it are made; `existing` says what becomes of a file there. A folder never replaces anything. `times`: a copy on another
    /// file system gets the source's times.
    ///
    /// # Errors
    ///
    /// If a path leads outside the roots, the source does not exist, is a root or holds what is hidden, the target exists (then with the fact
    /// `exists`), lies in the source or cannot be written, or if the call has ended.
    pub fn rename(
        &self,
        from: impl AsRef<Path>,
        to: impl AsRef<Path>,
        existing: Existing,
        parents: bool,
        times: bool,
    ) -> Result<Moved, ToolError> {
        self.0.life.check()?;
        let workspace = &self.0.workspace;
        let source = workspace.locate(from.as_ref(), Links::Keep)?;
        let metadata = source.root.dir.symlink_metadata(&source.beneath);
        let metadata = metadata.map_err(|error| workspace.explain(&error, "the source", &source.shown))?;
        self.refuse_root(&source, "moved")?;
        if metadata.is_dir() {
            workspace.refuse_hiding(&source, false)?;
        }
        let source = self.end(source, "the source")?;
        let target = workspace.locate(to.as_ref(), Links::Keep)?;
        if target.beneath.file_name().is_some_and(|name| name == ".janitoignore") {
            return Err(ToolError::denied(format!("{} is the user's alone to write", target.shown)));
        }
        let old = self.refuse_target(&source, &metadata, &target, existing)?;
        let (target, created) = self.target_end(target, parents)?;
        let made = self.carry(&source, &metadata, &target, old.as_ref(), times);
        let (copied, trash_id) = made.inspect_err(|_| {
            for folder in created.iter().rev() {
                let _ = target.place.root.dir.remove_dir(folder);
            }
        })?;
        sync(&target.folder);
        sync(&source.folder);
        workspace.memory.rename(&source.place.path(), target.place.path());
        Ok(Moved {
            is_directory: metadata.is_dir(),
            overwritten: old.is_some(),
            copied,
            created_folders: created.iter().map(|folder| workspace.show(target.place.root, folder)).collect(),
            trash_id,
        })
    }

    fn end<'a>(&self, place: Place<'a>, what: &str) -> Result<End<'a>, ToolError> {
        let parent = place.split().map_or(Path::new("."), |(parent, _)| parent);
        let opened = place.root.dir.open_dir(parent);
        let folder = opened.map_err(|error| self.0.workspace.explain(&error, what, &place.shown))?;
        Ok(End { place, folder })
    }

    /// Refuses a target that is not free; returns the file that is to be replaced.
    fn refuse_target(
        &self,
        source: &End<'_>,
        metadata: &Metadata,
        target: &Place<'_>,
        existing: Existing,
    ) -> Result<Option<Metadata>, ToolError> {
        let (from, to) = (source.place.path(), target.path());
        if from == to {
            return Err(ToolError::new(format!("Source and destination are the same: {}", target.shown)));
        }
        if metadata.is_dir() && to.starts_with(&from) {
            return Err(ToolError::new(format!(
                "a folder cannot be moved into itself: {} lies in {}",
                target.shown, source.place.shown
            )));
        }
        let old = match target.root.dir.symlink_metadata(&target.beneath) {
            Ok(old) => old,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.0.workspace.explain(&error, "the destination", &target.shown)),
        };
        let shown = &target.shown;
        if old.is_dir() {
            let inside = Path::new(shown).join(source.name());
            return Err(ToolError::new(format!(
                "Destination already exists, and is a folder: {shown}; to move into it, name the whole new path: {}",
                inside.display()
            ))
            .with("exists", true));
        }
        if metadata.is_dir() || existing == Existing::Keep {
            let remedy = if metadata.is_dir() { "a folder replaces nothing" } else { "use overwrite=true to replace" };
            return Err(ToolError::new(format!("Destination already exists: {shown} ({remedy})")).with("exists", true));
        }
        if !old.is_file() && !old.is_symlink() {
            return Err(ToolError::new(format!("{shown} {}; it is not replaced", form(old.file_type()))));
        }
        Ok(Some(old))
    }

    /// The target's folder, open; with `parents` made if it is missing, and what was made.
    fn target_end<'a>(&self, target: Place<'a>, parents: bool) -> Result<(End<'a>, Vec<PathBuf>), ToolError> {
        let parent = target.split().map(|(parent, _)| parent.to_owned()).unwrap_or_default();
        let missing: Vec<PathBuf> = parent
            .ancestors()
            .filter(|folder| !folder.as_os_str().is_empty())
            .take_while(|folder| {
                let found = target.root.dir.symlink_metadata(folder);
                found.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
            })
            .map(Path::to_owned)
            .collect();
        let mut created = Vec::new();
        if let Some(first) = missing.last() {
            if !parents {
                return Err(ToolError::new(format!(
                    "the folder {} does not exist (use create_dirs=true to make it)",
                    self.0.workspace.show(target.root, &parent)
                ))
                .with("missing", self.0.workspace.show(target.root, first)));
            }
            for folder in missing.into_iter().rev() {
                let made = target.root.dir.create_dir(&folder);
                made.map_err(|error| self.0.workspace.explain(&error, "the folder", &target.shown))?;
                created.push(folder);
            }
        }
        Ok((self.end(target, "the destination")?, created))
    }

    /// Does it; returns whether it was by a copy, and what a replaced file is brought back by.
    fn carry(
        &self,
        source: &End<'_>,
        metadata: &Metadata,
        target: &End<'_>,
        old: Option<&Metadata>,
        times: bool,
    ) -> Result<(bool, Option<String>), ToolError> {
        let state = &self.0;
        let alive = || alive(state);
        let _locks = (self.lock(source, metadata)?, old.map(|old| self.lock(target, old)).transpose()?);
        let trash_id = match old {
            Some(old) => {
                let held = Held { folder: target.folder.try_clone()?, name: target.name().to_owned() };
                let root = &target.place.root.real;
                let kept = state.discard(held, &target.place.path(), root, old, old.len(), Discarded::Replaced);
                kept.map_err(|error| {
                    ToolError::new(format!("the file that would be replaced could not be kept in the trash: {error}"))
                })?
            }
            None => None,
        };
        state.life.check()?;
        let (from, to) = ((&source.folder, source.name()), (&target.folder, target.name()));
        let moved = match old {
            // Two names of one file: a rename would do nothing.
            Some(old) if same(old, metadata) => from.0.remove_file(from.1),
            Some(_) => from.0.rename(from.1, to.0, to.1),
            None => rename_new(from.0, from.1, to.0, to.1),
        };
        let moved = match moved {
            Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
                copy_over(from, to, metadata, old.is_some(), times, &alive).map(|()| true)
            }
            moved => moved.map(|()| false),
        };
        match moved {
            Ok(copied) => Ok((copied, trash_id)),
            Err(_) if state.life.is_over() => Err(ToolError::ended()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let message =
                    format!("Destination already exists: {} (use overwrite=true to replace)", target.place.shown);
                Err(ToolError::new(message).with("exists", true))
            }
            Err(error) => Err(state.workspace.explain(&error, "the destination", &target.place.shown)),
        }
    }

    /// Waits until nobody else changes a file; everything else needs no lock.
    fn lock(&self, end: &End<'_>, metadata: &Metadata) -> Result<Option<Lock>, ToolError> {
        if !metadata.is_file() {
            return Ok(None);
        }
        match Lock::take(&end.folder, end.name(), false, &|| alive(&self.0)) {
            Ok(lock) => Ok(Some(lock)),
            Err(Unlocked::Busy) => Err(Change::busy(&end.place.shown)),
            // Who may not read a file may move it all the same.
            Err(Unlocked::Error(error)) if error.kind() == io::ErrorKind::PermissionDenied => Ok(None),
            Err(Unlocked::Error(error)) => Err(self.0.workspace.explain(&error, "the file", &end.place.shown)),
            Err(Unlocked::Other(_)) => Ok(None),
        }
    }
}

/// Copies to another file system under a name beside, gives it the name, and removes the source.
fn copy_over(
    from: (&Dir, &OsStr),
    to: (&Dir, &OsStr),
    metadata: &Metadata,
    over: bool,
    times: bool,
    alive: &dyn Fn() -> io::Result<()>,
) -> io::Result<()> {
    let beside = aside(to.1);
    let copied = if metadata.is_dir() {
        copy_tree(from.0, from.1, to.0, &beside, alive)
    } else {
        copy_file(from.0, from.1, to.0, &beside, times, alive)
    };
    let named =
        copied.and_then(|()| if over { put(to.0, &beside, to.1) } else { rename_new(to.0, &beside, to.0, to.1) });
    if let Err(error) = named {
        let _ = if metadata.is_dir() { to.0.remove_dir_all(&beside) } else { to.0.remove_file(&beside) };
        return Err(error);
    }
    if metadata.is_dir() {
        return remove_tree(from.0, from.1, alive).1.map_or(Ok(()), Err);
    }
    from.0.remove_file(from.1)
}

#[cfg(unix)]
fn same(one: &Metadata, other: &Metadata) -> bool {
    use cap_std::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn same(_: &Metadata, _: &Metadata) -> bool {
    false
}
