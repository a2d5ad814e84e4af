//! How one thread of a walk searches the files that it comes to, and what it found.

use super::file::{Contents, FileSearch, Wanted};
use super::kept::Kept;
use super::needle::Needle;
use crate::files::walk::best::Best;
use crate::files::walk::pattern::Globs;
use crate::files::walk::{Entry, Kind, Names, Tally, Visitor};
use janito_core::{Context, ToolError};
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The most files whose counts are told.
pub(super) const MOST_COUNTS: usize = 5000;

/// Which files are searched.
pub(super) struct Filter {
    pub(super) include: Globs,
    /// What was searched, where it may be found more than once.
    pub(super) once: Option<Mutex<HashSet<String>>>,
}

/// What is found out about each file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Which lines match.
    Show,
    /// How many, to be told.
    Count,
    /// How many, to know in which files a page lies.
    Locate,
}

/// What one thread has found.
pub(super) struct Searching<'a> {
    cx: &'a Context,
    filter: &'a Filter,
    mode: Mode,
    file: FileSearch<'a>,
    pub(super) found: Collected,
}

type Count = (String, u64);

/// What was found in some files.
pub(super) struct Collected {
    pub(super) kept: Kept,
    pub(super) counts: Best<Count, fn(&Count, &Count) -> Ordering>,
    /// How many lines match in a file, and where it is if its path does not lead there.
    pub(super) located: BTreeMap<String, (u64, Option<PathBuf>)>,
    pub(super) total: u64,
    pub(super) searched: u64,
    pub(super) with_matches: u64,
    pub(super) binary: Names,
}

impl<'a> Searching<'a> {
    pub(super) fn new(cx: &'a Context, filter: &'a Filter, mode: Mode, needle: &Needle, wanted: &'a Wanted) -> Self {
        Self { cx, filter, mode, file: FileSearch::new(needle, wanted), found: Collected::new(wanted) }
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
        let show = (self.mode == Mode::Show && self.found.kept.may_take(&shown)).then_some(0);
        let opened = entry.folder.directory.file(entry.name).map_err(|error| error.to_string());
        let searched =
            opened.and_then(|file| self.file.search(file, show).map_err(|reason| format!("{shown}: {reason}")));
        match searched {
            Ok(contents) => self.found.add(entry, shown, contents, self.mode, tally),
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
        self.include.is_empty() || self.include.matches(entry)
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
            counts: Best::new(
                MOST_COUNTS.saturating_add(usize::try_from(wanted.skipped).unwrap_or(usize::MAX)),
                Ord::cmp,
            ),
            located: BTreeMap::new(),
            total: 0,
            searched: 0,
            with_matches: 0,
            binary: Names::default(),
        }
    }

    fn add(&mut self, entry: &Entry<'_>, path: String, contents: Contents, mode: Mode, tally: &mut Tally) {
        let (count, lines, fault) = match contents {
            Contents::Binary => return self.binary.add(|| path),
            Contents::Text { count, lines, fault } => (count, lines, fault),
        };
        match fault {
            Some(fault) => tally.unreadable.add(|| format!("{path}: {fault}")),
            None => self.searched += 1,
        }
        self.total += count;
        if count == 0 {
            return;
        }
        self.with_matches += 1;
        match mode {
            Mode::Count => self.counts.add((path, count)),
            Mode::Locate => {
                // What is shown leads there, unless it is no text.
                let real = path.contains(char::REPLACEMENT_CHARACTER).then(|| entry.path());
                self.located.insert(path, (count, real));
            }
            Mode::Show if !lines.is_empty() => self.kept.add(path, count, lines),
            Mode::Show => {}
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.kept.merge(other.kept);
        self.counts.merge(other.counts);
        self.located.extend(other.located);
        self.total += other.total;
        self.searched += other.searched;
        self.with_matches += other.with_matches;
        self.binary.merge(other.binary);
    }
}
