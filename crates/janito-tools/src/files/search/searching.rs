//! How one thread of a walk searches the files that it comes to, and what it found.

use super::file::{Contents, FileSearch, Wanted};
use super::kept::Kept;
use super::needle::Needle;
use crate::files::walk::best::Best;
use crate::files::walk::pattern::Pattern;
use crate::files::walk::{Entry, Kind, Names, Tally, Visitor};
use janito_core::{Context, ToolError};
use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// The most files whose counts are told.
pub(super) const MOST_COUNTS: usize = 5000;

/// Which files are searched.
pub(super) struct Filter {
    pub(super) include: Vec<Vec<Pattern>>,
    /// What was searched, where it may be found more than once.
    pub(super) once: Option<Mutex<HashSet<String>>>,
}

/// What one thread has found.
pub(super) struct Searching<'a> {
    cx: &'a Context,
    filter: &'a Filter,
    count_only: bool,
    file: FileSearch<'a>,
    pub(super) found: Collected,
}

type Count = (String, u64);

/// What was found in some files.
pub(super) struct Collected {
    pub(super) kept: Kept,
    pub(super) counts: Best<Count, fn(&Count, &Count) -> Ordering>,
    pub(super) total: u64,
    pub(super) searched: u64,
    pub(super) with_matches: u64,
    pub(super) binary: Names,
}

impl<'a> Searching<'a> {
    pub(super) fn new(
        cx: &'a Context,
        filter: &'a Filter,
        count_only: bool,
        needle: &Needle,
        wanted: &'a Wanted,
    ) -> Self {
        Self { cx, filter, count_only, file: FileSearch::new(needle, wanted), found: Collected::new(wanted) }
    }
}

impl Visitor for Searching<'_> {
    const BATCH: usize = 16;

    fn visit(&mut self, entry: &Entry<'_>, tally: &mut Tally) -> Result<(), ToolError> {
        // What is no file is not opened, nor missed, unless it was named.
        let is_file = entry.kind == Kind::File || entry.folder.is_of_named_entry();
        if !is_file || !self.filter.includes(entry) {
            return Ok(());
        }
        let shown = entry.shown();
        if !self.filter.is_new(&shown) {
            return Ok(());
        }
        let may_show = !self.count_only && self.found.kept.may_take(&shown);
        let opened = entry.folder.directory.file(entry.name).map_err(|error| error.to_string());
        let searched =
            opened.and_then(|file| self.file.search(file, may_show).map_err(|reason| format!("{shown}: {reason}")));
        match searched {
            Ok(contents) => self.found.add(shown, contents, self.count_only),
            Err(reason) => {
                self.cx.check()?;
                tally.unreadable.add(|| reason);
            }
        }
        Ok(())
    }
}

impl Filter {
    fn includes(&self, entry: &Entry<'_>) -> bool {
        let include = &self.include[entry.folder.start];
        include.is_empty() || include.iter().any(|pattern| pattern.matches(entry))
    }

    fn is_new(&self, path: &str) -> bool {
        let Some(once) = &self.once else { return true };
        once.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned())
    }
}

impl Collected {
    pub(super) fn new(wanted: &Wanted) -> Self {
        Self {
            kept: Kept::new(wanted),
            counts: Best::new(MOST_COUNTS, Ord::cmp),
            total: 0,
            searched: 0,
            with_matches: 0,
            binary: Names::default(),
        }
    }

    fn add(&mut self, path: String, contents: Contents, count_only: bool) {
        match contents {
            Contents::Binary => self.binary.add(|| path),
            Contents::Text { count, lines } => {
                self.searched += 1;
                self.total += count;
                self.with_matches += u64::from(count > 0);
                if count > 0 && count_only {
                    self.counts.add((path, count));
                } else if !lines.is_empty() {
                    self.kept.add(path, lines);
                }
            }
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.kept.merge(other.kept);
        self.counts.merge(other.counts);
        self.total += other.total;
        self.searched += other.searched;
        self.with_matches += other.with_matches;
        self.binary.merge(other.binary);
    }
}
