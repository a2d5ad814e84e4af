//! `ApplyPatch`: a unified diff over several files, all of it or nothing.

use super::edit::diff::Diff;
use super::edit::document::Document;
use super::edit::faults::together;
use super::edit::patch::{self, Action, Files, Fuzz, Placed, Revised};
use super::edit::{MOST, other_names};
use janito_core::{Change, Context, Existing, JsonSchema, Reader, ToolError, Writer, Written, tool};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// What a patch did.
#[derive(Serialize, JsonSchema)]
struct Patched {
    /// The files, in the order of the patch.
    files: Vec<PatchedFile>,
    /// Lines that were added in all files.
    added: usize,
    /// Lines that were removed in all files.
    removed: usize,
    /// Whether nothing was written.
    dry_run: bool,
    /// What would change, as a unified diff with at most 32 KiB a file; only with `dry_run`.
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
}

/// What a patch did with a file.
#[derive(Serialize, JsonSchema)]
struct PatchedFile {
    /// Its path.
    filepath: String,
    /// What was done.
    action: Done,
    /// What it was called before, or what it is a copy of.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    /// How many hunks it had.
    hunks: usize,
    /// The hunks that were not exactly where the patch says.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moved: Vec<Moved>,
    /// What the old file can be restored by.
    #[serde(skip_serializing_if = "Option::is_none")]
    trash_id: Option<String>,
    /// What else there is to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// What was done with a file.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Done {
    /// It is new.
    Created,
    /// Its lines changed.
    Modified,
    /// It is gone.
    Deleted,
    /// It has another name, and perhaps other lines.
    Renamed,
    /// It is a copy of another, perhaps with other lines.
    Copied,
}

/// A hunk that was found elsewhere than the patch says, or not exactly.
#[derive(Serialize, JsonSchema)]
struct Moved {
    /// Which, counted from 1.
    hunk: usize,
    /// The line where it was found, counted from 1.
    line: usize,
    /// How many lines that is after the one that the patch names.
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<isize>,
    /// What of its context was not exactly there.
    #[serde(skip_serializing_if = "Option::is_none")]
    fuzz: Option<String>,
}

/// Apply a unified diff, as `git diff` or `diff -u` writes it, to the files it names: all of it, or nothing if a hunk has no place. Files
/// can be changed, created (`--- /dev/null`), deleted (`+++ /dev/null`), renamed and copied. A hunk is found by its lines, so wrong line
/// numbers and counts do no harm where its lines are in the file once.
#[tool(permissions = "rw")]
fn apply_patch(
    cx: &Context,
    files: &Reader,
    writer: &Writer,
    /// The unified diff.
    #[arg(min_length = 1, alias = "diff", alias = "input", alias = "patch_text")]
    patch: String,
    /// How many folders to take off the file names; without it, the prefixes `a/` and `b/` if they are there.
    #[arg(max = 64)]
    strip: Option<usize>,
    /// Only return the diff, and write nothing.
    #[arg(default = false)]
    dry_run: bool,
    /// Take the patch back.
    #[arg(default = false)]
    reverse: bool,
) -> Result<Patched, ToolError> {
    let sections = patch::parse(&patch, strip)?;
    cx.start(format!("Applying a patch to {}", count(sections.len(), "file")));
    let mut change = writer.change();
    let mut there = There::take(cx, files, &mut change, patch::paths(&sections))?;
    let revised = patch::apply(sections, reverse, &mut there).map_err(|faults| {
        let lead = format!("the patch has {}; nothing was written", count(faults.len(), "fault"));
        together(&lead, &faults)
    })?;
    let mut patched = Patched { files: Vec::new(), added: 0, removed: 0, dry_run, diff: dry_run.then(String::new) };
    for one in &revised {
        stage(files, &mut change, one, dry_run)?;
    }
    let mut written = if dry_run { Vec::new() } else { change.commit()? }.into_iter();
    for one in &revised {
        let own = written.next();
        // A rename is two steps, of which the second removes the old file.
        let old = if one.action == Action::Renamed { written.next() } else { None };
        patched.files.push(PatchedFile::of(one, own, old));
        let Some((old, new)) = texts(one) else { continue };
        let difference = Diff::between(old.text(), new.text());
        patched.added += difference.added;
        patched.removed += difference.removed;
        match &mut patched.diff {
            Some(diff) => diff.push_str(&difference.unified(one.old_name(), one.new_name())),
            None => difference.regions().for_each(|(old, new)| cx.diff(old, new)),
        }
    }
    let nothing = if dry_run { ", nothing written" } else { "" };
    cx.done(format!("{}, +{} -{}{nothing}", count(patched.files.len(), "file"), patched.added, patched.removed));
    Ok(patched)
}

