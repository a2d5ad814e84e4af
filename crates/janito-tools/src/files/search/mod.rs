//! What `SearchText` and `SearchRegex` share: all but how the needle is written.
//!
//! A file is read as a stream, and a line is what LF ends. The result has the first matching lines, by the files' paths and then by their
//! numbers, whatever the threads do; all are counted. A file with a NUL is binary and not searched; UTF-16 with a byte order mark is decoded.

mod file;
mod kept;
mod line;
mod needle;

pub(super) use needle::Needle;

use super::best::Best;
use super::decode::Encoding;
use super::pattern::{self, Pattern};
use super::starts::Starts;
use super::texts::Texts;
use super::walk::{Entry, Kind, Names, Plan, Tally, Visitor, walk};
use file::{Contents, FileSearch, Wanted};
use janito_core::{Context, JsonSchema, Reader, ToolError};
use kept::Kept;
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

/// The most files whose counts are told.
const MOST_COUNTS: usize = 5000;

/// What is searched, and how the result looks.
pub(super) struct Request {
    pub(super) paths: Texts,
    pub(super) include: Option<Texts>,
    pub(super) exclude: Option<Texts>,
    pub(super) max_depth: Option<u32>,
    pub(super) max_results: u32,
    pub(super) offset: u32,
    pub(super) count_only: bool,
    pub(super) context: u32,
    pub(super) respect_gitignore: bool,
    pub(super) encoding: Option<Encoding>,
}

