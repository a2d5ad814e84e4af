//! `CreateFile`: a file that is there whole, or not at all.

use super::restore_file::lost;
use janito_core::{Context, Existing, JsonSchema, ToolError, Writer, tool};
use serde::Serialize;
use std::path::PathBuf;

/// Said where a byte order mark was replaced, too: the content is written as it is given, and some programs of Windows need one.
const LOST_MARK: &str = "the file that was replaced began with a byte order mark and this one does not; if it needs one, begin the \
                         content with \\ufeff";

/// A file that was written.
#[derive(Serialize, JsonSchema)]
struct Created {
    /// The path as it was given.
    filepath: PathBuf,
    /// Its length in bytes, as UTF-8.
    bytes_written: u64,
    /// Its lines, as `ReadFile` counts them.
    lines_written: u64,
    /// Whether a file there was to be replaced.
    overwrite: bool,
    /// Whether there was one.
    replaced: bool,
    /// What `RestoreFile` brings the replaced file back by.
    #[serde(skip_serializing_if = "Option::is_none")]
    trash_id: Option<String>,
    /// What else there is to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// Create a text file, and the folders above it. The content is written exactly as given, as UTF-8; a file that exists is kept unless
/// `overwrite` is true. One that is replaced goes to the trash, and `RestoreFile` brings it back.
#[tool(permissions = "w")]
fn create_file(
    cx: &Context,
    files: &Writer,
    /// Path of the new file.
    #[arg(alias = "path", alias = "file", alias = "filename")]
    filepath: PathBuf,
    /// The whole content.
    #[arg(default = "", alias = "text", alias = "contents")]
    content: String,
    /// Replace a file that is already there.
    #[arg(default = false)]
    overwrite: bool,
) -> Result<Created, ToolError> {
    cx.start(format!("Creating {}", files.display(&filepath)));
    let text = filepath.as_os_str().as_encoded_bytes();
    if text.ends_with(b"/") || text.ends_with(b"/.") {
        return Err(ToolError::new(format!("the path names a folder, not a file: {}", filepath.display())));
    }
    let existing = if overwrite { Existing::Replace } else { Existing::Keep };
    let written = files.write(&filepath, content.as_bytes(), existing).map_err(|error| {
        let kept = error.facts().iter().any(|(key, _)| key == "exists");
        if !kept {
            return error;
        }
        let shown = files.display(&filepath);
        ToolError::new(format!("File already exists: {shown} (use overwrite=true to replace)")).with("exists", true)
    })?;
    let bytes = content.len() as u64;
    let lines = content.split_inclusive('\n').count() as u64;
    cx.done(format!("{} ({lines} lines, {bytes} bytes)", if written.replaced { "replaced" } else { "created" }));
    let mut notes = Vec::new();
    if written.had_mark && !content.starts_with('\u{feff}') {
        notes.push(LOST_MARK.to_owned());
    }
    if written.other_names > 0 {
        let (count, names) = match written.other_names {
            1 => (1, "name elsewhere, which still has"),
            count => (count, "names elsewhere, which still have"),
        };
        notes.push(format!("the file that was replaced has {count} more hard-linked {names} the old content"));
    }
    notes.extend(lost(written.not_kept));
    Ok(Created {
        filepath,
        bytes_written: bytes,
        lines_written: lines,
        overwrite,
        replaced: written.replaced,
        trash_id: written.trash_id,
        note: (!notes.is_empty()).then(|| notes.join("; ")),
    })
}
