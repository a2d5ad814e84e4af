//! The files of a patch together: all are computed before any is written, and every failure is told.
//!
//! A patch may have several sections on one file; each is applied to what the one before made of it.

use super::super::document::Document;
use super::super::faults::named;
pub(in crate::files) use super::apply::Placed;
use super::apply::{Applied, apply_hunks};
use super::headers::{FilePatch, Relation};
use super::hunk::Kind;
use janito_core::ToolError;
use std::collections::BTreeSet;

/// Where a patch finds the files that it names.
pub(in crate::files) trait Files {
    /// The content of a file.
    fn read(&mut self, path: &str) -> Result<Vec<u8>, ToolError>;
    /// Whether there is something of that name.
    fn exists(&mut self, path: &str) -> bool;
}

/// What a patch does with one file.
#[derive(Debug)]
pub(in crate::files) struct Revised {
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

impl Revised {
    /// What the file was called, if it was there.
    pub(in crate::files) fn old_name(&self) -> Option<&str> {
        (self.action != Action::Created).then(|| self.from.as_deref().unwrap_or(&self.path))
    }

    /// What it is called, if it is there.
    pub(in crate::files) fn new_name(&self) -> Option<&str> {
        (self.action != Action::Deleted).then_some(self.path.as_str())
    }
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
    sections: Vec<FilePatch>,
    reverse: bool,
    files: &mut impl Files,
) -> Result<Vec<Revised>, Vec<ToolError>> {
    let mut state = State { files, changes: Vec::new() };
    let mut faults = Vec::new();
    for mut section in sections {
        let line = section.line;
        if reverse {
            turn(&mut section);
        }
        let path = section.new.clone().or_else(|| section.old.clone()).unwrap_or_default();
        if let Err(found) = state.apply(&section, reverse) {
            faults.extend(found.into_iter().map(|error| named(&format!("{path} (line {line} of the patch)"), error)));
        }
    }
    if faults.is_empty() { Ok(state.changes) } else { Err(faults) }
}

/// The same the other way round.
fn turn(section: &mut FilePatch) {
    std::mem::swap(&mut section.old, &mut section.new);
    section.hunks.iter_mut().for_each(super::hunk::Hunk::reverse);
}

/// The files that patches name, each once.
pub(in crate::files) fn paths(patches: &[FilePatch]) -> BTreeSet<String> {
    patches.iter().flat_map(|patch| [patch.old.clone(), patch.new.clone()]).flatten().collect()
}

struct State<'a, F> {
    files: &'a mut F,
    changes: Vec<Revised>,
}

impl<F: Files> State<'_, F> {
    fn apply(&mut self, section: &FilePatch, reverse: bool) -> Result<(), Vec<ToolError>> {
        let one = |what: &str| vec![ToolError::new(what.to_owned())];
        match (section.old.clone(), section.new.clone(), section.relation) {
            (_, _, Relation::Copied) if reverse => Err(one("a copy cannot be taken back; delete the file")),
            (Some(old), Some(new), Relation::Renamed | Relation::Copied) => self.relate(section, old, new),
            (Some(old), Some(new), Relation::Same) => self.modify(section, old, new),
            (None, Some(new), _) => self.create(section, new),
            (Some(old), None, _) => self.delete(section, &old),
            (None, None, _) => Err(one("the patch names no file")),
        }
    }

    fn create(&mut self, section: &FilePatch, path: String) -> Result<(), Vec<ToolError>> {
        self.vacant(&path)?;
        let applied = patched(&[], section, true)?;
        self.changes.push(Revised {
            path,
            from: None,
            action: Action::Created,
            before: Vec::new(),
            after: applied.bytes,
            placed: applied.placed,
            executable: section.executable,
        });
        Ok(())
    }

    fn modify(&mut self, section: &FilePatch, old: String, new: String) -> Result<(), Vec<ToolError>> {
        let there = |state: &mut Self, path: &str| state.index(path).is_some() || state.files.exists(path);
        let path = if !there(self, &new) && old != new && there(self, &old) { old } else { new };
        // A file that is not there, and that all lines of the patch are new in, is new.
        let all_new = || section.hunks.iter().flat_map(|hunk| &hunk.lines).all(|line| line.kind == Kind::Added);
        if !there(self, &path) && all_new() {
            return self.create(section, path);
        }
        if let Some(index) = self.index(&path) {
            let change = &mut self.changes[index];
            if change.action == Action::Deleted {
                return Err(vec![ToolError::new("the patch deletes the file before")]);
            }
            let applied = patched(&change.after, section, false)?;
            change.after = applied.bytes;
            change.placed.extend(applied.placed);
            return Ok(());
        }
        let before = self.read(&path)?;
        let applied = patched(&before, section, false)?;
        if applied.bytes == before {
            return Err(vec![ToolError::new("the patch changes nothing in the file")]);
        }
        self.changes.push(Revised {
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

    fn delete(&mut self, section: &FilePatch, path: &str) -> Result<(), Vec<ToolError>> {
        self.untouched(path)?;
        let before = self.read(path)?;
        let (left, placed) = if section.hunks.is_empty() {
            (!before.is_empty(), Vec::new())
        } else {
            let applied = patched(&before, section, false)?;
            (!applied.empty, applied.placed)
        };
        if left {
            let message = "the patch deletes the file, but the file has lines that the patch does not remove; remove all of its lines";
            return Err(vec![ToolError::new(message)]);
        }
        self.changes.push(Revised {
            path: path.to_owned(),
            from: None,
            action: Action::Deleted,
            before,
            after: Vec::new(),
            placed,
            executable: false,
        });
        Ok(())
    }

    /// Renames or copies.
    fn relate(&mut self, section: &FilePatch, old: String, new: String) -> Result<(), Vec<ToolError>> {
        self.untouched(&old)?;
        self.vacant(&new)?;
        let before = self.read(&old)?;
        let (after, placed) = if section.hunks.is_empty() {
            (before.clone(), Vec::new())
        } else {
            let applied = patched(&before, section, false)?;
            (applied.bytes, applied.placed)
        };
        let action = if section.relation == Relation::Copied { Action::Copied } else { Action::Renamed };
        self.changes.push(Revised { path: new, from: Some(old), action, before, after, placed, executable: false });
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
        let touched = |change: &Revised| change.path == path || change.from.as_deref() == Some(path);
        if self.changes.iter().any(touched) {
            return Err(vec![ToolError::new(format!("the patch has changed {path} before; make it two patches"))]);
        }
        Ok(())
    }

    /// Fails if there is a file where a new one is to be.
    fn vacant(&mut self, path: &str) -> Result<(), Vec<ToolError>> {
        self.untouched(path)?;
        if self.files.exists(path) {
            let error = ToolError::new(format!("{path} exists already, and the patch creates it"));
            return Err(vec![error.with("exists", true)]);
        }
        Ok(())
    }
}

fn patched(bytes: &[u8], section: &FilePatch, new: bool) -> Result<Applied, Vec<ToolError>> {
    if new && section.hunks.iter().flat_map(|hunk| &hunk.lines).any(|line| line.kind != Kind::Added) {
        return Err(vec![ToolError::new("the patch creates the file, so all of its lines begin with `+`")]);
    }
    let document = Document::read(bytes, None).map_err(|error| vec![error])?;
    apply_hunks(&document, &section.hunks)
}
