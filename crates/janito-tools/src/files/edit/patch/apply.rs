//! The hunks of one file, applied to its text.
//!
//! Each hunk is located in the file as it was; one that has no place does not keep those after it from being judged.
//!
//! A patch need not know of a byte order mark. One that does, because it has the mark before a line that was there, has it as a part of the
//! first line.

use super::super::document::Document;
use super::super::faults::named;
use super::super::miss::{self, Sought};
use super::super::replace::list_lines;
use super::compose::Composer;
use super::hunk::{Hunk, Kind, MARK};
use super::locate::{Fuzz, Lines, Place, Unplaced, locate};
use janito_core::ToolError;

/// A file with its hunks applied.
pub(super) struct Applied {
    pub(super) bytes: Vec<u8>,
    /// Whether no line is left.
    pub(super) empty: bool,
    pub(super) placed: Vec<Placed>,
}

/// Where a hunk was put.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::files) struct Placed {
    /// The line of the file, counted from 1, before the change.
    pub(in crate::files) line: usize,
    /// How far that is from what the patch says, if it says it.
    pub(in crate::files) offset: Option<isize>,
    pub(in crate::files) fuzz: Fuzz,
}

/// Applies hunks, or says what is wrong with each that cannot be.
pub(super) fn apply_hunks(document: &Document<'_>, hunks: &[Hunk]) -> Result<Applied, Vec<ToolError>> {
    let text = document.text();
    let mut lines: Vec<&[u8]> =
        text.split_inclusive(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\n").unwrap_or(line)).collect();
    let marked = document.bytes().starts_with(MARK.as_bytes()) && hunks.iter().any(Hunk::has_mark);
    let first = marked.then(|| [MARK.as_bytes(), lines.first().copied().unwrap_or_default()].concat());
    if let Some(first) = &first {
        lines.splice(..lines.len().min(1), [&first[..]]);
    }
    let mut composer = Composer::new(document, &lines, hunks, marked);
    let (mut placed, mut faults) = (Vec::new(), Vec::new());
    let (mut from, mut drift) = (0, 0);
    for (index, hunk) in hunks.iter().enumerate() {
        let name = format!("hunk {} (line {} of the patch)", index + 1, hunk.line);
        match locate(&lines, hunk, from, drift) {
            Ok(place) => {
                let said = hunk.at.map(|(old, _)| old.max(1));
                let offset = said.map(|said| (place.at + 1).cast_signed() - (said + place.used.start).cast_signed());
                drift = offset.unwrap_or(drift);
                placed.push(Placed { line: place.at + 1, offset, fuzz: place.fuzz });
                match composer.put(hunk, &place) {
                    Ok(end) => from = end,
                    Err(error) => faults.push(named(&name, error)),
                }
            }
            Err(reason) => faults.push(explain(&name, text, &lines, hunk, &reason)),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let (bytes, empty) = composer.finish();
    Ok(Applied { bytes, empty, placed })
}

/// The failure of a hunk that has no place.
fn explain(name: &str, text: &[u8], lines: &Lines<'_>, hunk: &Hunk, reason: &Unplaced) -> ToolError {
    let message = match reason {
        Unplaced::Bare => {
            "it has no line that is in the file, so its place is not known; give it some lines of context".to_owned()
        }
        Unplaced::Many(found) => {
            let found: Vec<usize> = found.iter().map(|line| line + 1).collect();
            let named = hunk.at.map_or(String::new(), |(old, _)| format!(", and not on line {old}, as it says"));
            let places = list_lines(&found, found.len());
            format!("its lines are in the file more than once, on {places}{named}; give it more lines of context")
        }
        Unplaced::Before(line) => {
            format!(
                "its lines are in the file only on line {}, before the end of the last hunk; hunks stand in order and do not overlap",
                line + 1
            )
        }
        Unplaced::Nowhere => {
            let mut applied = hunk.clone();
            applied.reverse();
            if let Ok(Place { at, fuzz: Fuzz::None, .. }) = locate(lines, &applied, 0, 0)
                && hunk.lines.iter().any(|line| line.kind == Kind::Added)
            {
                let message =
                    format!("it seems to be applied already: its new lines are in the file on line {}", at + 1);
                return ToolError::new(format!("{name}: {message}"));
            }
            let old = hunk.side(Kind::Added);
            let (reason, span) = miss::reason(text, &Sought { text: &old, name: "the hunk", whole_lines: true });
            let error = ToolError::new(format!("{name}: its lines were not found in the file{reason}"));
            return match span {
                Some(span) => error.with("nearest", miss::lines(text, span)),
                None => error,
            };
        }
    };
    ToolError::new(format!("{name}: {message}"))
}
