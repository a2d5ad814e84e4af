//! Why a text is not in a file: what is there instead, and what differs.
//!
//! Only told, never done: an edit that was nearly right is corrected by its author, who is shown the lines.

use super::differ::differences;
use super::fold::Folded;
use super::nearest;
use janito_core::{JsonSchema, ToolError};
use memchr::memmem;
use serde::Serialize;
use std::ops::Range;

/// A line of the file that is like what was looked for.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Line {
    /// Its number, counted from 1.
    line: usize,
    /// Its text, cut if it is long.
    text: String,
}

/// A text that was looked for.
pub(super) struct Sought<'a> {
    pub(super) text: &'a str,
    /// What it is called.
    pub(super) name: &'static str,
    /// Whether it begins at the begin of a line.
    pub(super) whole_lines: bool,
}

/// How many lines are shown, and how many characters of each.
const MOST_LINES: usize = 8;
const MOST_OF_LINE: usize = 200;

/// A longer text is not compared with what is there, since the comparison would not help.
const MOST_SOUGHT: usize = 64 << 10;

/// The failure of an edit whose old text is not in this text.
pub(in crate::files) fn explain(text: &[u8], old: &str) -> ToolError {
    let (reason, span) = reason(text, &Sought { text: old, name: "old_str", whole_lines: false });
    let error = ToolError::new(format!("old_str was not found{reason}")).with("occurrences", 0);
    match span {
        Some(span) => error.with("nearest", lines(text, span)),
        None => error,
    }
}

/// What to say after "not found", and the lines, counted from 0, that are the nearest.
pub(super) fn reason(text: &[u8], sought: &Sought<'_>) -> (String, Option<Range<usize>>) {
    const READ: &str = "read the file again and copy the text from there";
    let old = sought.text;
    if text.is_empty() {
        return (": the file is empty".to_owned(), None);
    }
    if old.len() > MOST_SOUGHT {
        return (format!("; it is long: replace less at once, or {READ}"), None);
    }
    if let Some((what, at)) = as_written(text, old) {
        let line = memchr::memchr_iter(b'\n', &text[..at]).count();
        return (format!("; {what} on line {}", line + 1), Some(line..line + 1));
    }
    let file = Folded::of(text);
    let folded = Folded::of(old.replace("\r\n", "\n").as_bytes());
    if let Some(found) = places(&file, &folded.text) {
        let (span, more) = found;
        let differences = differences(text, &file, &span, sought);
        let shown = list(span.start + 1..span.end + 1);
        let differ = if span.len() == 1 { "differs" } else { "differ" };
        let more = if more > 0 { format!(" (and {more} more places)") } else { String::new() };
        let first = quote_difference(text, &span, sought);
        return (
            format!("; {shown} {differ} only in {differences}{more}{first}; give the text exactly as the file has it"),
            Some(span),
        );
    }
    let bare: String =
        old.lines().map(|line| without_number(line).unwrap_or(line)).flat_map(|line| [line, "\n"]).collect();
    if old.lines().any(|line| without_number(line).is_some())
        && let Some((span, _)) = places(&file, &Folded::of(bare.as_bytes()).text)
    {
        let shown = list(span.start + 1..span.end + 1);
        return (
            format!("; it has line numbers in front, which the file has not: give {shown} without them"),
            Some(span),
        );
    }
    match nearest::find(&file, &folded) {
        Some(span) => {
            let shown = list(span.start + 1..span.end + 1);
            let first = quote_difference(text, &span, sought);
            (format!("; the nearest is {shown}{first}; {READ}"), Some(span))
        }
        None => (format!(", and no line is like it; {READ}"), None),
    }
}

