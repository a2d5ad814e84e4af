//! What a walk came across, told or not.

use super::ignore::Applied;
use std::fmt;

/// How many are named; all are counted.
const NAMED: usize = 5;

/// What one thread, or all, came across.
#[derive(Default)]
pub(in crate::files) struct Tally {
    /// Entries that git's rules leave out; a folder counts once.
    pub(in crate::files) git: u64,
    /// Entries that a `.janitoignore` leaves out; a folder counts once.
    pub(in crate::files) janito: u64,
    pub(in crate::files) applied: Applied,
    /// Entries whose names are no text, and were shown with replacements.
    pub(in crate::files) not_text: u64,
    /// What could not be read, and why.
    pub(in crate::files) unreadable: Names,
}

impl Tally {
    pub(in crate::files) fn add(&mut self, other: Self) {
        self.git += other.git;
        self.janito += other.janito;
        self.applied.git |= other.applied.git;
        self.applied.janito |= other.applied.janito;
        self.not_text += other.not_text;
        self.unreadable.merge(other.unreadable);
    }

    /// Says where more might be, if nothing was found, and what is wrong with some of what was.
    pub(in crate::files) fn note(&self, found: u64, notes: &mut Vec<String>) {
        if found == 0 && self.git > 0 {
            notes.push(format!(
                "{} entries were left out by .gitignore; pass respect_gitignore=false to see them",
                self.git
            ));
        }
        if self.unreadable.count > 0 {
            notes.push(format!("{} could not be read: {}", self.unreadable.count, self.unreadable));
        }
        if self.not_text > 0 {
            let count = self.not_text;
            notes.push(format!(
                "names that are no valid text: {count}; they are shown with \u{fffd} and cannot be used as a path"
            ));
        }
    }
}

/// A number of things, of which the first few are named: the same ones, whatever the order in which they came.
#[derive(Default)]
pub(in crate::files) struct Names {
    pub(in crate::files) count: u64,
    /// Sorted.
    pub(in crate::files) first: Vec<String>,
}

impl Names {
    pub(in crate::files) fn add(&mut self, name: impl FnOnce() -> String) {
        self.count += 1;
        self.insert(name());
    }

    pub(in crate::files) fn merge(&mut self, other: Self) {
        self.count += other.count;
        for name in other.first {
            self.insert(name);
        }
    }

    fn insert(&mut self, name: String) {
        let at = self.first.partition_point(|known| *known < name);
        self.first.insert(at, name);
        self.first.truncate(NAMED);
    }
}

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.first.join("; "))?;
        match self.count - self.first.len() as u64 {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}
