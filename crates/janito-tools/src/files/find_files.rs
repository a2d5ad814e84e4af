//! `FindFiles`: entries by name, kind, size and age, in one folder or several.
//!
//! Hidden entries are found as others are, `.git` is not; the ignore rules are those of [`super::ignore`]. All are looked at and counted,
//! then sorted, and then cut. An entry that lies in two of the folders is told once.

use super::best::Best;
use super::pattern::{self, Pattern};
use super::size::Size;
use super::starts::Starts;
use super::texts::Texts;
use super::walk::{Entry, Kind, Plan, Tally, Visitor, walk};
use janito_core::{Context, JsonSchema, Reader, ToolError, tool};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

const SECONDS_OF_DAY: f64 = 86_400.0;

/// What is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum FileType {
    /// Regular files.
    File,
    /// Folders.
    Dir,
    /// Symbolic links, which are not followed.
    Symlink,
    /// Everything, pipes, sockets and devices included.
    Any,
}

/// What results are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum SortBy {
    /// By path.
    Name,
    /// The smallest first.
    Size,
    /// The least recently changed first.
    Mtime,
}

/// What was found.
#[derive(Serialize, JsonSchema)]
struct Findings {
    /// Paths that other tools take, in order; a folder's ends with `/`.
    files: Vec<String>,
    /// How many match, told or not.
    total_found: u64,
    /// How many are told.
    returned: u64,
    /// Why not all of them are told, and how to see more.
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<String>,
    /// The paths as they were given.
    paths: Vec<String>,
    /// Those that could not be searched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<String>,
    /// The pattern as it was given.
    pattern: Option<String>,
    /// What was looked at.
    stats: Stats,
    /// What else there is to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// How much was looked at, and left out.
#[derive(Serialize, JsonSchema, Default)]
struct Stats {
    /// Entries that no rule leaves out.
    entries_scanned: u64,
    /// Entries that git's rules leave out; a folder counts once, and what is in it is not looked at.
    gitignore_ignored: u64,
    /// Entries that a .janitoignore leaves out; a folder counts once.
    janitoignore_ignored: u64,
}

/// Find files by name, size and age, hidden ones included. Everything that matches is counted, then sorted, and then cut to `max_results`.
#[tool(permissions = "r", idempotent)]
fn find_files(
    cx: &Context,
    files: &Reader,
    /// The folders to search, or files to test; one may be given as a string.
    #[arg(default = ["."], alias = "path", alias = "directory", alias = "dir")]
    paths: Texts,
    /// Glob that names must match, such as `*.rs`; with a `/` it is matched against the path relative to the folder: `src/**/*.rs`.
    #[arg(alias = "glob", alias = "name")]
    pattern: Option<String>,
    /// Globs of what is left out; a folder that matches is not entered.
    exclude: Option<Texts>,
    /// What to look for.
    #[arg(default = "file", alias = "type")]
    file_type: FileType,
    /// Least size of a file, in bytes or such as "10KB" (powers of 1024). With a size, only files are found.
    min_size: Option<Size>,
    /// Greatest size of a file.
    max_size: Option<Size>,
    /// Only what was changed in so many days up to now, such as 0.5.
    #[arg(min = 0)]
    modified_within_days: Option<f64>,
    /// Only what was not changed in so many days up to now.
    #[arg(min = 0)]
    older_than_days: Option<f64>,
    /// How many folders deep to go: 0 finds only what is directly in a folder. Without it, all.
    #[arg(alias = "depth")]
    max_depth: Option<u32>,
    /// Most results to return.
    #[arg(default = 200, min = 1, alias = "limit")]
    max_results: u32,
    /// Results to leave out, to read on after a cut.
    #[arg(default = 0, alias = "skip")]
    offset: u32,
    /// What to sort by.
    #[arg(default = "name", alias = "sort")]
    sort_by: SortBy,
    /// Sort the other way: the largest or most recently changed first.
    #[arg(default = false, alias = "reverse")]
    descending: bool,
    /// Leave out what .gitignore files name.
    #[arg(default = true)]
    respect_gitignore: bool,
) -> Result<Findings, ToolError> {
    let Texts(paths) = paths;
    let exclude = exclude.map_or_else(Vec::new, |Texts(globs)| globs);
    cx.start(announce(files, &paths, pattern.as_deref(), &exclude));
    let starts = Starts::open(cx, files, &paths, respect_gitignore)?;
    let folders = starts.folders();
    let filter = Filter {
        patterns: Pattern::of(pattern.as_deref().unwrap_or_default(), &folders)?,
        file_type,
        size: (min_size.map(|size| size.0), max_size.map(|size| size.0)),
        after: modified_within_days.map(days_ago).transpose()?,
        before: older_than_days.map(days_ago).transpose()?,
        sort_by,
        once: starts.overlap.then(Mutex::default),
    };
    let depth = max_depth.map_or(usize::MAX, |depth| usize::try_from(depth).unwrap_or(usize::MAX));
    let plan = Plan { depth, exclude: pattern::each(&exclude, &folders)? };
    let keep = (max_results as usize).saturating_add(offset as usize);
    let order = |a: &Found, b: &Found| a.order(b, sort_by, descending);
    let finder = || Finder { filter: &filter, best: Best::new(keep, order), scanned: 0 };
    let (missing, ignored, reasons) = (starts.missing, starts.ignored, starts.reasons);
    let (finders, tally) = walk(cx, starts.found, &plan, finder)?;
    let mut all = finder();
    for finder in finders {
        all.scanned += finder.scanned;
        all.best.merge(finder.best);
    }
    let total = all.best.total;
    let found: Vec<String> = all.best.into_first().into_iter().skip(offset as usize).map(|found| found.path).collect();
    let returned = found.len() as u64;
    let stats =
        Stats { entries_scanned: all.scanned, gitignore_ignored: tally.git, janitoignore_ignored: tally.janito };
    cx.done(format!(
        "{total} found{}",
        if returned < total { format!(", {returned} returned") } else { String::new() }
    ));
    let mut notes = reasons;
    if !ignored.is_empty() {
        notes.push(format!("{} is itself ignored by git; its rules were not heeded in it", ignored.join(", ")));
    }
    if total == 0 && stats.gitignore_ignored > 0 {
        notes.push(format!(
            "{} entries were left out by .gitignore; pass respect_gitignore=false to search them",
            stats.gitignore_ignored
        ));
    }
    tally.note(&mut notes);
    Ok(Findings {
        files: found,
        total_found: total,
        returned,
        truncated: truncated(total, u64::from(offset), returned),
        paths,
        missing,
        pattern,
        stats,
        note: (!notes.is_empty()).then(|| notes.join(". ")),
    })
}

/// What is about to be done, in words for the user.
fn announce(files: &Reader, paths: &[String], pattern: Option<&str>, exclude: &[String]) -> String {
    let mut text = format!("Finding {} in {}", pattern.unwrap_or("everything"), super::search::names(files, paths));
    if !exclude.is_empty() {
        text.push_str(&format!(" exclude '{}'", exclude.join(" ")));
    }
    text
}

/// How to see what was cut off.
fn truncated(total: u64, offset: u64, returned: u64) -> Option<String> {
    let next = offset + returned;
    if returned == 0 && total > 0 {
        return Some(format!("there are {total} results, all before offset={offset}"));
    }
    (next < total).then(|| {
        format!(
            "results {} to {next} of {total}; for more, pass offset={next}, raise `max_results`, or narrow the search",
            offset + 1
        )
    })
}

fn days_ago(days: f64) -> Result<SystemTime, ToolError> {
    Duration::try_from_secs_f64(days * SECONDS_OF_DAY)
        .ok()
        .and_then(|age| SystemTime::now().checked_sub(age))
        .ok_or_else(|| ToolError::new(format!("{days} days ago there was no time that can be told; pass fewer")))
}

/// What is wanted.
struct Filter {
    patterns: Vec<Pattern>,
    file_type: FileType,
    size: (Option<u64>, Option<u64>),
    after: Option<SystemTime>,
    before: Option<SystemTime>,
    sort_by: SortBy,
    /// What was found, where it may be found more than once.
    once: Option<Mutex<HashSet<String>>>,
}

/// What was found, and what it is sorted by.
struct Found {
    path: String,
    size: u64,
    modified: Option<SystemTime>,
}

/// What one thread found.
struct Finder<'a, O> {
    filter: &'a Filter,
    best: Best<Found, O>,
    scanned: u64,
}

