//! The files of a patch together: all are computed before any is written, and every failure is told.
//!
//! A patch may have several sections on one file; each is applied to what the one before made of it. Only what is renamed or copied is, as
//! for git, what the file was before the patch, wherever in it that stands: two files can take each other's name.

use super::super::super::text::decode::Encoding;
use super::super::diff::Diff;
use super::super::document::Document;
use super::super::faults::named;
pub(in crate::files) use super::apply::Placed;
use super::apply::{Applied, apply_hunks};
use super::headers::{FilePatch, Relation};
use super::hunk::{Hunk, Kind};
use janito_core::ToolError;
use std::collections::BTreeSet;
use std::path::Path;

/// Where a patch finds the files that it names, as they are before it.
pub(in crate::files) trait Files {
    /// The content of a file, as often as it is asked for.
    fn read(&mut self, path: &str) -> Result<Vec<u8>, ToolError>;
    /// Whether there is something of that name.
    fn exists(&mut self, path: &str) -> bool;
    /// Whether it is a link.
    fn is_link(&mut self, path: &str) -> bool;
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
    /// Whether it may be run, where the patch says it.
    pub(in crate::files) executable: Option<bool>,
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

    /// The name that it takes from the file that had it.
    fn left(&self) -> Option<&str> {
        match self.action {
            Action::Deleted => Some(&self.path),
            Action::Renamed => self.from.as_deref(),
            _ => None,
        }
    }

    /// The texts before and after, of a file whose lines change.
    pub(in crate::files) fn texts(&self, encoding: Option<Encoding>) -> Option<(Document<'_>, Document<'_>)> {
        let changed = self.before != self.after && self.action != Action::Copied;
        changed.then(|| Some((read(&self.before, encoding).ok()?, read(&self.after, encoding).ok()?)))?
    }
}

