//! Where the lines of a text lie, in bytes, without decoding it.
//!
//! A line ends with LF, as for git, compilers and search; the CR of a CR LF belongs to the line end, a lone CR to the text. A last line
//! without one counts, too. In every encoding of the WHATWG standard but UTF-16 the byte 0x0A is an LF wherever it stands.

use super::decode::two_bytes;
use super::{BLOCK, TextFile};
use std::io;

/// How lines end in an encoding.
#[derive(Clone, Copy)]
pub(in crate::files) struct Newline {
    /// Of UTF-16, whether the high byte comes first.
    wide: Option<bool>,
}

impl Newline {
    pub(in crate::files) fn of(encoding: &'static encoding_rs::Encoding) -> Self {
        Self { wide: two_bytes(encoding) }
    }

    /// The number of bytes in an LF.
    pub(in crate::files) fn length(self) -> usize {
        if self.wide.is_some() { 2 } else { 1 }
    }

    /// If there is an LF whose 0x0A is at this place, the place after it. The bytes begin with a whole unit.
    fn after(self, bytes: &[u8], at: usize) -> Option<usize> {
        match self.wide {
            None => Some(at + 1),
            Some(false) => (at.is_multiple_of(2) && bytes.get(at + 1) == Some(&0)).then_some(at + 2),
            Some(true) => (!at.is_multiple_of(2) && bytes[at - 1] == 0).then_some(at + 1),
        }
    }

    /// The places after each LF.
    fn ends(self, bytes: &[u8]) -> impl DoubleEndedIterator<Item = usize> {
        memchr::memchr_iter(b'\n', bytes).filter_map(move |at| self.after(bytes, at))
    }

    /// The place after the first LF.
    pub(in crate::files) fn first(self, bytes: &[u8]) -> Option<usize> {
        self.ends(bytes).next()
    }

    fn count(self, bytes: &[u8]) -> u64 {
        let count = match self.wide {
            None => memchr::memchr_iter(b'\n', bytes).count(),
            Some(_) => self.ends(bytes).count(),
        };
        count as u64
    }

    /// Whether there is text after the last LF.
    fn is_open(self, bytes: &[u8]) -> bool {
        match self.wide {
            None => bytes.last() != Some(&b'\n'),
            Some(high_first) => {
                !bytes.len().is_multiple_of(2) || !bytes.ends_with(if high_first { b"\0\n" } else { b"\n\0" })
            }
        }
    }
}

/// Skips lines from where the text is; returns how many there were, less than wanted only if the text ended.
pub(in crate::files) fn skip(text: &mut TextFile, newline: Newline, wanted: u64) -> io::Result<u64> {
    let (mut skipped, mut open) = (0, false);
    while skipped < wanted {
        let bytes = text.fill()?;
        let length = bytes.len();
        if length == 0 {
            return Ok(skipped + u64::from(open));
        }
        let mut used = length;
        for end in newline.ends(bytes) {
            skipped += 1;
            if skipped == wanted {
                used = end;
                break;
            }
        }
        open = newline.is_open(bytes);
        text.consume(used);
    }
    Ok(skipped)
}

/// The number of lines from where the text is to its end, or to a place in the file; nothing if that is further than `most` bytes.
pub(in crate::files) fn count(
    text: &mut TextFile,
    newline: Newline,
    until: Option<u64>,
    most: u64,
) -> io::Result<Option<u64>> {
    let (mut lines, mut open) = (0, false);
    let (begin, until) = (text.position(), until.unwrap_or(u64::MAX));
    if until.min(text.length()).saturating_sub(begin) > most {
        return Ok(None);
    }
    loop {
        let left = usize::try_from(until - text.position()).unwrap_or(usize::MAX);
        let bytes = text.fill()?;
        let bytes = &bytes[..bytes.len().min(left)];
        if bytes.is_empty() {
            return Ok(Some(lines + u64::from(open)));
        }
        let length = bytes.len();
        lines += newline.count(bytes);
        open = newline.is_open(bytes);
        text.consume(length);
        // It may grow meanwhile, or be of a file system that does not tell lengths.
        if text.position() - begin > most {
            return Ok(None);
        }
    }
}

/// Skips the rest of a line; tells whether an LF ends it, or nothing if its end is further than `most` bytes.
pub(in crate::files) fn finish(text: &mut TextFile, newline: Newline, most: u64) -> io::Result<Option<bool>> {
    let begin = text.position();
    loop {
        let bytes = text.fill()?;
        let length = bytes.len();
        let end = newline.first(bytes);
        text.consume(end.unwrap_or(length));
        if end.is_some() || length == 0 {
            return Ok(Some(end.is_some()));
        }
        if text.position() - begin > most {
            return Ok(None);
        }
    }
}

/// Goes to the beginning of the line that is so many from the end, counted from 1; to the first if there are fewer.
pub(in crate::files) fn seek_from_end(text: &mut TextFile, newline: Newline, mut wanted: u64) -> io::Result<()> {
    let (start, length) = (text.start(), text.length());
    let mut end = length;
    while end > start {
        // Blocks begin where they do when read forwards, so that no unit is cut.
        let begin = start + (end - 1 - start) / BLOCK as u64 * BLOCK as u64;
        text.seek(begin)?;
        let bytes = text.fill()?;
        let bytes = &bytes[..bytes.len().min(usize::try_from(end - begin).unwrap_or(usize::MAX))];
        // What comes after the last LF is a line only if there is something.
        let lines = newline.ends(bytes).rev().map(|after| begin + after as u64).filter(|line| *line < length);
        let mut found = None;
        for line in lines {
            wanted -= 1;
            if wanted == 0 {
                found = Some(line);
                break;
            }
        }
        if let Some(line) = found {
            return text.seek(line);
        }
        end = begin;
    }
    text.seek(start)
}
