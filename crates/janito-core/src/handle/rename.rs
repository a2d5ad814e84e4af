//! Moving: in one step where the system can, else by a copy that is whole before the source goes. Nothing is replaced unless that was asked for.

use super::change::refuse_rules;
use super::explain::{explain, not_kept, words};
use super::file::{alive, form};
use super::writer::trimmed;
use super::{Change, Existing, Writer};
use crate::disk::{
    At, Busy, Copying, Folders, Lock, Unlocked, Within, carry, changeable, copy, descend, may_change, names,
    remove_tree, same, sync,
};
use crate::error::ToolError;
use crate::trash::{Discarded, Held, NotKept};
use crate::workspace::{Links, Place};
use cap_std::fs::{Dir, Metadata};
use std::ffi::OsStr;
use std::io;
use std::path::Path;

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
    /// Why that file cannot be brought back; nothing if there was none.
    pub not_kept: Option<NotKept>,
}

/// One end of a move.
struct End<'a> {
    place: Place<'a>,
    folder: Dir,
    /// What is there.
    found: Option<Metadata>,
}

impl End<'_> {
    fn at(&self) -> At<'_> {
        (&self.folder, self.name())
    }

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
    /// `exists`), lies in the source or cannot be written, or if the call has ended. A copy whose source could not be removed is told with
    /// the fact `copied`.
    pub fn rename(
        &self,
        from: impl AsRef<Path>,
        to: impl AsRef<Path>,
        existing: Existing,
        parents: bool,
        times: bool,
    ) -> Result<Moved, ToolError> {
        let _busy = Busy::begin();
        let state = &self.0;
        state.life.check()?;
        let workspace = &state.workspace;
        let (source, metadata) = self.source(from.as_ref())?;
        let target = workspace.locate(to.as_ref(), Links::Keep)?;
        refuse_rules(&target)?;
        if metadata.is_dir() {
            workspace.refuse_to_hide(&source.place, &target)?;
        }
        let found = self.refuse_target(&source, &metadata, &target, existing)?;
        if target.folder && !metadata.is_dir() {
            return Err(ToolError::new(format!(
                "the destination ends in `/`, so it names a folder: {}; name the whole new path, or leave the `/` out",
                target.shown
            )));
        }
        let (made, folder) = self.target_folder(&target, parents)?;
        let target = End { place: target, folder, found };
        let (copied, kept) = self.carry(&source, &metadata, &target, times)?;
        sync(&target.folder);
        sync(&source.folder);
        workspace.memory.rename(&source.place.path(), target.place.path());
        let root = target.place.root;
        let above = target.place.path();
        state.sweep(&target.folder, above.parent().unwrap_or(&root.real));
        let (trash_id, not_kept) = kept.map_or((None, None), |kept| (kept.clone().ok(), kept.err()));
        Ok(Moved {
            is_directory: metadata.is_dir(),
            overwritten: target.found.is_some(),
            copied,
            created_folders: made.keep().iter().map(|folder| workspace.show(root, folder)).collect(),
            trash_id,
            not_kept,
        })
    }

    /// What is to be moved: the thing that the path names, a link itself.
    fn source(&self, path: &Path) -> Result<(End<'_>, Metadata), ToolError> {
        let workspace = &self.0.workspace;
        let whole = workspace.locate(path, Links::Keep)?;
        let place = if whole.folder { workspace.locate(trimmed(path), Links::Keep)? } else { whole };
        let explain = |error: &io::Error| explain(&self.0, error, "the source", &place.shown);
        let metadata = place.root.dir.symlink_metadata(&place.beneath).map_err(|error| explain(&error))?;
        self.refuse_root(&place, "moved")?;
        if metadata.is_dir() {
            workspace.refuse_hiding(&place, false)?;
        }
        let parent = place.split().map_or(Path::new("."), |(parent, _)| parent);
        let folder = descend(&place.root.dir, parent).map_err(|error| explain(&error))?;
        Ok((End { place, folder, found: Some(metadata.clone()) }, metadata))
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
            Err(error) => return Err(explain(&self.0, &error, "the destination", &target.shown)),
        };
        let shown = &target.shown;
        if one_entry(metadata, &old, &from, &to) {
            return Ok(None);
        }
        if old.is_dir() {
            let inside = Path::new(shown).join(source.name());
            return Err(ToolError::new(format!(
                "Destination already exists, and is a folder: {shown}; to move into it, name the whole new path: {}",
                inside.display()
            ))
            .with("exists", true));
        }
        if metadata.is_dir() || existing == Existing::Keep {
            return Err(Self::taken(shown, metadata));
        }
        if !old.is_file() && !old.is_symlink() {
            return Err(ToolError::new(format!(
                "Destination already exists: {shown} {}, and is not replaced; choose another name",
                form(old.file_type())
            )));
        }
        Ok(Some(old))
    }

    fn taken(shown: &str, metadata: &Metadata) -> ToolError {
        let remedy = if metadata.is_dir() {
            "a folder replaces nothing; move or delete what is there, or choose another name"
        } else {
            "use overwrite=true to replace"
        };
        ToolError::new(format!("Destination already exists: {shown} ({remedy})")).with("exists", true)
    }

    /// The target's folder, open; with `parents` made if it is missing.
    fn target_folder(&self, target: &Place<'_>, parents: bool) -> Result<(Folders, Dir), ToolError> {
        let parent = target.split().map_or(Path::new("."), |(parent, _)| parent);
        if parents {
            let made = Folders::make(&target.root.dir, parent);
            return made.map_err(|error| explain(&self.0, &error, "the destination", &target.shown));
        }
        let folder = descend(&target.root.dir, parent).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                let parent = self.0.workspace.show(target.root, parent);
                ToolError::new(format!("the folder {parent} does not exist (use create_dirs=true to make it)"))
                    .with("missing", parent)
            }
            _ => explain(&self.0, &error, "the destination", &target.shown),
        })?;
        Ok((Folders::default(), folder))
    }

    /// Does it; returns whether it was by a copy, and what a replaced file is brought back by, or why it is not.
    fn carry(
        &self,
        source: &End<'_>,
        metadata: &Metadata,
        target: &End<'_>,
        times: bool,
    ) -> Result<(bool, Option<Result<String, NotKept>>), ToolError> {
        let state = &self.0;
        // In the order of the paths, so that two who swap files do not wait for one another.
        let (first, second) =
            if source.place.path() < target.place.path() { (source, target) } else { (target, source) };
        let first = self.lock(first, &[])?;
        let _second = self.lock(second, &first.iter().collect::<Vec<_>>())?;
        let kept = match &target.found {
            Some(old) if !same(old, metadata) => {
                let held = Held { folder: target.folder.try_clone()?, name: target.name().to_owned() };
                let root = &target.place.root.real;
                let kept = state.discard(held, &target.place.path(), root, old, old.len(), Discarded::Replaced);
                Some(kept.map_err(|error| not_kept(state, &error, &target.place.shown))?)
            }
            _ => None,
        };
        let alive = || alive(state);
        let how = Copying { times, alive: &alive };
        let (from, to) = (source.at(), target.at());
        let moved = alive().and_then(|()| match &target.found {
            // Two names of one file: a rename would do nothing.
            Some(old) if same(old, metadata) => from.0.remove_file(from.1).map(|()| false),
            Some(_) => match from.0.rename(from.1, to.0, to.1) {
                Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
                    changeable(from.0, from.1, &alive).and_then(|()| copy(from, to, true, how)).map(|()| true)
                }
                renamed => renamed.map(|()| false),
            },
            None => match carry(from, to, how) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && is_recased(source, metadata, target) => {
                    from.0.rename(from.1, to.0, to.1).map(|()| false)
                }
                carried => carried,
            },
        });
        let copied = moved.map_err(|error| {
            if let Some(Ok(id)) = &kept {
                state.undiscard(id.clone());
            }
            match error.kind() {
                io::ErrorKind::AlreadyExists => Self::taken(&target.place.shown, metadata),
                _ => explain(state, &error, "the destination", &self.denier(&error, source, metadata, target)),
            }
        })?;
        if copied {
            Self::remove_source(source, metadata, &target.place.shown)?;
        }
        Ok((copied, kept))
    }

    /// What an error of a move is about, as people and models see it: of a refusal, the folder that refuses.
    fn denier(&self, error: &io::Error, source: &End<'_>, metadata: &Metadata, target: &End<'_>) -> String {
        let shown = |end: &End<'_>| {
            let parent = end.place.split().map_or(Path::new("."), |(parent, _)| parent);
            self.0.workspace.show(end.place.root, parent)
        };
        // What is met in the copying of a folder lies in the source.
        if Within::of(error).is_some() {
            return source.place.shown.clone();
        }
        if error.kind() != io::ErrorKind::PermissionDenied {
            return target.place.shown.clone();
        }
        let closed = [source, target].into_iter().find(|end| may_change(&end.folder).is_err());
        match closed {
            Some(end) => shown(end),
            // To be moved, a folder itself must be writable.
            None if metadata.is_dir() => source.place.shown.clone(),
            None => target.place.shown.clone(),
        }
    }

    /// Removes what was copied.
    fn remove_source(source: &End<'_>, metadata: &Metadata, target: &str) -> Result<(), ToolError> {
        let (folder, name) = source.at();
        let removed = if metadata.is_dir() {
            // Half of it would be no better, also if the call is over.
            remove_tree(folder, name, &|| Ok(())).1.map_or(Ok(()), Err)
        } else {
            folder.remove_file(name)
        };
        removed.map_err(|error| {
            let (shown, reason) = (&source.place.shown, words(&error));
            ToolError::new(format!(
                "{shown} was copied to {target}, and that copy is whole, but the source could not be removed ({reason}); delete what is left of {shown}, or the copy"
            ))
            .with("copied", true)
        })
    }

    /// Waits until nobody else changes a file; everything else needs no lock.
    fn lock(&self, end: &End<'_>, held: &[&Lock]) -> Result<Option<Lock>, ToolError> {
        if !end.found.as_ref().is_some_and(Metadata::is_file) {
            return Ok(None);
        }
        match Lock::take(&end.folder, end.name(), held, &|| alive(&self.0)) {
            Ok(lock) => Ok(Some(lock)),
            Err(Unlocked::Busy) => Err(Change::busy(&end.place.shown)),
            // Who may not read a file may move it all the same.
            Err(Unlocked::Error(error)) if error.kind() == io::ErrorKind::PermissionDenied => Ok(None),
            Err(Unlocked::Error(error)) if error.kind() == io::ErrorKind::NotFound => Err(ToolError::retry(format!(
                "somebody else moved or deleted the file meanwhile: {}; look what is there now, and call again",
                end.place.shown
            ))),
            Err(Unlocked::Error(error)) => Err(explain(&self.0, &error, "the file", &end.place.shown)),
            Err(Unlocked::Other(_)) => Ok(None),
        }
    }
}

/// Whether both are one entry, of which only the case is to change: where the file system knows no case, the new name is the old one.
fn one_entry(metadata: &Metadata, old: &Metadata, from: &Path, to: &Path) -> bool {
    let fold = |path: &Path| path.to_string_lossy().to_lowercase();
    same(metadata, old) && (metadata.is_dir() || names(metadata) == 1) && fold(from) == fold(to)
}

fn is_recased(source: &End<'_>, metadata: &Metadata, target: &End<'_>) -> bool {
    let found = target.folder.symlink_metadata(target.name());
    found.is_ok_and(|old| one_entry(metadata, &old, &source.place.path(), &target.place.path()))
}