/// The difference of two texts. Where they differ in nothing but line ends, or the mark before them, in these.
pub(in crate::files) fn difference<'a>(old: &'a Document<'a>, new: &'a Document<'a>) -> Diff<'a> {
    if old.text() == new.text() {
        Diff::between(old.bytes(), new.bytes())
    } else {
        Diff::between(old.text(), new.text())
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

/// Applies the files of a patch, or says what is wrong with each. `encoding`: of files that are neither UTF-8 nor marked.
pub(in crate::files) fn apply(
    mut sections: Vec<FilePatch>,
    reverse: bool,
    encoding: Option<Encoding>,
    files: &mut impl Files,
) -> Result<Vec<Revised>, Vec<ToolError>> {
    if reverse {
        // What was done last is taken back first.
        sections.reverse();
        sections.iter_mut().for_each(turn);
    }
    let leaving = sections.iter().filter_map(|section| section.leaves(reverse)).map(str::to_owned).collect();
    let mut state = State { files, encoding, reverse, leaving, changes: Vec::new(), copies: Vec::new() };
    let mut faults = Vec::new();
    for section in &sections {
        if let Err(found) = state.apply(section) {
            faults.extend(found.into_iter().map(|error| named(&section.title(), error)));
        }
    }
    if faults.is_empty() {
        state.judge(&mut faults);
    }
    if reverse {
        faults.reverse();
        state.changes.reverse();
    }
    if faults.is_empty() { Ok(state.changes) } else { Err(faults) }
}

/// The names under which there is no file any more after the changes.
pub(in crate::files) fn gone(changes: &[Revised]) -> BTreeSet<&str> {
    let there: BTreeSet<&str> = changes.iter().filter_map(Revised::new_name).collect();
    changes.iter().filter_map(Revised::left).filter(|path| !there.contains(path)).collect()
}

/// The same the other way round.
fn turn(section: &mut FilePatch) {
    std::mem::swap(&mut section.old, &mut section.new);
    section.executable.reverse();
    section.hunks.iter_mut().for_each(Hunk::reverse);
}

/// The files that patches name, each once.
pub(in crate::files) fn paths(patches: &[FilePatch]) -> BTreeSet<String> {
    patches.iter().flat_map(|patch| [patch.old.clone(), patch.new.clone()]).flatten().collect()
}

impl FilePatch {
    /// What a failure in it is called by.
    fn title(&self) -> String {
        let path = self.new.as_deref().or(self.old.as_deref()).unwrap_or_default();
        format!("{path} (line {} of the patch)", self.line)
    }

    /// The name that a file loses by it.
    fn leaves(&self, reverse: bool) -> Option<&str> {
        let loses = match self.relation {
            Relation::Same => self.new.is_none(),
            Relation::Renamed => true,
            // A copy that is taken back is deleted.
            Relation::Copied => reverse,
        };
        self.old.as_deref().filter(|_| loses)
    }
}

struct State<'a, F> {
    files: &'a mut F,
    encoding: Option<Encoding>,
    reverse: bool,
    /// The names that files lose, here or there in the patch, so that others may have them.
    leaving: BTreeSet<String>,
    changes: Vec<Revised>,
    /// The copies that are taken back: how each is called in a failure, what it is a copy of, and what that was.
    copies: Vec<(String, String, Vec<u8>)>,
}

impl<F: Files> State<'_, F> {
    fn apply(&mut self, section: &FilePatch) -> Result<(), Vec<ToolError>> {
        match (section.old.clone(), section.new.clone(), section.relation) {
            (Some(old), Some(new), Relation::Copied) if self.reverse => self.take_back(section, old, new),
            (Some(old), Some(new), Relation::Renamed | Relation::Copied) => self.relate(section, old, new),
            (Some(old), Some(new), Relation::Same) => self.modify(section, old, new),
            (None, Some(new), _) => self.create(section, new),
            (Some(old), None, _) => self.delete(section, old),
            (None, None, _) => fault("the patch names no file"),
        }
    }

    fn create(&mut self, section: &FilePatch, path: String) -> Result<(), Vec<ToolError>> {
        self.vacant(&path)?;
        if section.hunks.iter().flat_map(|hunk| &hunk.lines).any(|line| line.kind != Kind::Added) {
            return fault("the patch creates the file, so all of its lines begin with `+`");
        }
        let applied = self.patched(&[], section)?;
        // Where no file was before, the system says who else may do what.
        let executable = section.executable[1].filter(|executable| *executable || self.files.exists(&path));
        self.changes.push(Revised {
            path,
            from: None,
            action: Action::Created,
            before: Vec::new(),
            after: applied.bytes,
            placed: applied.placed,
            executable,
        });
        Ok(())
    }

    fn modify(&mut self, section: &FilePatch, old: String, new: String) -> Result<(), Vec<ToolError>> {
        let there = |state: &mut Self, path: &str| state.index(path).is_some() || state.files.exists(path);
        let path = if !there(self, &new) && old != new && there(self, &old) { old } else { new };
        // A file that is not there, and that all lines of the patch are new in, is new.
        let all_new = || section.hunks.iter().flat_map(|hunk| &hunk.lines).all(|line| line.kind == Kind::Added);
        if !there(self, &path) && !section.hunks.is_empty() && all_new() {
            return self.create(section, path);
        }
        if let Some(index) = self.index(&path) {
            let applied = self.patched(&self.changes[index].after, section)?;
            let change = &mut self.changes[index];
            change.after = applied.bytes;
            change.placed.extend(applied.placed);
            change.executable = section.executable[1].or(change.executable);
            return Ok(());
        }
        self.present(&path)?;
        let before = self.read(&path)?;
        let applied = self.patched(&before, section)?;
        let executable = section.executable[1];
        if applied.bytes == before && executable.is_none() {
            return fault("the patch changes nothing in the file");
        }
        self.changes.push(Revised {
            path,
            from: None,
            action: Action::Modified,
            before,
            after: applied.bytes,
            placed: applied.placed,
            executable,
        });
        Ok(())
    }

    fn delete(&mut self, section: &FilePatch, path: String) -> Result<(), Vec<ToolError>> {
        self.untouched(&path)?;
        let before = self.read(&path)?;
        let applied = self.patched(&before, section)?;
        if !applied.empty {
            return fault(
                "the patch deletes the file, but the file has lines that the patch does not remove; remove all of its lines",
            );
        }
        self.end(path, before, applied.placed);
        Ok(())
    }

    /// Takes a copy back, which is its end; whether it is still that copy is judged when all is known.
    fn take_back(&mut self, section: &FilePatch, path: String, source: String) -> Result<(), Vec<ToolError>> {
        self.untouched(&path)?;
        let before = self.read(&path)?;
        let applied = self.patched(&before, section)?;
        let name = format!("{path} (line {} of the patch)", section.line);
        self.copies.push((name, source, applied.bytes));
        self.end(path, before, applied.placed);
        Ok(())
    }

    fn end(&mut self, path: String, before: Vec<u8>, placed: Vec<Placed>) {
        let (action, after) = (Action::Deleted, Vec::new());
        self.changes.push(Revised { path, from: None, action, before, after, placed, executable: None });
    }

    /// Renames or copies.
    fn relate(&mut self, section: &FilePatch, old: String, new: String) -> Result<(), Vec<ToolError>> {
        let action = if section.relation == Relation::Copied { Action::Copied } else { Action::Renamed };
        self.refuse_link(&old)?;
        if action == Action::Renamed {
            self.present(&old)?;
        }
        if let Some(index) = self.index(&old) {
            let modified = self.changes[index].action == Action::Modified;
            if !self.files.exists(&old) || (modified && action == Action::Renamed) {
                return touched(&old);
            }
        }
        self.vacant(&new)?;
        let before = self.read(&old)?;
        let Applied { bytes: after, placed, .. } = self.patched(&before, section)?;
        let executable = section.executable[1];
        self.changes.push(Revised { path: new, from: Some(old), action, before, after, placed, executable });
        Ok(())
    }

    /// Judges what only all sections together tell.
    fn judge(&mut self, faults: &mut Vec<ToolError>) {
        for (name, source, was) in &self.copies {
            let after =
                self.changes.iter().rfind(|change| change.new_name() == Some(source)).map(|change| &change.after);
            if after != Some(was) && self.files.read(source).ok().as_ref() != Some(was) {
                let error = ToolError::new(format!(
                    "the file is not, or not only with these hunks, what {source} is, so it is not taken back; delete it by other means"
                ));
                faults.push(named(name, error));
            }
        }
        let there: BTreeSet<&str> = self.changes.iter().filter_map(Revised::new_name).collect();
        for path in &there {
            for folder in Path::new(path).ancestors().skip(1).filter_map(Path::to_str) {
                if there.contains(folder) {
                    faults.push(ToolError::new(format!(
                        "{path}: {folder} is a file of the patch, so no file can be in it"
                    )));
                } else if self.leaving.contains(folder) {
                    faults.push(ToolError::new(format!(
                        "{path}: {folder} is still a file when files are made in it; make it two patches"
                    )));
                }
            }
        }
    }

    fn read(&mut self, path: &str) -> Result<Vec<u8>, Vec<ToolError>> {
        self.files.read(path).map_err(|error| vec![error])
    }

    /// The change that makes this file, so far.
    fn index(&self, path: &str) -> Option<usize> {
        self.changes.iter().rposition(|change| change.new_name() == Some(path))
    }

    /// Fails if the patch has taken a file away.
    fn present(&self, path: &str) -> Result<(), Vec<ToolError>> {
        match self.changes.iter().find(|change| change.left() == Some(path)) {
            Some(Revised { action: Action::Renamed, path: new, .. }) => {
                fault(&format!("the patch renames {path} to {new} before"))
            }
            Some(_) => fault(&format!("the patch deletes {path} before")),
            None => Ok(()),
        }
    }

    /// Fails if the patch has done something with a file that is to go, or if it is a link.
    fn untouched(&mut self, path: &str) -> Result<(), Vec<ToolError>> {
        self.refuse_link(path)?;
        self.present(path)?;
        if self.index(path).is_some() { touched(path) } else { Ok(()) }
    }

    /// Fails if there is a file where a new one is to be.
    fn vacant(&mut self, path: &str) -> Result<(), Vec<ToolError>> {
        if self.index(path).is_some() {
            return touched(path);
        }
        if self.files.exists(path) && !self.leaving.contains(path) {
            let error = ToolError::new(format!("{path} exists already, and the patch creates it"));
            return Err(vec![error.with("exists", true)]);
        }
        Ok(())
    }

    fn refuse_link(&mut self, path: &str) -> Result<(), Vec<ToolError>> {
        if self.files.is_link(path) {
            return fault(&format!(
                "{path} is a link, and a patch changes files; name the file that it leads to, or move or delete the link by other means"
            ));
        }
        Ok(())
    }

    /// A file with the hunks of a section.
    fn patched(&self, bytes: &[u8], section: &FilePatch) -> Result<Applied, Vec<ToolError>> {
        if section.hunks.is_empty() {
            // What only gets another name or mode need not be a text.
            return Ok(Applied { bytes: bytes.to_vec(), empty: bytes.is_empty(), placed: Vec::new() });
        }
        let document = read(bytes, self.encoding).map_err(|error| vec![error])?;
        apply_hunks(&document, &section.hunks)
    }
}

/// Sees a file as text; it has the encoding that is given if it is not UTF-8.
fn read(bytes: &[u8], encoding: Option<Encoding>) -> Result<Document<'_>, ToolError> {
    let other = bytes.contains(&0) || std::str::from_utf8(bytes).is_err();
    Document::read(bytes, encoding.filter(|_| other))
}

fn fault<T>(what: &str) -> Result<T, Vec<ToolError>> {
    Err(vec![ToolError::new(what.to_owned())])
}

fn touched<T>(path: &str) -> Result<T, Vec<ToolError>> {
    fault(&format!("the patch has changed {path} before; make it two patches"))
}