impl<O: Fn(&Found, &Found) -> Ordering + Send> Visitor for Finder<'_, O> {
    const BATCH: usize = usize::MAX;

    fn visit(&mut self, entry: &Entry<'_>, tally: &mut Tally) -> Result<(), ToolError> {
        self.scanned += 1;
        if !self.filter.is_named(entry) {
            return Ok(());
        }
        let (mut size, mut modified) = (0, None);
        if self.filter.needs_metadata() {
            let metadata = match entry.folder.directory.metadata(entry.name) {
                Ok(metadata) => metadata,
                Err(error) => {
                    tally.unreadable.add(|| error.to_string());
                    return Ok(());
                }
            };
            (size, modified) = (metadata.length(), metadata.modified());
            if !self.filter.is_measured(entry.kind, size, modified) {
                return Ok(());
            }
        }
        let path = entry.shown();
        if self.filter.is_new(&path) {
            self.best.add(Found { path, size, modified });
        }
        Ok(())
    }
}

impl Filter {
    fn is_named(&self, entry: &Entry<'_>) -> bool {
        let wanted = match self.file_type {
            FileType::File => entry.kind == Kind::File,
            FileType::Dir => entry.kind == Kind::Directory,
            FileType::Symlink => entry.kind == Kind::Link,
            FileType::Any => true,
        };
        wanted && self.patterns[entry.folder.start].matches(entry)
    }

    fn needs_metadata(&self) -> bool {
        self.size != (None, None) || self.after.is_some() || self.before.is_some() || self.sort_by != SortBy::Name
    }

    fn is_measured(&self, kind: Kind, size: u64, modified: Option<SystemTime>) -> bool {
        let (least, most) = self.size;
        let sized = self.size == (None, None)
            || (kind == Kind::File && least.is_none_or(|least| size >= least) && most.is_none_or(|most| size <= most));
        let recent = |time| modified.is_some_and(|modified| modified >= time);
        let old = |time| modified.is_some_and(|modified| modified < time);
        sized && self.after.is_none_or(recent) && self.before.is_none_or(old)
    }

    fn is_new(&self, path: &str) -> bool {
        let Some(once) = &self.once else { return true };
        once.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned())
    }
}

impl Found {
    fn order(&self, other: &Self, by: SortBy, descending: bool) -> Ordering {
        let turn = |order: Ordering| if descending { order.reverse() } else { order };
        let by_path = self.path.cmp(&other.path);
        match by {
            SortBy::Name => turn(by_path),
            SortBy::Size => turn(self.size.cmp(&other.size)).then(by_path),
            SortBy::Mtime => turn(self.modified.cmp(&other.modified)).then(by_path),
        }
    }
}
