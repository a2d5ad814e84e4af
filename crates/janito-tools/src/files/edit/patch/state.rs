//! The files of a patch together: all are computed before any is written, and every failure is told.
//!
//! A patch may have several sections on one file; each is applied to what the one before made of it.

use super::super::document::Document;
pub(in crate::files) use super::apply::Placed;
use super::apply::{self, prefixed};
use super::headers::{FilePatch, Relation};
use super::hunk::Kind;
use janito_core::ToolError;

/// Where a patch finds the files that it names.
pub(in crate::files) trait Files {
    /// The content of a file.
    fn read(&mut self, path: &str) -> Result<Vec<u8>, ToolError>;
    /// Whether there is something of that name.
    fn exists(&mut self, path: &str) -> bool;
}

/// What a patch does with one file.
#[derive(Debug)]
pub(in crate::files) struct Change {
    pub(in crate::files) path: String,
    /// What it was called before, or what it is a copy of.
    pub(in crate::files) from: Option<String>,
    pub(in crate::files) action: Action,
    pub(in crate::files) before: Vec<u8>,
    pub(in crate::files) after: Vec<u8>,
    pub(in crate::files) placed: Vec<Placed>,
    /// Whether it is new and the patch wants it executable.
    pub(in crate::files) executable: bool,
}

/// What happens to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::files) enum Action {
    Created,
    Modified,
    Deleted,
    Renamed,
    Copied,
}

/// Applies the files of a patch, or says what is wrong with each.
pub(in crate::files) fn apply(
    patches: Vec<FilePatch>,
    reverse: bool,
    files: &mut impl Files,
) -> Result<Vec<Change>, Vec<ToolError>> {
    let mut state = State { files, changes: Vec::new() };
    let mut faults = Vec::new();
    for mut patch in patches {
        let line = patch.line;
        if reverse {
            turn(&mut patch);
        }
        let path = patch.new.clone().or_else(|| patch.old.clone()).unwrap_or_default();
        if let Err(found) = state.apply(patch, reverse) {
            faults.extend(found.iter().map(|error| prefixed(&format!("{path} (line {line} of the patch)"), error)));
        }
    }
    if faults.is_empty() { Ok(state.changes) } else { Err(faults) }
}

/// The same the other way round.
fn turn(patch: &mut FilePatch) {
    std::mem::swap(&mut patch.old, &mut patch.new);
    patch.hunks.iter_mut().for_each(super::hunk::Hunk::reverse);
}

struct State<'a, F> {
    files: &'a mut F,
    changes: Vec<Change>,
}

