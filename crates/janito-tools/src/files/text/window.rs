//! Some lines of a text, decoded: no more than a model can take, and with the place where it goes on.
//!
//! A line that is too long is cut and its rest skipped; a result that would be too long ends before the line that is too much.

use super::TextFile;
use super::lines::{self, Newline};
use janito_core::ToolError;

/// The most bytes of text that are shown at once.
pub(in crate::files) const MOST: usize = 256 << 10;

/// The most bytes of one line that are shown.
pub(in crate::files) const MOST_OF_LINE: usize = 32 << 10;

/// The most bytes of text that are shown.
#[derive(Debug, Clone, Copy)]
pub(in crate::files) struct Budget {
    pub(in crate::files) of_all: usize,
    /// A line that has more is cut.
    pub(in crate::files) of_line: usize,
}

impl Budget {
    /// So many bytes, and no more of a line than is shown of any.
    pub(in crate::files) fn of(bytes: usize) -> Self {
        Self { of_all: bytes, of_line: MOST_OF_LINE }
    }

    /// No more than so many bytes, of which one line may have all.
    pub(in crate::files) fn at_most(bytes: Option<u32>) -> Self {
        let bytes = bytes.map_or(MOST, |bytes| (bytes as usize).min(MOST));
        Self { of_all: bytes, of_line: bytes.min(MOST_OF_LINE) }
    }
}

/// How far beyond what is shown a file is read only to count its lines.
pub(in crate::files) const COUNTED: u64 = 256 << 20;

/// Lines of a text, each ended by LF if it was ended at all.
#[derive(Default)]
pub(in crate::files) struct Window {
    pub(in crate::files) content: String,
    pub(in crate::files) lines: u64,
    /// Lines that were cut: which of those shown, counted from 0, and the character, counted from 1, where it goes on.
    pub(in crate::files) cut: Vec<(u64, u64)>,
    pub(in crate::files) crlf: u64,
    pub(in crate::files) lf: u64,
    pub(in crate::files) stop: Stop,
}

/// Why no more lines are shown.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
pub(in crate::files) enum Stop {
    /// The text ends.
    #[default]
    End,
    /// As many as were asked for are there.
    Asked,
    /// The next one would be too much.
    Full,
    /// The last one was cut, and its end is too far away to be looked for.
    Lost,
}

/// Reads at most so many lines from where the text is, the first from its `column`, and no more than a budget.
pub(in crate::files) fn read(
    text: &mut TextFile,
    newline: Newline,
    column: u64,
    most: u64,
    budget: Budget,
) -> Result<Window, ToolError> {
    let mut window = Window::default();
    let mut skip = column - 1;
    while window.lines < most {
        let (place, before) = (text.position(), window.content.len());
        let Some(line) = read_line(text, newline, skip, budget.of_line, &mut window.content)? else {
            return Ok(window);
        };
        if window.content.len() > budget.of_all {
            // What is left out is read anew by the next call.
            window.content.truncate(before);
            text.seek(place)?;
            window.stop = Stop::Full;
            return Ok(window);
        }
        window.lines += 1;
        if let Some(column) = line.cut {
            window.cut.push((window.lines - 1, column));
        }
        let mut ended = line.ended;
        if line.cut.is_none() {
            *(if line.crlf { &mut window.crlf } else { &mut window.lf }) += u64::from(ended);
        } else if !ended {
            let Some(found) = lines::finish(text, newline, COUNTED)? else {
                window.stop = Stop::Lost;
                return Ok(window);
            };
            ended = found;
        }
        if ended {
            window.content.push('\n');
        }
        skip = 0;
    }
    window.stop = if text.fill()?.is_empty() { Stop::End } else { Stop::Asked };
    Ok(window)
}

/// What was read of a line.
#[derive(Default)]
struct Line {
    /// The character, counted from 1, where it goes on after what was read.
    cut: Option<u64>,
    /// Whether its end was reached, and is an LF.
    ended: bool,
    crlf: bool,
}

/// Appends a line without its end, and without its first characters; nothing if the text has ended.
fn read_line(
    text: &mut TextFile,
    newline: Newline,
    skip: u64,
    most: usize,
    out: &mut String,
) -> Result<Option<Line>, ToolError> {
    let mut decoder = text.decoder();
    let (begin, mut piece, mut line) = (out.len(), String::new(), Line::default());
    let (mut left, mut empty) = (skip, true);
    loop {
        let bytes = text.fill()?;
        let (end, length) = (newline.first(bytes), bytes.len());
        if length == 0 && empty {
            return Ok(None);
        }
        let body = end.map_or(length, |end| end - newline.length());
        let last = end.is_some() || length == 0;
        piece.clear();
        if let Err(fault) = decoder.decode(&bytes[..body], last, &mut piece) {
            return Err(text.refuse(fault));
        }
        text.consume(end.unwrap_or(length));
        (line.ended, empty) = (end.is_some(), false);
        let wanted = drop_characters(&piece, &mut left);
        let taken = wanted.floor_char_boundary(most - (out.len() - begin));
        out.push_str(&wanted[..taken]);
        if taken < wanted.len() {
            line.cut = Some(skip + characters(&out[begin..]) + 1);
            return Ok(Some(line));
        }
        if last {
            break;
        }
    }
    if skip > 0 && out.len() == begin {
        let message = format!("start_column ({}) is out of range. The line has {} characters.", skip + 1, skip - left);
        return Err(ToolError::new(message));
    }
    if line.ended && out[begin..].ends_with('\r') {
        out.pop();
        line.crlf = true;
    }
    Ok(Some(line))
}

/// A text without its first characters, as many as are `left` to drop.
fn drop_characters<'a>(text: &'a str, left: &mut u64) -> &'a str {
    let mut rest = text.chars();
    while *left > 0 && rest.next().is_some() {
        *left -= 1;
    }
    rest.as_str()
}

fn characters(text: &str) -> u64 {
    text.chars().count() as u64
}
