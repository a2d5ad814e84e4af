//! `WordCount`: the worked example of the documentation.

use super::text::TextFile;
use super::text::decode::Encoding;
use janito_core::{Context, JsonSchema, Reader, ToolError, tool};
use serde::Serialize;
use std::path::PathBuf;

/// What a text file holds.
#[derive(Serialize, JsonSchema, Default)]
struct Counts {
    /// The path as it was given.
    filepath: PathBuf,
    /// Lines; a last one counts whether or not a newline ends it.
    lines: u64,
    /// Words: what white space separates.
    words: u64,
    /// Unicode characters, without a byte order mark.
    characters: u64,
    /// The file's length in bytes.
    bytes: u64,
}

/// Count the lines, words and characters of a text file.
#[tool(permissions = "r", idempotent)]
fn word_count(
    cx: &Context,
    files: &Reader,
    /// Path of the text file.
    #[arg(alias = "path", alias = "file")]
    filepath: PathBuf,
    /// Encoding of a file that is not UTF-8, such as `windows-1252`. It is taken as said, unless a byte order mark says otherwise.
    encoding: Option<Encoding>,
) -> Result<Counts, ToolError> {
    cx.start(format!("Counting words in {}", files.display(&filepath)));
    let mut text = TextFile::open(files, &filepath, encoding)?;
    let mut counts = Counts { filepath, bytes: text.length(), ..Counts::default() };
    let (mut line_begins, mut word_begins) = (true, true);
    text.each_piece(|piece| {
        for character in piece.chars() {
            let space = character.is_whitespace();
            counts.characters += 1;
            counts.lines += u64::from(line_begins);
            counts.words += u64::from(word_begins && !space);
            (line_begins, word_begins) = (character == '\n', space);
        }
    })?;
    cx.done(format!("{} lines, {} words, {} characters", counts.lines, counts.words, counts.characters));
    Ok(counts)
}