/// What was found.
#[derive(Serialize, JsonSchema)]
pub(super) struct Found {
    /// Matching lines as `./path:12: text`; lines around them as `./path-11- text`, and `--` where lines are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    matches: Option<Vec<String>>,
    /// With `count_only`, the number of matching lines of each file that has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<BTreeMap<String, u64>>,
    /// Matching lines in all files, told or not; a line counts once.
    total_matches: u64,
    /// Matching lines that are told.
    returned: u64,
    /// Files that were searched to their end.
    files_searched: u64,
    /// Files with a matching line.
    files_with_matches: u64,
    /// Why not all is told, and how to see more.
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<String>,
    /// Files that hold a NUL, and so are no text.
    binary_files_skipped: u64,
    /// Files and folders that could not be read.
    unreadable: u64,
    /// Whether ignore rules of git were to be heeded.
    respect_gitignore: bool,
    /// Whether a .gitignore file was heeded.
    gitignore_applied: bool,
    /// Whether a .janitoignore file was heeded.
    janitoignore_applied: bool,
    /// Files and folders that git's rules leave out; a folder counts once.
    files_ignored_by_gitignore: u64,
    /// Files and folders that a .janitoignore leaves out; a folder counts once.
    files_ignored_by_janitoignore: u64,
    /// Paths that could not be searched, as they were given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<String>,
    /// What else there is to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// Searches.
pub(super) fn search(cx: &Context, files: &Reader, needle: &Needle, request: Request) -> Result<Found, ToolError> {
    let Request { paths: Texts(paths), respect_gitignore, count_only, .. } = request;
    let globs = |texts: Option<Texts>| texts.map_or_else(Vec::new, |Texts(globs)| globs);
    let (include, exclude) = (globs(request.include), globs(request.exclude));
    let mut message = format!("Searching for {needle} in {}", names(files, &paths));
    if !exclude.is_empty() {
        let _ = write!(message, " exclude '{}'", exclude.join(" "));
    }
    cx.start(message);
    let starts = Starts::open(cx, files, &paths, respect_gitignore)?;
    let folders = starts.folders();
    let depth = request.max_depth.map_or(usize::MAX, |depth| usize::try_from(depth).unwrap_or(usize::MAX));
    let plan = Plan { depth, exclude: pattern::each(&exclude, &folders)? };
    let wanted = Wanted {
        lines: if count_only { 0 } else { u64::from(request.max_results) + u64::from(request.offset) },
        skipped: u64::from(request.offset),
        context: request.context as usize,
        encoding: request.encoding.map(|encoding| encoding.0),
    };
    let filter = Filter { include: pattern::each(&include, &folders)?, once: starts.overlap.then(Mutex::default) };
    let searching = || Searching {
        cx,
        filter: &filter,
        count_only,
        file: FileSearch::new(needle, &wanted),
        found: Collected::new(&wanted),
    };
    let (applied, ignored, missing, mut notes) = (starts.applied, starts.ignored, starts.missing, starts.reasons);
    let (searchings, tally) = walk(cx, starts.found, &plan, searching)?;
    let mut all = Collected::new(&wanted);
    searchings.into_iter().for_each(|searching| all.merge(searching.found));

    let mut told = kept::Told::default();
    let mut counts = None;
    if count_only {
        counts = Some(all.counts.into_first().into_iter().collect::<BTreeMap<_, _>>());
    } else {
        told = all.kept.tell(&wanted);
    }
    let (total, with_matches) = (all.total, all.with_matches);
    cx.done(format!("{total} matching lines in {with_matches} files ({} searched)", all.searched));
    let truncated = match &counts {
        Some(counts) => (with_matches > counts.len() as u64).then(|| {
            format!(
                "only the first {MOST_COUNTS} of {with_matches} files are told; narrow `paths`, `include` or `exclude`"
            )
        }),
        None => truncated(total, wanted.skipped, &told),
    };
    if !ignored.is_empty() {
        notes.push(format!("{} is itself ignored by git; its rules were not heeded in it", ignored.join(", ")));
    }
    if total == 0 && tally.git > 0 {
        notes.push(format!(
            "{} entries were left out by .gitignore; pass respect_gitignore=false to search them",
            tally.git
        ));
    }
    if all.binary.count > 0 {
        notes.push(format!("{} binary files were skipped: {}", all.binary.count, all.binary));
    }
    tally.note(&mut notes);
    Ok(Found {
        returned: told.count,
        matches: (!count_only).then_some(told.lines),
        counts,
        total_matches: total,
        files_searched: all.searched,
        files_with_matches: with_matches,
        truncated,
        binary_files_skipped: all.binary.count,
        unreadable: tally.unreadable.count,
        respect_gitignore,
        gitignore_applied: applied.git || tally.applied.git,
        janitoignore_applied: applied.janito || tally.applied.janito,
        files_ignored_by_gitignore: tally.git,
        files_ignored_by_janitoignore: tally.janito,
        missing,
        note: (!notes.is_empty()).then(|| notes.join(". ")),
    })
}

/// The first few of some paths, in words for the user.
pub(super) fn names(files: &Reader, paths: &[String]) -> String {
    const NAMED: usize = 3;
    let mut text = paths.iter().take(NAMED).map(|path| files.display(path)).collect::<Vec<_>>().join(", ");
    if paths.len() > NAMED {
        let _ = write!(text, " (+{} more)", paths.len() - NAMED);
    }
    text
}

/// How to see what was cut off.
fn truncated(total: u64, skipped: u64, told: &kept::Told) -> Option<String> {
    let next = skipped + told.count;
    if told.count == 0 && total > 0 {
        return Some(format!("there are {total} matching lines, all before offset={skipped}"));
    }
    let reason = if told.full { "more would be too long for one result" } else { "raise `max_results`" };
    (next < total).then(|| {
        format!(
            "matching lines {} to {next} of {total}; for more, pass offset={next} ({reason}), or narrow the search",
            skipped + 1
        )
    })
}

/// Which files are searched.
struct Filter {
    include: Vec<Vec<Pattern>>,
    /// What was searched, where it may be found more than once.
    once: Option<Mutex<HashSet<String>>>,
}

/// What one thread has found.
struct Searching<'a> {
    cx: &'a Context,
    filter: &'a Filter,
    count_only: bool,
    file: FileSearch<'a>,
    found: Collected,
}

type Count = (String, u64);

/// What was found in some files.
struct Collected {
    kept: Kept,
    counts: Best<Count, fn(&Count, &Count) -> Ordering>,
    total: u64,
    searched: u64,
    with_matches: u64,
    binary: Names,
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
    fn new(wanted: &Wanted) -> Self {
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

    fn merge(&mut self, other: Self) {
        self.kept.merge(other.kept);
        self.counts.merge(other.counts);
        self.total += other.total;
        self.searched += other.searched;
        self.with_matches += other.with_matches;
        self.binary.merge(other.binary);
    }
}
