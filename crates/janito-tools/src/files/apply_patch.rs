//! `ApplyPatch`: a unified diff over several files, all of it or nothing.

use super::edit::faults::together;
use super::edit::patch::{self, Action, Files, Fuzz, Placed, Revised};
use super::edit::{MOST, other_names};
use super::text::decode::Encoding;
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
/// can be changed, created (`--- /dev/null`), deleted (`+++ /dev/null`), renamed, copied and made executable. A hunk is found by its lines,
/// so wrong line numbers and counts do no harm where its lines are in the file once. Where they are not, its unchanged lines may differ in
/// white space, or up to two at each end differ, if enough of the hunk is in one place only; `moved` tells of it. Removed lines must be
/// there exactly.
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
    /// Encoding of files that are neither UTF-8 nor have a byte order mark, such as `windows-1252`.
    encoding: Option<Encoding>,
) -> Result<Patched, ToolError> {
    let sections = patch::parse(&patch, strip)?;
    cx.start(format!("Applying a patch to {}", count(sections.len(), "file")));
    let mut change = writer.change();
    let mut there = There::take(cx, files, &mut change, patch::paths(&sections))?;
    let revised = patch::apply(sections, reverse, encoding, &mut there).map_err(|faults| {
        let lead = format!("the patch has {}; nothing was written", count(faults.len(), "fault"));
        together(&lead, &faults)
    })?;
    let mut patched = Patched { files: Vec::new(), added: 0, removed: 0, dry_run, diff: dry_run.then(String::new) };
    let steps = stage(&mut there, &mut change, &revised, dry_run)?;
    let written = if dry_run { Vec::new() } else { change.commit()? };
    let written: BTreeMap<&str, Written> = steps.into_iter().zip(written).collect();
    for one in &revised {
        patched.files.push(PatchedFile::of(one, &written));
        let Some((old, new)) = one.texts(encoding) else { continue };
        let difference = patch::difference(&old, &new);
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

/// Stages the files that are there after the patch, each once, then the end of those that are not; returns their names in this order. In a
/// dry run, only looks whether they may be reached.
fn stage<'a>(
    there: &mut There<'_>,
    change: &mut Change<'_>,
    revised: &'a [Revised],
    dry_run: bool,
) -> Result<Vec<&'a str>, ToolError> {
    let mut steps = Vec::new();
    let gone = patch::gone(revised);
    if dry_run {
        for path in revised.iter().map(|one| one.path.as_str()).chain(gone) {
            there.refuse_denied(path)?;
        }
        return Ok(steps);
    }
    for one in revised {
        let Some(path) = one.new_name() else { continue };
        let existing = if there.exists(path) { Existing::Replace } else { Existing::Keep };
        match &one.from {
            Some(from) => change.write_like(path, &one.after, from, existing)?,
            None => change.write(path, &one.after, existing)?,
        }
        if let Some(executable) = one.executable {
            change.executable(executable)?;
        }
        steps.push(path);
    }
    for path in gone {
        change.remove(path)?;
        steps.push(path);
    }
    Ok(steps)
}

impl PatchedFile {
    fn of(one: &Revised, written: &BTreeMap<&str, Written>) -> Self {
        let own = written.get(one.path.as_str());
        // What a rename does away with is under the old name.
        let old = one.from.as_deref().filter(|_| one.action == Action::Renamed).map_or(own, |from| written.get(from));
        let note = own.filter(|own| own.replaced).and_then(other_names);
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
            trash_id: old.and_then(|written| written.trash_id.clone()),
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
            Fuzz::Context(lines) => Some(format!("{} of context not as in the file", count(lines, "line"))),
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

    /// Fails if a name may not be reached; that there is nothing is as it should be for a new file.
    fn refuse_denied(&self, path: &str) -> Result<(), ToolError> {
        let found = self.files.symlink_metadata(path);
        found.map(drop).or_else(|error| if error.is_denied() { Err(error) } else { Ok(()) })
    }
}

impl Files for There<'_> {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, ToolError> {
        match self.contents.get_mut(path) {
            Some(Ok(content)) => Ok(content.clone()),
            Some(Err(error)) => {
                let again = ToolError::new(error.message().to_owned());
                Err(std::mem::replace(error, again))
            }
            // It is not there: the workspace says it, or that it may not be reached.
            None => self.files.open(path).and(Err(ToolError::retry("the file was made a moment ago; try again"))),
        }
    }

    fn exists(&mut self, path: &str) -> bool {
        self.contents.contains_key(path)
    }

    fn is_link(&mut self, path: &str) -> bool {
        self.files.symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink())
    }
}
