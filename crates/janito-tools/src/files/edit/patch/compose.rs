//! The new text of a file, made of lines of the old one and of the patch.
//!
//! Lines that a patch does not change keep their bytes; those that come are encoded as the file is and end as the lines do whose place they
//! take. Whether the last line has an end is changed only by a patch that speaks of it.

use super::super::document::{Document, Ending};
use super::super::replace::{doubts, unmappable};
use super::hunk::{Hunk, HunkLine, Kind, MARK};
use super::locate::{Lines, Place};
use janito_core::ToolError;
use std::collections::VecDeque;
use std::ops::Range;

/// Makes the new file of lines of the old and of the patch.
pub(super) struct Composer<'a> {
    document: &'a Document<'a>,
    lines: &'a Lines<'a>,
    /// Where each line begins in the text, and where the last ends.
    begins: Vec<usize>,
    /// The byte order mark, where it is no part of the first line.
    mark: &'a [u8],
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
    /// `marked`: whether the byte order mark is a part of the first line.
    pub(super) fn new(document: &'a Document<'a>, lines: &'a Lines<'a>, hunks: &[Hunk], marked: bool) -> Self {
        let (text, mut begins) = (document.text(), vec![0]);
        begins.extend(memchr::memchr_iter(b'\n', text).map(|lf| lf + 1));
        begins.truncate(lines.len());
        begins.push(text.len());
        let explicit = hunks.iter().flat_map(|hunk| &hunk.lines).any(|line| line.cr);
        let dominant = document.dominant().unwrap_or(Ending::Lf);
        let mark = &document.bytes()[..document.place(0).filter(|_| !marked).unwrap_or(0)];
        let out = mark.to_vec();
        Self { document, lines, begins, mark, explicit, dominant, out, ended: true, empty: true, done: 0 }
    }

    /// Puts a hunk in its place; returns the line of the old file after it.
    pub(super) fn put(&mut self, hunk: &Hunk, place: &Place) -> Result<usize, ToolError> {
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
            let place = |line: usize| match line {
                0 => self.mark.len(),
                line => self.document.place(self.begins[line]).unwrap_or_default(),
            };
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
        // The file has a mark already.
        let again = !self.mark.is_empty() && self.out == self.mark;
        let text = if again { line.text.strip_prefix(MARK).unwrap_or(&line.text) } else { &line.text };
        self.out.extend(encode(text)?);
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

    pub(super) fn finish(mut self) -> (Vec<u8>, bool) {
        self.keep(self.lines.len());
        (self.out, self.empty)
    }
}
