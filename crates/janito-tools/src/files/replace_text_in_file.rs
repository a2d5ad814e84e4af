//! `ReplaceTextInFile`: one text of a file, or every occurrence of it, replaced by another.

use super::edit::diff::Diff;
use super::edit::document::Document;
use super::edit::faults::named;
use super::edit::replace::{Edit, replace};
use super::edit::{MOST, other_names};
use super::text::decode::Encoding;
use janito_core::{Context, Existing, JsonSchema, Reader, ToolError, Writer, tool};
use serde::Serialize;
use std::path::PathBuf;

/// A text that was replaced.
#[derive(Serialize, JsonSchema)]
struct Replaced {
    /// The path as it was given.
    filepath: PathBuf,
    /// The text that was there.
    old_str: String,
    /// The text that is there now.
    new_str: String,
    /// How often the old text was there.
    occurrences: usize,
    /// How often it was replaced.
    replacements: usize,
    /// The lines on which the replaced texts began, the first 20.
    lines: Vec<usize>,
    /// What the old file can be restored by.
    #[serde(skip_serializing_if = "Option::is_none")]
    trash_id: Option<String>,
    /// What else there is to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// Replace a text in a file. It must be there exactly as given, and once unless `replace_all` is true. Everything else in the file stays
/// as it is: line ends (LF in the texts means those of the file), encoding, byte order mark and mode.
#[tool(permissions = "rw")]
fn replace_text_in_file(
    cx: &Context,
    files: &Reader,
    writer: &Writer,
    /// Path of the text file.
    #[arg(alias = "path", alias = "file", alias = "filename")]
    filepath: PathBuf,
    /// The text to replace, exactly as the file has it, with its indentation and without line numbers.
    #[arg(min_length = 1, alias = "old_string", alias = "old_text", alias = "old")]
    old_str: String,
    /// The text that takes its place, literally; empty to delete it.
    #[arg(alias = "new_string", alias = "new_text", alias = "new")]
    new_str: String,
    /// Replace every occurrence.
    #[arg(default = false)]
    replace_all: bool,
    /// Encoding of a file that is not UTF-8, such as `windows-1252`. It is taken as said, unless a byte order mark says otherwise.
    encoding: Option<Encoding>,
) -> Result<Replaced, ToolError> {
    let shown = files.display(&filepath);
    cx.start(format!("Replacing text in {shown}"));
    let mut change = writer.change();
    let before = change.take(files, &filepath, MOST)?;
    let in_file = |error: ToolError| named(&shown, error);
    let document = Document::read(&before, encoding).map_err(in_file)?;
    let edit = Edit { old: &old_str, new: &new_str, all: replace_all };
    let replaced = replace(&document, edit).map_err(in_file)?;
    let after = Document::read(&replaced.bytes, encoding).map_err(in_file)?;
    change.write(&filepath, &replaced.bytes, Existing::Replace)?;
    let written = change.commit()?.pop();
    for (old, new) in Diff::between(document.text(), after.text()).regions() {
        cx.diff(old, new);
    }
    cx.done(format!("{} replaced", replaced.count));
    Ok(Replaced {
        filepath,
        occurrences: replaced.count,
        replacements: replaced.count,
        lines: replaced.lines,
        note: written.as_ref().and_then(other_names),
        trash_id: written.and_then(|written| written.trash_id),
        old_str,
        new_str,
    })
}
