//! One replacement: a text that is there, exactly and once, and what takes its place.
//!
//! The new text is literal. Its line ends become those of what it replaces, else those of the file. What old and new text have in common
//! at their begin and end is not touched, nor are lines that they share where line ends are mixed.

use super::document::{Document, Ending};
use super::encode::Unmappable;
use super::{miss, mixed};
use janito_core::ToolError;
use memchr::memmem;
use std::borrow::Cow;
use std::ops::Range;

/// What is to be replaced by what.
#[derive(Debug, Clone, Copy)]
pub(in crate::files) struct Edit<'a> {
    pub(in crate::files) old: &'a str,
    pub(in crate::files) new: &'a str,
    /// Every occurrence, instead of the only one.
    pub(in crate::files) all: bool,
}

/// What came of it.
#[derive(Debug)]
pub(in crate::files) struct Replaced {
    /// The whole file.
    pub(in crate::files) bytes: Vec<u8>,
    pub(in crate::files) count: usize,
    /// The lines, counted from 1, on which the first replaced texts begin.
    pub(in crate::files) lines: Vec<usize>,
}

/// How many line numbers are told.
pub(in crate::files) const MOST_LINES: usize = 20;

/// Replaces a text in a document.
pub(in crate::files) fn replace(document: &Document<'_>, edit: Edit<'_>) -> Result<Replaced, ToolError> {
    if edit.old.is_empty() {
        return Err(ToolError::new(
            "old_str is empty, and so is everywhere; to insert text, pass a text that is there as old_str, and the same with the \
             addition as new_str; to write a whole file, use CreateFile",
        ));
    }
    let pair = Pair::choose(document, edit);
    if pair.old == pair.new {
        let but = if edit.old == edit.new { "" } else { " but for line ends, which stay as the file has them" };
        return Err(ToolError::new(format!("old_str and new_str are the same{but}: nothing would change")));
    }
    let found: Vec<usize> = occurrences(document, &pair.old).collect();
    if found.is_empty() {
        return Err(miss::explain(document.text(), edit.old));
    }
    if !edit.all {
        unique(document, &pair.old, &found)?;
    }
    let bytes = splice(document, &pair, &found)?;
    Ok(Replaced { bytes, count: found.len(), lines: line_numbers(document.text(), &found) })
}

/// Old and new text as they are looked for and put in.
struct Pair<'a> {
    old: Cow<'a, str>,
    new: Cow<'a, str>,
    /// Whether the file has no line end that the new ones could be like.
    free: bool,
}

impl<'a> Pair<'a> {
    fn choose(document: &Document<'_>, edit: Edit<'a>) -> Self {
        // A CR before a CR LF is a character, so a text with CR LF may be meant just so.
        let verbatim = !edit.old.contains("\r\n") || memmem::find(document.text(), edit.old.as_bytes()).is_some();
        let free = document.dominant().is_none();
        let old = if verbatim { Cow::Borrowed(edit.old) } else { Cow::Owned(edit.old.replace("\r\n", "\n")) };
        let literal = free || (verbatim && edit.old.contains("\r\n"));
        let new = if literal { Cow::Borrowed(edit.new) } else { Cow::Owned(edit.new.replace("\r\n", "\n")) };
        Self { old, new, free }
    }

    /// The lengths of what both have in common at the begin and at the end.
    fn common(&self) -> (usize, usize) {
        let (old, new) = (&*self.old, &*self.new);
        let same = |(a, b): &(char, char)| a == b;
        let begin: usize = old.chars().zip(new.chars()).take_while(same).map(|(a, _)| a.len_utf8()).sum();
        let rest = old[begin..].chars().rev().zip(new[begin..].chars().rev());
        (begin, rest.take_while(same).map(|(a, _)| a.len_utf8()).sum())
    }
}

/// Where a text begins, without overlaps.
fn occurrences(document: &Document<'_>, old: &str) -> impl Iterator<Item = usize> {
    let whole = |at: &usize| document.place(*at).is_some() && document.place(at + old.len()).is_some();
    memmem::find_iter(document.text(), old.as_bytes()).filter(whole).collect::<Vec<_>>().into_iter()
}

/// Fails if there is a second occurrence, also one that overlaps the first.
fn unique(document: &Document<'_>, old: &str, found: &[usize]) -> Result<(), ToolError> {
    let text = document.text();
    let mut all = Cow::Borrowed(found);
    if let [only] = found {
        let next = only + text[*only..].iter().skip(1).take_while(|byte| (0x80..0xc0).contains(*byte)).count() + 1;
        match memmem::find(&text[next..], old.as_bytes()) {
            Some(second) => all.to_mut().push(next + second),
            None => return Ok(()),
        }
    }
    let lines = line_numbers(text, &all);
    let count = all.len();
    Err(ToolError::new(format!(
        "old_str was found {count} times, on {}; it must be unique: add text around the one that is meant, or pass replace_all=true \
         to replace all of them",
        list_lines(&lines, count)
    ))
    .with("occurrences", count)
    .with("lines", lines))
}