/// A number of things in words.
fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// The texts before and after, of a file whose lines change.
fn texts(one: &Revised) -> Option<(Document<'_>, Document<'_>)> {
    let changed = one.before != one.after && one.action != Action::Copied;
    changed.then(|| Some((Document::read(&one.before, None).ok()?, Document::read(&one.after, None).ok()?)))?
}

/// Stages what becomes of a file; in a dry run, only looks whether it may be reached.
fn stage(files: &Reader, change: &mut Change<'_>, one: &Revised, dry_run: bool) -> Result<(), ToolError> {
    if dry_run {
        // A new file is not there, which is as it should be.
        return files
            .symlink_metadata(&one.path)
            .map(drop)
            .or_else(|error| if error.is_denied() { Err(error) } else { Ok(()) });
    }
    match one.action {
        Action::Modified => change.write(&one.path, &one.after, Existing::Replace),
        Action::Created if one.executable => change.write_executable(&one.path, &one.after),
        Action::Created => change.write(&one.path, &one.after, Existing::Keep),
        Action::Copied => change.write_like(&one.path, &one.after, one.from.as_ref().unwrap_or(&one.path)),
        Action::Deleted => change.remove(&one.path),
        Action::Renamed => {
            change.write_like(&one.path, &one.after, one.from.as_ref().unwrap_or(&one.path))?;
            one.from.iter().try_for_each(|from| change.remove(from))
        }
    }
}

impl PatchedFile {
    fn of(one: &Revised, own: Option<Written>, old: Option<Written>) -> Self {
        let note = own.as_ref().filter(|own| own.replaced).and_then(other_names);
        Self {
            filepath: one.path.clone(),
            action: match one.action {
                Action::Created => Done::Created,
                Action::Modified => Done::Modified,
                Action::Deleted => Done::Deleted,
                Action::Renamed => Done::Renamed,
                Action::Copied => Done::Copied,
            },
            from: one.from.clone(),
            hunks: one.placed.len(),
            moved: one.placed.iter().enumerate().filter_map(|(index, placed)| Moved::of(index + 1, placed)).collect(),
            trash_id: old.or(own).and_then(|written| written.trash_id),
            note,
        }
    }
}

impl Moved {
    /// Nothing if the hunk was exactly where the patch says.
    fn of(hunk: usize, placed: &Placed) -> Option<Self> {
        let fuzz = match placed.fuzz {
            Fuzz::None => None,
            Fuzz::Space => Some("context differs in white space".to_owned()),
            Fuzz::Context(lines) => Some(format!("{} of context at an end differ", count(lines, "line"))),
        };
        let offset = placed.offset.filter(|offset| *offset != 0);
        (fuzz.is_some() || offset.is_some()).then_some(Self { hunk, line: placed.line, offset, fuzz })
    }
}

/// The files that a patch names, as far as they are there: locked and read.
struct There<'a> {
    files: &'a Reader,
    contents: BTreeMap<String, Result<Vec<u8>, ToolError>>,
}

impl<'a> There<'a> {
    /// In the order of their names, so that two patches do not wait for one another.
    fn take(
        cx: &Context,
        files: &'a Reader,
        change: &mut Change<'_>,
        paths: BTreeSet<String>,
    ) -> Result<Self, ToolError> {
        let mut there = Self { files, contents: BTreeMap::new() };
        let mut real: BTreeMap<PathBuf, String> = BTreeMap::new();
        for path in paths {
            cx.check()?;
            if let Ok(place) = files.canonical(&path)
                && let Some(other) = real.insert(place, path.clone())
            {
                return Err(ToolError::new(format!(
                    "the patch has two names of one file, {other} and {path}; use one of them"
                )));
            }
            if files.symlink_metadata(&path).is_ok() {
                there.contents.insert(path.clone(), change.take(files, &path, MOST));
            }
        }
        Ok(there)
    }
}

impl Files for There<'_> {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, ToolError> {
        match self.contents.get_mut(path) {
            Some(content) => std::mem::replace(content, Ok(Vec::new())),
            // It is not there: the workspace says it, or that it may not be reached.
            None => self.files.open(path).and(Err(ToolError::retry("the file was made a moment ago; try again"))),
        }
    }

    fn exists(&mut self, path: &str) -> bool {
        self.contents.contains_key(path)
    }
}
