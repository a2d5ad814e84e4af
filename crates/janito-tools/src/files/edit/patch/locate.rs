//! Where in a file a hunk belongs.
//!
//! The lines that its header names win if all of the hunk's lines are there. Otherwise it belongs where they are, if that is one place. If it
//! is none, context that differs in white space is taken, then context without the outermost line at each end, or two of them, each only where
//! it leads to one place. Without lines, some of the context must still be there, and with it either three lines in all or one that goes and
//! that the file has once. Lines that go must be there exactly.

use super::hunk::{Hunk, HunkLine, Kind};
use std::iter::repeat;
use std::ops::Range;

/// Lines of a file, without their ends.
pub(super) type Lines<'a> = [&'a [u8]];

/// A place for a hunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// The first line in the file, counted from 0.
    pub(super) at: usize,
    /// The lines of the hunk that are applied; others, at its begin and end, are context that is not as the patch has it.
    pub(super) used: Range<usize>,
    pub(super) fuzz: Fuzz,
}

/// How much less than exact a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::files) enum Fuzz {
    None,
    /// Context differs in white space.
    Space,
    /// So many lines of context, at the begin and end together, are not there.
    Context(usize),
}

/// Why there is no place.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unplaced {
    /// The hunk has nothing to find it by.
    Bare,
    Nowhere,
    /// On these lines, counted from 0.
    Many(Vec<usize>),
    /// Only before where the last hunk ended.
    Before(usize),
}

/// Looks for a hunk at the lines from `from` on. `drift`: how far from its header the last hunk was.
pub(super) fn locate(lines: &Lines<'_>, hunk: &Hunk, from: usize, drift: isize) -> Result<Place, Unplaced> {
    let whole = Pattern::of(hunk, 0, false);
    if whole.old.is_empty() {
        // Into nothing, there is only one place.
        let place = Place { at: 0, used: whole.used, fuzz: Fuzz::None };
        return if lines.is_empty() { Ok(place) } else { Err(Unplaced::Bare) };
    }
    let named = hunk.at.and_then(|(old, _)| old.checked_sub(1));
    let drifted = named.and_then(|named| named.checked_add_signed(drift));
    for at in [drifted, named].into_iter().flatten().filter(|at| *at >= from) {
        if whole.fits(lines, at) {
            return Ok(Place { at, used: whole.used, fuzz: Fuzz::None });
        }
    }
    let attempts =
        [(Fuzz::None, 0, false), (Fuzz::Space, 0, true), (Fuzz::Context(1), 1, false), (Fuzz::Context(2), 2, false)];
    for (fuzz, dropped, spaces) in attempts {
        let pattern = Pattern::of(hunk, dropped, spaces);
        // White space and brackets alone are everywhere, and one place by chance.
        if fuzz != Fuzz::None && !pattern.says_something() {
            continue;
        }
        let found: Vec<usize> = (from..lines.len()).filter(|at| pattern.fits(lines, *at)).take(MOST).collect();
        match found[..] {
            [] => {}
            _ if dropped > 0 => match found.iter().find_map(|at| pattern.missing(lines, hunk, *at)) {
                None => {}
                Some(missing) if found.len() == 1 => {
                    return Ok(Place { at: found[0], used: pattern.used, fuzz: Fuzz::Context(missing) });
                }
                Some(_) => return Err(Unplaced::Many(found)),
            },
            [at] => return Ok(Place { at, used: pattern.used, fuzz }),
            _ => return Err(Unplaced::Many(found)),
        }
    }
    match (0..from).find(|at| whole.fits(lines, *at)) {
        Some(before) => Err(Unplaced::Before(before)),
        None => Err(Unplaced::Nowhere),
    }
}

/// How many places are told.
const MOST: usize = 20;

/// The lines of a hunk that must be in the file.
struct Pattern<'a> {
    old: Vec<&'a HunkLine>,
    used: Range<usize>,
    /// Whether context may differ in white space.
    spaces: bool,
}

impl<'a> Pattern<'a> {
    /// Without so many lines of context at the begin and at the end, as far as there are any.
    fn of(hunk: &'a Hunk, dropped: usize, spaces: bool) -> Self {
        let context = |line: &&HunkLine| line.kind == Kind::Context;
        let begin = hunk.lines.iter().take_while(context).take(dropped).count();
        let end = hunk.lines[begin..].iter().rev().take_while(context).take(dropped).count();
        let used = begin..hunk.lines.len() - end;
        let old = hunk.lines[used.clone()].iter().filter(|line| line.kind != Kind::Added).collect();
        Self { old, used, spaces }
    }

    fn says_something(&self) -> bool {
        self.old.iter().any(|line| line.text.chars().any(char::is_alphanumeric))
    }

    /// How many lines of context are not there, if what is there is enough to go by.
    fn missing(&self, lines: &Lines<'_>, hunk: &Hunk, at: usize) -> Option<usize> {
        let above = hunk.lines[..self.used.start].iter().rev();
        let below = hunk.lines[self.used.end..].iter();
        let before = above.zip(lines[..at].iter().rev().map(Some).chain(repeat(None)));
        let after = below.zip(lines[at + self.old.len()..].iter().map(Some).chain(repeat(None)));
        let missing = before.chain(after).filter(|(line, there)| !there.is_some_and(|there| is(line, there))).count();
        let context = hunk.lines.iter().filter(|line| line.kind == Kind::Context).count() - missing;
        let removed = || self.old.iter().filter(|line| line.kind == Kind::Removed);
        let unique = |line: &&HunkLine| lines.iter().filter(|there| is(line, there)).take(2).count() == 1;
        let enough = context + removed().count() >= 3 || removed().any(unique);
        (context > 0 && enough).then_some(missing)
    }

    fn fits(&self, lines: &Lines<'_>, at: usize) -> bool {
        let end = at + self.old.len();
        // A line without an end can only be the last.
        end <= lines.len()
            && (end == lines.len() || self.old.last().is_none_or(|line| line.ended))
            && self.old.iter().zip(&lines[at..end]).all(|(line, there)| {
                is(line, there)
                    || (self.spaces && line.kind == Kind::Context && same_but_spaces(line.text.as_bytes(), there))
            })
    }
}

fn is(line: &HunkLine, there: &[u8]) -> bool {
    let text = line.text.as_bytes();
    // What was taken as part of a line end may be a character.
    text == there || (line.cr && there.strip_suffix(b"\r") == Some(text))
}

fn same_but_spaces(a: &[u8], b: &[u8]) -> bool {
    let words = |line: &'_ [u8]| line.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect::<Vec<u8>>();
    words(a) == words(b)
}
