//! The end of a change: what was staged is made, in its order, and taken back where one fails.

use super::{Change, Existing, Written, changed};
use crate::disk::{Copying, Draft, Folders, aside, copy, names, put, rename_new, same, sync};
use crate::error::ToolError;
use crate::handle::explain::{explain, not_kept};
use crate::handle::file::alive;
use crate::trash::{Held, NotKept};
use crate::workspace::Version;
use cap_std::fs::{Dir, Metadata};
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// One file's change, not yet made.
pub(super) struct Staged {
    /// Absolute, for the session's memory.
    pub(super) path: PathBuf,
    pub(super) root: PathBuf,
    pub(super) shown: String,
    pub(super) folder: Dir,
    pub(super) name: OsString,
    pub(super) step: Step,
    pub(super) existing: Existing,
    /// What was there before.
    pub(super) old: Option<Metadata>,
    pub(super) had_mark: bool,
    /// Folders that were made for it, and go if nothing comes of it; after what is in them.
    pub(super) made: Folders,
}

pub(super) enum Step {
    Put(Option<Draft>, Option<Version>),
    Remove,
}

/// What takes a step back.
enum Undo {
    Remove(Dir, OsString),
    Return { folder: Dir, aside: OsString, name: OsString },
}

impl Change<'_> {
    /// Makes all changes that were staged, in their order. If one fails, those before it are taken back. What was replaced or removed goes
    /// to the trash, if the session has one.
    ///
    /// # Errors
    ///
    /// If a file cannot be put in its place or kept in the trash, or if the call has ended.
    pub fn commit(mut self) -> Result<Vec<Written>, ToolError> {
        let mut staged = std::mem::take(&mut self.staged);
        let together = staged.len() > 1;
        let (mut undo, mut written) = (Vec::new(), Vec::new());
        for one in &mut staged {
            match self.make(one, together, &mut undo) {
                Ok(done) => written.push(done),
                Err(error) => {
                    take_back(undo);
                    for id in written.into_iter().filter_map(|written| written.trash_id) {
                        self.state.undiscard(id);
                    }
                    // From the last: a folder that was made for one file may be in one that was made for another.
                    while staged.pop().is_some() {}
                    return Err(error);
                }
            }
        }
        for one in undo {
            if let Undo::Return { folder, aside, .. } = one {
                let _ = folder.remove_file(aside);
            }
        }
        for one in staged {
            sync(&one.folder);
            self.state.sweep(&one.folder, one.path.parent().unwrap_or(&one.root));
            one.made.keep();
            match one.step {
                Step::Put(_, Some(version)) => self.state.workspace.memory.update(&one.path, version),
                _ => self.state.workspace.memory.forget(&one.path),
            }
        }
        Ok(written)
    }

    fn make(&self, one: &mut Staged, together: bool, undo: &mut Vec<Undo>) -> Result<Written, ToolError> {
        alive(self.state).map_err(|_| ToolError::ended())?;
        refuse_overtaken(one)?;
        let kept = one.old.as_ref().map(|old| self.discard(one, old)).transpose()?;
        let (trash_id, not_kept) = kept.map_or((None, None), |kept| (kept.clone().ok(), kept.err()));
        let other_names = one.old.as_ref().map_or(0, |old| names(old).saturating_sub(1));
        if let Err(error) = step(one, together, undo, &|| alive(self.state)) {
            if let Some(id) = trash_id {
                self.state.undiscard(id);
            }
            return Err(match error.kind() {
                io::ErrorKind::AlreadyExists => self.kept(&one.shown),
                _ => explain(self.state, &error, "the file", &one.shown),
            });
        }
        Ok(Written { replaced: one.old.is_some(), had_mark: one.had_mark, other_names, trash_id, not_kept })
    }

    /// Keeps what is about to go.
    fn discard(&self, one: &Staged, old: &Metadata) -> Result<Result<String, NotKept>, ToolError> {
        let why = if matches!(one.step, Step::Remove) { crate::Discarded::Deleted } else { crate::Discarded::Replaced };
        let held = Held { folder: one.folder.try_clone()?, name: one.name.clone() };
        let kept = self.state.discard(held, &one.path, &one.root, old, old.len(), why);
        kept.map_err(|error| not_kept(self.state, &error, &one.shown))
    }
}

/// Refuses to replace a file that somebody who asks for no lock has changed since it was locked.
fn refuse_overtaken(one: &Staged) -> Result<(), ToolError> {
    let Some(old) = one.old.as_ref().filter(|old| old.is_file()) else { return Ok(()) };
    let is_old =
        |now: &Metadata| same(now, old) && now.len() == old.len() && now.modified().ok() == old.modified().ok();
    match one.folder.symlink_metadata(&one.name) {
        Ok(now) if now.is_file() && !is_old(&now) => Err(changed(&one.shown)),
        // What is no file, or gone, is told where that matters.
        _ => Ok(()),
    }
}

/// Makes one change; with others, so that it can be taken back.
fn step(one: &mut Staged, together: bool, undo: &mut Vec<Undo>, alive: &dyn Fn() -> io::Result<()>) -> io::Result<()> {
    let (folder, name) = (&one.folder, &one.name);
    let back = match (&one.old, together) {
        (Some(_), true) => {
            let aside = aside(name);
            if folder.hard_link(name, folder, &aside).is_err() {
                let how = Copying { times: true, alive };
                copy((folder, name), (folder, &aside), false, how)?;
            }
            Some(Undo::Return { folder: folder.try_clone()?, aside, name: name.clone() })
        }
        (None, true) => Some(Undo::Remove(folder.try_clone()?, name.clone())),
        (_, false) => None,
    };
    let made = match &mut one.step {
        Step::Remove => folder.remove_file(name),
        Step::Put(draft, _) => match (draft.take(), one.existing) {
            (None, _) => Ok(()),
            (Some(draft), Existing::Keep) => draft.put_new(name),
            // A file that came meanwhile is not one that was to be replaced.
            (Some(draft), Existing::Replace) if one.old.is_none() => draft.put_new(name),
            (Some(draft), Existing::Replace) => draft.put_over(name),
        },
    };
    match (made, back) {
        (Ok(()), back) => undo.extend(back),
        (Err(error), Some(Undo::Return { folder, aside, .. })) => {
            let _ = folder.remove_file(aside);
            return Err(error);
        }
        (Err(error), _) => return Err(error),
    }
    Ok(())
}

/// Takes changes back, the last first. One that cannot be taken back leaves the old file beside, under a name that stays.
fn take_back(undo: Vec<Undo>) {
    for one in undo.into_iter().rev() {
        let _ = match one {
            Undo::Remove(folder, name) => folder.remove_file(name),
            Undo::Return { folder, aside, name } => {
                let back = match folder.symlink_metadata(&name) {
                    Ok(_) => put(&folder, &aside, &name),
                    Err(_) => rename_new(&folder, &aside, &folder, &name),
                };
                back.or_else(|_| {
                    let mut kept = name.clone();
                    kept.push(".janito-old");
                    rename_new(&folder, &aside, &folder, &kept)
                })
            }
        };
    }
}