impl<F: Files> State<'_, F> {
    fn apply(&mut self, patch: FilePatch, reverse: bool) -> Result<(), Vec<ToolError>> {
        let one = |what: &str| vec![ToolError::new(what.to_owned())];
        match (patch.old.clone(), patch.new.clone(), patch.relation) {
            (_, _, Relation::Copied) if reverse => Err(one("a copy cannot be taken back; delete the file")),
            (Some(old), Some(new), Relation::Renamed | Relation::Copied) => self.relate(&patch, old, new),
            (Some(old), Some(new), Relation::Same) => self.modify(&patch, old, new),
            (None, Some(new), _) => self.create(&patch, new),
            (Some(old), None, _) => self.delete(&patch, &old),
            (None, None, _) => Err(one("the patch names no file")),
        }
    }

    fn create(&mut self, patch: &FilePatch, path: String) -> Result<(), Vec<ToolError>> {
        self.vacant(&path)?;
        let applied = patched(&[], patch, true)?;
        self.changes.push(Change {
            path,
            from: None,
            action: Action::Created,
            before: Vec::new(),
            after: applied.bytes,
            placed: Vec::new(),
            executable: patch.executable,
        });
        Ok(())
    }

    fn modify(&mut self, patch: &FilePatch, old: String, new: String) -> Result<(), Vec<ToolError>> {
        let there = |state: &mut Self, path: &str| state.index(path).is_some() || state.files.exists(path);
        let path = match there(self, &new) {
            true => new,
            false if old != new && there(self, &old) => old,
            // A file whose name stands on both sides, and that all lines of the patch are new in, is new.
            false if patch.hunks.iter().all(|hunk| hunk.lines.iter().all(|line| line.kind == Kind::Added)) => {
                return self.create(patch, new);
            }
            false => new,
        };
        if let Some(index) = self.index(&path) {
            let change = &mut self.changes[index];
            if change.action == Action::Deleted {
                return Err(vec![ToolError::new("the patch deletes the file before")]);
            }
            let applied = patched(&change.after, patch, false)?;
            change.after = applied.bytes;
            change.placed.extend(applied.placed);
            return Ok(());
        }
        let before = self.read(&path)?;
        let applied = patched(&before, patch, false)?;
        if applied.bytes == before {
            return Err(vec![ToolError::new("the patch changes nothing in the file")]);
        }
        self.changes.push(Change {
            path,
            from: None,
            action: Action::Modified,
            before,
            after: applied.bytes,
            placed: applied.placed,
            executable: false,
        });
        Ok(())
    }

    fn delete(&mut self, patch: &FilePatch, path: &str) -> Result<(), Vec<ToolError>> {
        self.untouched(path)?;
        let before = self.read(path)?;
        let left = if patch.hunks.is_empty() { !before.is_empty() } else { !patched(&before, patch, false)?.empty };
        if left {
            let message = "the patch deletes the file, but the file has lines that the patch does not remove; remove all of its lines";
            return Err(vec![ToolError::new(message)]);
        }
        self.changes.push(Change {
            path: path.to_owned(),
            from: None,
            action: Action::Deleted,
            before,
            after: Vec::new(),
            placed: Vec::new(),
            executable: false,
        });
        Ok(())
    }

    /// Renames or copies.
    fn relate(&mut self, patch: &FilePatch, old: String, new: String) -> Result<(), Vec<ToolError>> {
        self.untouched(&old)?;
        self.vacant(&new)?;
        let before = self.read(&old)?;
        let (after, placed) = if patch.hunks.is_empty() {
            (before.clone(), Vec::new())
        } else {
            let applied = patched(&before, patch, false)?;
            (applied.bytes, applied.placed)
        };
        let action = if patch.relation == Relation::Copied { Action::Copied } else { Action::Renamed };
        self.changes.push(Change { path: new, from: Some(old), action, before, after, placed, executable: false });
        Ok(())
    }

    fn read(&mut self, path: &str) -> Result<Vec<u8>, Vec<ToolError>> {
        self.files.read(path).map_err(|error| vec![error])
    }

    /// The change of this file so far.
    fn index(&self, path: &str) -> Option<usize> {
        self.changes.iter().rposition(|change| change.path == path)
    }

    /// Fails if the patch has done something with a file.
    fn untouched(&self, path: &str) -> Result<(), Vec<ToolError>> {
        let touched = |change: &Change| change.path == path || change.from.as_deref() == Some(path);
        match self.changes.iter().any(touched) {
            true => Err(vec![ToolError::new(format!("the patch has changed {path} before; make it two patches"))]),
            false => Ok(()),
        }
    }

    /// Fails if there is a file where a new one is to be.
    fn vacant(&mut self, path: &str) -> Result<(), Vec<ToolError>> {
        self.untouched(path)?;
        match self.files.exists(path) {
            true => Err(vec![
                ToolError::new(format!("{path} exists already, and the patch creates it")).with("exists", true),
            ]),
            false => Ok(()),
        }
    }
}

fn patched(bytes: &[u8], patch: &FilePatch, new: bool) -> Result<apply::Applied, Vec<ToolError>> {
    if new && patch.hunks.iter().flat_map(|hunk| &hunk.lines).any(|line| line.kind != Kind::Added) {
        return Err(vec![ToolError::new("the patch creates the file, so all of its lines begin with `+`")]);
    }
    let document = Document::read(bytes, None).map_err(|error| vec![error])?;
    apply::apply(&document, &patch.hunks)
}
