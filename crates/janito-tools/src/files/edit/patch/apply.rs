//! The hunks of one file, applied to its text.
//!
//! Lines that a patch does not change keep their bytes; those that come are encoded as the file is and end as the lines do whose place they
//! take. Whether the last line has an end is changed only by a patch that speaks of it.

use super::super::document::{Document, Ending};
use super::super::faults::named;
use super::super::miss::{self, Sought};
use super::super::replace::{doubts, list_lines, unmappable};
use super::hunk::{Hunk, HunkLine, Kind};
use super::locate::{Fuzz, Lines, Place, Unplaced, locate};
use janito_core::ToolError;
use std::collections::VecDeque;
use std::ops::Range;

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
    let lines: Vec<&[u8]> =
        text.split_inclusive(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\n").unwrap_or(line)).collect();
    let mut composer = Composer::new(document, &lines, hunks);
    let (mut placed, mut faults) = (Vec::new(), Vec::new());
    let (mut from, mut drift) = (0, 0);
    for (index, hunk) in hunks.iter().enumerate() {
        let name = format!("hunk {} (line {} of the patch)", index + 1, hunk.line);
        match locate(&lines, hunk, from, drift) {
            Ok(place) => {
                let said = hunk.at.map(|(old, _)| old.max(1));
                let skipped = hunk.lines[..place.used.start].len();
                let offset = said.map(|said| (place.at + 1).cast_signed() - (said + skipped).cast_signed());
                drift = offset.unwrap_or(drift);
                placed.push(Placed { line: place.at + 1, offset, fuzz: place.fuzz });
                match composer.put(hunk, &place) {
                    Ok(end) => from = end,
                    Err(error) => faults.push(named(&name, &error)),
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

/// Makes the new file of lines of the old and of the patch.
struct Composer<'a> {
    document: &'a Document<'a>,
    lines: &'a Lines<'a>,
    /// Where each line begins in the text, and where the last ends.
    begins: Vec<usize>,
    /// Whether the patch says how its lines end.
    explicit: bool,
    dominant: Ending,
    out: Vec<u8>,
    /// Whether the last line that was put has an end.
    ended: bool,
    empty: bool,
    /// How many lines of the old file are done.
    done: usize,
}

impl<'a> Composer<'a> {
    fn new(document: &'a Document<'a>, lines: &'a Lines<'a>, hunks: &[Hunk]) -> Self {
        let (text, mut begins) = (document.text(), vec![0]);
        begins.extend(memchr::memchr_iter(b'\n', text).map(|lf| lf + 1));
        begins.truncate(lines.len());
        begins.push(text.len());
        let explicit = hunks.iter().flat_map(|hunk| &hunk.lines).any(|line| line.cr);
        let dominant = document.dominant().unwrap_or(Ending::Lf);
        let mark = document.bytes()[..document.place(0).unwrap_or(0)].to_vec();
        Self { document, lines, begins, explicit, dominant, out: mark, ended: true, empty: true, done: 0 }
    }

    /// Puts a hunk in its place; returns the line of the old file after it.
    fn put(&mut self, hunk: &Hunk, place: &Place) -> Result<usize, ToolError> {
        self.keep(place.at);
        let used = &hunk.lines[place.used.clone()];
        let count = used.iter().filter(|line| line.kind != Kind::Added).count();
        let region = place.at..place.at + count;
        let last_added = used.iter().rposition(|line| line.kind == Kind::Added);
        // A patch that does not know that the file's last line has no end does not mean to give it one.
        let unaware = region.end == self.lines.len()
            && count > 0
            && self.ending(region.end - 1).is_none()
            && used.iter().rfind(|line| line.kind != Kind::Added).is_some_and(|line| line.ended);
        let mut gone = VecDeque::new();
        let mut last = self.lines.get(place.at).and_then(|_| self.ending(place.at));
        for (index, line) in used.iter().enumerate() {
            match line.kind {
                Kind::Context => {
                    last = self.ending(self.done).or(last);
                    gone.clear();
                    self.keep(self.done + 1);
                }
                Kind::Removed => {
                    last = self.ending(self.done).or(last);
                    gone.push_back(self.ending(self.done));
                    self.done += 1;
                }
                Kind::Added => {
                    let ending = match gone.pop_front().flatten().or(last) {
                        _ if self.explicit && line.cr => Ending::CrLf,
                        _ if self.explicit => Ending::Lf,
                        ending => ending.unwrap_or(self.dominant),
                    };
                    let open = !line.ended || (unaware && Some(index) == last_added);
                    self.add(line, ending, open, region.clone())?;
                }
            }
        }
        Ok(region.end)
    }

    /// How a line of the old file ends.
    fn ending(&self, line: usize) -> Option<Ending> {
        self.document.ending_in(self.begins[line]..self.begins[line + 1])
    }

    /// Keeps lines of the old file up to this one.
    fn keep(&mut self, end: usize) {
        if end > self.done {
            self.separate(self.dominant);
            let place = |line: usize| self.document.place(self.begins[line]).unwrap_or_default();
            self.out.extend_from_slice(&self.document.bytes()[place(self.done)..place(end)]);
            self.ended = self.ending(end - 1).is_some();
            (self.done, self.empty) = (end, false);
        }
    }

    fn add(&mut self, line: &HunkLine, ending: Ending, open: bool, region: Range<usize>) -> Result<(), ToolError> {
        self.separate(ending);
        let document = self.document;
        doubts(document, self.begins[region.start]..self.begins[region.end], &line.text)?;
        let encode = |text: &str| document.encode(text, ending).map_err(|character| unmappable(document, character));
        self.out.extend(encode(&line.text)?);
        if !open {
            self.out.extend(encode("\n")?);
        }
        (self.ended, self.empty) = (!open, false);
        Ok(())
    }

    /// Ends the last line if it is not; a line comes after it.
    fn separate(&mut self, ending: Ending) {
        if !self.ended
            && let Ok(end) = self.document.encode("\n", ending)
        {
            self.out.extend(end);
            self.ended = true;
        }
    }

    fn finish(mut self) -> (Vec<u8>, bool) {
        self.keep(self.lines.len());
        (self.out, self.empty)
    }
}