/// The file with the new text in each of these places.
fn splice(document: &Document<'_>, pair: &Pair<'_>, found: &[usize]) -> Result<Vec<u8>, ToolError> {
    let (begin, end) = pair.common();
    let inner = &pair.new[begin..pair.new.len() - end];
    let dominant = document.dominant().unwrap_or(Ending::Lf);
    let put_in = |text: &str, ending| {
        let ending = if pair.free { Ending::Lf } else { ending };
        document.encode(text, ending).map_err(|character| unmappable(document, character))
    };
    let (lf, crlf) = (put_in(inner, Ending::Lf)?, put_in(inner, Ending::CrLf)?);
    let bytes = document.bytes();
    let mut out = Vec::with_capacity(bytes.len() + found.len() * crlf.len().saturating_sub(pair.old.len()));
    let mut from = 0;
    for at in found {
        let span = *at..at + pair.old.len();
        doubts(document, span.clone(), inner)?;
        let ending = document.ending_in(span.clone()).unwrap_or(dominant);
        let places = |span: Range<usize>| Some(document.place(span.start)?..document.place(span.end)?);
        let (place, new) = match places(span.start + begin..span.end - end) {
            Some(place) => {
                let replaced = span.start + begin..span.end - end;
                let mixed = (!pair.free && document.is_mixed(replaced.clone()))
                    .then(|| mixed::encode(document, replaced, inner, ending))
                    .flatten();
                let new = match mixed {
                    Some(new) => Cow::Owned(new.map_err(|character| unmappable(document, character))?),
                    None => Cow::Borrowed(if ending == Ending::CrLf { &crlf } else { &lf }),
                };
                (place, new)
            }
            // The encoding writes two characters as one of which only the second is to change.
            None => (places(span.clone()).unwrap_or_default(), Cow::Owned(put_in(&pair.new, ending)?)),
        };
        out.extend_from_slice(&bytes[from..place.start]);
        out.extend_from_slice(&new);
        from = place.end;
    }
    out.extend_from_slice(&bytes[from..]);
    Ok(out)
}

/// Fails where a file that is not UTF-8, of unknown encoding, does not let an edit be told to be right.
pub(super) fn doubts(document: &Document<'_>, span: Range<usize>, new: &str) -> Result<(), ToolError> {
    let Some(at) = document.doubt() else { return Ok(()) };
    let text = document.text();
    let line = memchr::memrchr(b'\n', &text[..span.start]).map_or(0, |lf| lf + 1);
    // In encodings of several bytes the last may look like a letter, but never the first.
    let cut = text[line..span.start].last().is_some_and(|byte| !byte.is_ascii())
        && std::str::from_utf8(&text[line..span.start]).is_err();
    let foreign = new.chars().find(|character| !character.is_ascii()).filter(|_| text[span].is_ascii());
    let what = match foreign {
        Some(character) => format!("how `{character}` is written in it is not known"),
        None if cut => "whether a character begins where old_str does is not known".to_owned(),
        None => return Ok(()),
    };
    Err(ToolError::new(format!(
        "the file is not valid UTF-8 at byte {at}, and {what}; pass its `encoding`, such as \"windows-1252\", or \"utf-8\" to edit it \
         as UTF-8 all the same"
    ))
    .with("byte_offset", at))
}

/// Says that the encoding lacks a character.
pub(super) fn unmappable(document: &Document<'_>, Unmappable(character): Unmappable) -> ToolError {
    ToolError::new(format!(
        "the file's encoding, {}, has no `{character}` (U+{:04X}); nothing was written; write the text without it",
        document.encoding(),
        u32::from(character)
    ))
}

/// The lines, counted from 1, of the first of these places, which are sorted.
fn line_numbers(text: &[u8], places: &[usize]) -> Vec<usize> {
    let (mut line, mut from) = (1, 0);
    let number = |at: &usize| {
        line += memchr::memchr_iter(b'\n', &text[from..*at]).count();
        from = *at;
        line
    };
    places.iter().take(MOST_LINES).map(number).collect()
}

/// Line numbers as words, of which there may be more.
pub(super) fn list_lines(lines: &[usize], all: usize) -> String {
    let mut distinct = lines.to_vec();
    distinct.dedup();
    let numbers: Vec<String> = distinct.iter().map(usize::to_string).collect();
    let more = if all > lines.len() { format!(" and {} more", all - lines.len()) } else { String::new() };
    format!("{} {}{more}", if distinct.len() == 1 { "line" } else { "lines" }, numbers.join(", "))
}
