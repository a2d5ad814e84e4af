//! Some lines of a text file, whatever its length, and all that there is to say of them.
//!
//! Only what is shown is decoded, so that a window of a huge file costs what the window costs, and a byte that is no text elsewhere in the
//! file does not hide it. Line numbers count LF, as everywhere else; CR LF is shown as LF and named. What was shown is remembered, so that
//! a later change does not overwrite what others changed meanwhile.

use super::TextFile;
use super::decode::Encoding;
use super::lines::{self, Newline};
use super::window::{self, Budget, COUNTED, Stop, Window};
use encoding_rs::UTF_8;
use janito_core::{JsonSchema, Reader, ToolError};
use serde::Serialize;
use std::io;
use std::path::PathBuf;

/// Lines of a text file.
#[derive(Serialize, JsonSchema)]
pub(in crate::files) struct Excerpt {
    /// The text, its lines ended by LF, without a byte order mark.
    pub(in crate::files) content: String,
    /// The path as it was given.
    filepath: PathBuf,
    /// The number of the first line; negative, counted from the end, where the file is too long to count.
    start_line: i64,
    /// The number of lines that was asked for.
    max_lines: Option<u64>,
    /// All lines of the file; null where it is too long to count.
    pub(in crate::files) total_lines: Option<u64>,
    /// The number of lines in `content`.
    pub(in crate::files) lines_read: u64,
    /// The file's length in bytes.
    size: u64,
    /// The `start_line` to read on with, where there is more.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_line: Option<i64>,
    /// Why less is shown than was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<String>,
    /// The lines that are not shown to their end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cut_lines: Vec<CutLine>,
    /// The encoding, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<String>,
    /// How the lines that are shown end in the file, where that is not LF.
    #[serde(skip_serializing_if = "Option::is_none")]
    line_endings: Option<LineEndings>,
}

/// A line that is not shown to its end.
#[derive(Serialize, JsonSchema)]
struct CutLine {
    /// Its `start_line`.
    line: i64,
    /// The `start_column` to read on with.
    next_column: u64,
}

/// How lines end in a file.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum LineEndings {
    /// All with CR LF.
    Crlf,
    /// Some with CR LF, some with LF.
    Mixed,
}

/// What is wanted of a file.
pub(in crate::files) struct Wanted {
    pub(in crate::files) filepath: PathBuf,
    pub(in crate::files) start_line: i64,
    pub(in crate::files) max_lines: Option<u64>,
    pub(in crate::files) start_column: u64,
    pub(in crate::files) encoding: Option<Encoding>,
    /// The most bytes of text.
    pub(in crate::files) budget: Budget,
}

impl Excerpt {
    pub(in crate::files) fn read(files: &Reader, wanted: Wanted) -> Result<Self, ToolError> {
        let Wanted { filepath, start_line, max_lines, start_column, encoding, budget } = wanted;
        let mut text = TextFile::open(files, &filepath, encoding)?;
        text.remember()?;
        let newline = Newline::of(text.encoding());
        let first = go_to(&mut text, newline, start_line)?;
        let window = window::read(&mut text, newline, start_column, max_lines.unwrap_or(u64::MAX), budget)?;
        let rest = match window.stop {
            Stop::Lost => None,
            Stop::End => Some(0),
            Stop::Asked | Stop::Full => lines::count(&mut text, newline, None, COUNTED)?,
        };
        let total_lines = first.and_then(|first| Some(first - 1 + window.lines + rest?));
        let start_line = first.map_or(start_line, number);
        let more = matches!(window.stop, Stop::Asked | Stop::Full);
        Ok(Self {
            filepath,
            start_line,
            max_lines,
            total_lines,
            lines_read: window.lines,
            size: text.length(),
            next_line: more.then(|| start_line + number(window.lines)),
            truncated: shortened(&window, start_line, budget),
            cut_lines: window
                .cut
                .iter()
                .map(|(line, next_column)| CutLine { line: start_line + number(*line), next_column: *next_column })
                .collect(),
            encoding: (text.encoding() != UTF_8).then(|| text.encoding().name().to_ascii_lowercase()),
            line_endings: match (window.crlf, window.lf) {
                (0, _) => None,
                (_, 0) => Some(LineEndings::Crlf),
                _ => Some(LineEndings::Mixed),
            },
            content: window.content,
        })
    }

    /// What was read, in few words.
    pub(in crate::files) fn summary(&self) -> String {
        match self.total_lines {
            Some(total) if total != self.lines_read => format!("{} of {total} lines", self.lines_read),
            _ => format!("{} lines", self.lines_read),
        }
    }
}

/// Goes to a line, and returns its number, unless it was counted from the end and the beginning is too far away to count.
fn go_to(text: &mut TextFile, newline: Newline, line: i64) -> Result<Option<u64>, ToolError> {
    let wanted = line.unsigned_abs();
    if line < 0 {
        lines::seek_from_end(text, newline, wanted)?;
        return Ok(lines_before(text, newline)?.map(|before| before + 1));
    }
    if line == 0 {
        let error =
            ToolError::new("start_line (0) is out of range: lines are counted from 1, or from -1 for the last.");
        let total = lines::count(text, newline, None, COUNTED)?;
        return Err(total.into_iter().fold(error, |error, total| error.with("total_lines", total)));
    }
    let skipped = lines::skip(text, newline, wanted - 1)?;
    // An empty file has no line 1, and yet nothing is wrong with reading it.
    if skipped < wanted - 1 || (wanted > 1 && text.fill()?.is_empty()) {
        let message = format!("start_line ({line}) is out of range. File has {skipped} lines.");
        return Err(ToolError::new(message).with("total_lines", skipped));
    }
    Ok(Some(wanted))
}

/// The number of lines before the one where the text is.
fn lines_before(text: &mut TextFile, newline: Newline) -> io::Result<Option<u64>> {
    let here = text.position();
    text.seek(text.start())?;
    let before = lines::count(text, newline, Some(here), COUNTED)?;
    text.seek(here)?;
    Ok(before)
}

/// Why less is shown than was asked for, and how to read on.
fn shortened(window: &Window, start: i64, budget: Budget) -> Option<String> {
    let mut reasons = Vec::new();
    if let Some((line, column)) = window.cut.first() {
        let line = start + number(*line);
        let others = match window.cut.len() {
            1 => String::new(),
            count => format!(" (and {} more, see cut_lines)", count - 1),
        };
        reasons.push(format!(
            "line {line}{others} is longer than {} bytes and was cut; to read on in it, pass start_line={line}, \
             start_column={column}, max_lines=1",
            budget.of_line
        ));
    }
    if window.stop == Stop::Full {
        let next = start + number(window.lines);
        reasons.push(format!(
            "more than {} bytes are not shown at once; to read on, pass start_line={next}",
            budget.of_all
        ));
    }
    if window.stop == Stop::Lost {
        reasons.push(
            "the end of the last line is too far away to be looked for, and what follows is not known".to_owned(),
        );
    }
    (!reasons.is_empty()).then(|| reasons.join(". "))
}

/// A count as a line number; no file has more lines than fit.
fn number(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
