//! Where in a file a hunk belongs.
//!
//! The lines that its header names win if all of the hunk's lines are there. Otherwise it belongs where they are, if that is one place. If it
//! is none, context that differs in white space is taken, then context without its outermost lines, each only where it leads to one place.
//! Lines that go must be there exactly.

use super::hunk::{Hunk, HunkLine, Kind};
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
    /// So many lines of context at the begin and end are not there.
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
