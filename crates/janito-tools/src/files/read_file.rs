//! `ReadFile`: some lines of a text file, whatever its length.

use super::text::decode::Encoding;
use super::text::excerpt::{Excerpt, Wanted};
use super::text::window::Budget;
use janito_core::{Context, Reader, ToolError, tool};
use std::path::PathBuf;

/// Read a text file, or some of its lines. A result has at most 256 KiB; `next_line` says where to read on.
#[tool(permissions = "r", idempotent)]
fn read_file(
    cx: &Context,
    files: &Reader,
    /// Path of the text file.
    #[arg(alias = "path", alias = "file", alias = "filename")]
    filepath: PathBuf,
    /// First line to read, counted from 1; negative counts from the end: -20 reads the last 20 lines.
    #[arg(default = 1, alias = "offset", alias = "from_line")]
    start_line: i64,
    /// Most lines to read; without it, all.
    #[arg(min = 1, alias = "limit")]
    max_lines: Option<u64>,
    /// Most bytes of text to return, as UTF-8; without it, 256 KiB.
    #[arg(min = 4, max = 262_144)]
    max_bytes: Option<u32>,
    /// First character of the first line, counted from 1, to read on in a line that was cut.
    #[arg(default = 1, min = 1)]
    start_column: u64,
    /// Encoding of a file that is not UTF-8, such as `windows-1252`. It is taken as said, unless a byte order mark says otherwise.
    encoding: Option<Encoding>,
) -> Result<Excerpt, ToolError> {
    cx.start(format!("Reading {}", files.display(&filepath)));
    let wanted = Wanted { filepath, start_line, max_lines, start_column, encoding, budget: Budget::at_most(max_bytes) };
    let excerpt = Excerpt::read(files, wanted)?;
    cx.done(excerpt.summary());
    Ok(excerpt)
}
