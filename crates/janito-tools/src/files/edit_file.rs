//! `EditFile`: several replacements in one file, all of them or none.

use super::edit::diff::Diff;
use super::edit::document::Document;
use super::edit::faults::named;
use super::edit::replace::Edit;
use super::edit::sequence::apply;
use super::edit::{MOST, other_names};
use super::text::decode::Encoding;
use janito_core::{Context, Existing, JsonSchema, Kind, Reader, Schema, ToolError, Writer, tool};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// One replacement.
#[derive(Deserialize, JsonSchema)]
struct Replacement {
    /// The text to replace, exactly as the file has it after the replacements before.
    #[serde(alias = "old_string", alias = "old_text", alias = "old")]
    old_str: SomeText,
    /// The text that takes its place, literally; empty to delete it.
    #[serde(alias = "new_string", alias = "new_text", alias = "new")]
    new_str: String,
    /// Replace every occurrence.
    #[serde(default)]
    replace_all: bool,
}

/// A text that is not empty.
#[derive(Deserialize)]
#[serde(transparent)]
struct SomeText(String);

impl JsonSchema for SomeText {
    const SCHEMA: &'static Schema = &Schema::new(Kind::String { min_length: 1, max_length: None, format: None });
}

/// A file that was edited.
#[derive(Serialize, JsonSchema)]
struct Edited {
    /// The path as it was given.
    filepath: PathBuf,
    /// How many edits there were.
    edits: usize,
    /// How many texts were replaced by each.
    replacements: Vec<usize>,
    /// What changed, as a unified diff with at most 32 KiB.
    diff: String,
    /// Whether nothing was written.
    dry_run: bool,
    /// What the old file can be restored by.
    #[serde(skip_serializing_if = "Option::is_none")]
    trash_id: Option<String>,
    /// What else there is to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// Replace several texts in a file in one step: all of them, or none if one cannot be. Each must be there exactly as given, and once
/// unless its `replace_all` is true. The edits are made in order, each on what those before it made. Everything else in the file stays as
/// it is: line ends (LF in the texts means those of the file), encoding, byte order mark and mode.
#[tool(permissions = "rw")]
fn edit_file(
    cx: &Context,
    files: &Reader,
    writer: &Writer,
    /// Path of the text file.
    #[arg(alias = "path", alias = "file", alias = "filename")]
    filepath: PathBuf,
    /// The replacements, in order.
    #[arg(min_length = 1)]
    edits: Vec<Replacement>,
    /// Only return the diff, and write nothing.
    #[arg(default = false)]
    dry_run: bool,
    /// Encoding of a file that is not UTF-8, such as `windows-1252`. It is taken as said, unless a byte order mark says otherwise.
    encoding: Option<Encoding>,
) -> Result<Edited, ToolError> {
    let shown = files.display(&filepath);
    cx.start(format!("Editing {shown}"));
    let mut change = writer.change();
    let before = change.take(files, &filepath, MOST)?;
    let wanted: Vec<Edit<'_>> =
        edits.iter().map(|edit| Edit { old: &edit.old_str.0, new: &edit.new_str, all: edit.replace_all }).collect();
    let in_file = |error: ToolError| named(&shown, error);
    let edited = apply(&before, encoding, &wanted, || cx.is_cancelled());
    cx.check()?;
    let edited = edited.map_err(in_file)?;
    let (old, new) = (
        Document::read(&before, encoding).map_err(in_file)?,
        Document::read(&edited.bytes, encoding).map_err(in_file)?,
    );
    let difference = Diff::between(old.text(), new.text());
    let mut written = None;
    if !dry_run {
        change.write(&filepath, &edited.bytes, Existing::Replace)?;
        written = change.commit()?.pop();
        for (old, new) in difference.regions() {
            cx.diff(old, new);
        }
    }
    let count: usize = edited.counts.iter().sum();
    cx.done(format!("{count} replaced{}", if dry_run { ", nothing written" } else { "" }));
    Ok(Edited {
        filepath,
        edits: edits.len(),
        replacements: edited.counts,
        diff: difference.unified(Some(&shown), Some(&shown)),
        dry_run,
        note: written.as_ref().and_then(other_names),
        trash_id: written.and_then(|written| written.trash_id),
    })
}