/// Whether the text would be found with its escapes read or written, what to say, and where.
fn as_written(text: &[u8], old: &str) -> Option<(&'static str, usize)> {
    let find = |other: String| if other == old { None } else { memmem::find(text, other.as_bytes()) };
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    let read_entities = entities.iter().fold(old.to_owned(), |text, (from, to)| text.replace(from, to));
    let written_entities = entities.iter().rev().filter(|(from, _)| *from != "&#39;");
    let written_entities = written_entities.fold(old.to_owned(), |text, (from, to)| text.replace(to, from));
    let written = old.replace('\\', "\\\\").replace('\n', "\\n").replace('\t', "\\t");
    [
        (read_escapes(old), "its backslash escapes are written out; with \\n, \\t, \\\" and the like read as characters it would match"),
        (written, "its line ends, tabs or backslashes are characters, where the file has them as escapes such as \\n; so written it would match"),
        (old.replace('"', "\\\""), "with a backslash before each double quote it would match"),
        (read_entities, "it has entities such as &lt;; with these read as characters it would match"),
        (written_entities, "the file has entities such as &lt; for its characters; so written it would match"),
    ]
    .into_iter()
    .find_map(|(other, what)| Some((what, find(other)?)))
}

/// A text with its escapes read as characters.
fn read_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let mut characters = after.chars();
        match characters.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some(own @ ('"' | '\'' | '\\' | '/' | '`' | '$')) => out.push(own),
            Some(other) => out.extend(['\\', other]),
            None => out.push('\\'),
        }
        rest = characters.as_str();
    }
    out + rest
}

/// The lines of the first place that has this folded text, and how many more there are.
fn places(file: &Folded, sought: &[u8]) -> Option<(Range<usize>, usize)> {
    if sought.is_empty() {
        return None;
    }
    let mut found = memmem::find_iter(&file.text, sought);
    let at = found.next()?;
    Some((file.line_of(at)..file.line_of(at + sought.len() - 1) + 1, found.take(100).count()))
}

/// A line of a listing without its number: `12: x`, `12|x`, `12→x`, `12<tab>x`.
fn without_number(line: &str) -> Option<&str> {
    let rest = line.trim_start().trim_start_matches(|character: char| character.is_ascii_digit());
    let begins = rest.len() < line.trim_start().len();
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    rest.strip_prefix([':', '|', '→', '\t']).filter(|_| begins)
}

/// The first pair of lines that differ, quoted.
fn quote_difference(text: &[u8], span: &Range<usize>, sought: &Sought<'_>) -> String {
    let there = String::from_utf8_lossy(&text[line_start(text, span.start)..line_start(text, span.end)]).into_owned();
    let pairs = there.lines().zip(sought.text.lines()).enumerate();
    // The first and the last line of the old text may be parts of lines.
    let differs = |(_, (there, old)): &(usize, (&str, &str))| {
        there != old && (sought.whole_lines || old.trim().is_empty() || !there.contains(old))
    };
    let Some((index, (there, old))) = pairs.into_iter().find(differs) else { return String::new() };
    let line = span.start + index + 1;
    format!(": line {line} is {:?} in the file and {:?} in {}", cut(there), cut(old), sought.name)
}

/// These lines, counted from 0, as they are shown.
pub(super) fn lines(text: &[u8], span: Range<usize>) -> Vec<Line> {
    let bytes = &text[line_start(text, span.start)..line_start(text, span.end.min(span.start + MOST_LINES))];
    let shown = |(index, line): (usize, &[u8])| Line {
        line: span.start + index + 1,
        text: cut(String::from_utf8_lossy(line).trim_end_matches('\n')).to_owned(),
    };
    bytes.split_inclusive(|byte| *byte == b'\n').enumerate().map(shown).collect()
}

/// Where a line, counted from 0, begins; the end of the text if there is none.
pub(super) fn line_start(text: &[u8], line: usize) -> usize {
    match line.checked_sub(1) {
        None => 0,
        Some(before) => memchr::memchr_iter(b'\n', text).nth(before).map_or(text.len(), |lf| lf + 1),
    }
}

fn cut(line: &str) -> &str {
    line.char_indices().nth(MOST_OF_LINE).map_or(line, |(end, _)| &line[..end])
}

fn list(lines: Range<usize>) -> String {
    if lines.len() == 1 { format!("line {}", lines.start) } else { format!("lines {}-{}", lines.start, lines.end - 1) }
}
