//! `ReadMultipleFiles`: several text files at once, each whole or its first lines.

use super::text::excerpt::{Excerpt, Wanted};
use super::text::window::{Budget, MOST};
use janito_core::{Context, JsonSchema, Reader, ToolError, tool};
use serde::Serialize;
use std::path::PathBuf;

/// The most files of one call.
const MOST_FILES: usize = 200;

/// The files that were to be read.
#[derive(Serialize, JsonSchema)]
struct Batch {
    /// Each file, in the order of `filepaths`.
    files: Vec<One>,
    /// How many were to be read.
    total_files: usize,
    /// How many were.
    successful_files: usize,
    /// The most lines of each that were asked for.
    max_lines: Option<u64>,
}

/// One file.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum One {
    /// It was read.
    Read(Read),
    /// It was not.
    Unread(Unread),
}

/// A file that was read.
#[derive(Serialize, JsonSchema)]
struct Read {
    /// True.
    success: bool,
    /// What was read.
    #[serde(flatten)]
    excerpt: Excerpt,
}

/// A file that was not read.
#[derive(Serialize, JsonSchema)]
struct Unread {
    /// False.
    success: bool,
    /// The path as it was given.
    filepath: PathBuf,
    /// Why.
    error: String,
}

/// Read several text files, each from its beginning. All together have at most 256 KiB of text; `next_line` says where to read on in a file
/// with `ReadFile`.
#[tool(permissions = "r", idempotent)]
fn read_multiple_files(
    cx: &Context,
    files: &Reader,
    /// Paths of the text files.
    #[arg(alias = "paths", alias = "files")]
    filepaths: Vec<PathBuf>,
    /// Most lines to read of each; without it, all.
    #[arg(min = 1, alias = "limit")]
    max_lines: Option<u64>,
) -> Result<Batch, ToolError> {
    let total_files = filepaths.len();
    if total_files == 0 {
        return Err(ToolError::new("No file paths provided; name at least one in `filepaths`"));
    }
    if total_files > MOST_FILES {
        let message = format!("{total_files} files are too many for one call; name at most {MOST_FILES}");
        return Err(ToolError::new(message));
    }
    cx.start(format!("Reading {total_files} files"));
    let (mut left, mut read) = (MOST, Vec::new());
    for (number, filepath) in filepaths.into_iter().enumerate() {
        cx.progress(format!("[{}/{total_files}] {}", number + 1, files.display(&filepath)));
        // Once there is no room left, what is read says where to begin.
        let wanted = Wanted {
            filepath: filepath.clone(),
            start_line: 1,
            max_lines,
            start_column: 1,
            encoding: None,
            budget: Budget::of(left),
        };
        read.push(match Excerpt::read(files, wanted) {
            Ok(excerpt) => {
                left -= excerpt.content.len().min(left);
                One::Read(Read { success: true, excerpt })
            }
            Err(error) => {
                cx.check()?;
                One::Unread(Unread { success: false, filepath, error: error.to_string() })
            }
        });
    }
    let successful_files = read.iter().filter(|one| matches!(one, One::Read(_))).count();
    cx.done(format!("{successful_files} of {total_files} files"));
    if successful_files == 0 {
        let error = ToolError::new("none of the files could be read; `files` says why for each");
        return Err(error.with("files", &read).with("total_files", total_files).with("successful_files", 0));
    }
    Ok(Batch { files: read, total_files, successful_files, max_lines })
}
