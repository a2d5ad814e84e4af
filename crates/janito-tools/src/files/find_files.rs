//! `FindFiles`: entries by name, kind, size and age, in one folder or several.
//!
//! Hidden entries are found as others are, `.git` is not; the ignore rules are those of [`super::walk::ignore`]. All are looked at and counted,
//! then sorted, and then cut. An entry that lies in two of the folders is told once.

use super::find::size::Size;
use super::find::{FileType, Filter, Finder, Found, SortBy};
use super::walk::best::{Best, fitting};
use super::walk::pattern::Globs;
use super::walk::starts::{Starts, announce};
use super::walk::{Plan, walk};
use janito_core::{Context, JsonSchema, Reader, ToolError, tool};
use serde::Serialize;
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

const SECONDS_OF_DAY: f64 = 86_400.0;

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
    /// Those that could not be searched; of many, the first.
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
#[derive(Serialize, JsonSchema)]
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
    /// The folders to search, or files to test.
    #[arg(default = ["."], alias = "path", alias = "directory", alias = "dir")]
    paths: Vec<String>,
    /// Glob that names must match, such as `*.rs`; with a `/` it is matched against the path relative to the folder: `src/**/*.rs`.
    #[arg(alias = "glob", alias = "name")]
    pattern: Option<String>,
    /// Globs of what is left out; a folder that matches is not entered.
    exclude: Option<Vec<String>>,
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
    let exclude = exclude.unwrap_or_default();
    let what = pattern.as_deref().unwrap_or("everything");
    cx.start(format!("Finding {what} in {}", announce(files, &paths, &exclude)));
    let starts = Starts::open(cx, files, &paths, respect_gitignore)?;
    let filter = Filter {
        patterns: Globs::new(pattern.as_slice(), &starts.found)?,
        file_type,
        size: (min_size.map(|size| size.0), max_size.map(|size| size.0)),
        after: modified_within_days.map(days_ago).transpose()?,
        before: older_than_days.map(days_ago).transpose()?,
        sort_by,
        once: starts.overlap.then(Mutex::default),
    };
    let depth = max_depth.map_or(usize::MAX, |depth| usize::try_from(depth).unwrap_or(usize::MAX));
    let plan = Plan { depth, exclude: Globs::new(&exclude, &starts.found)? };
    let keep = (max_results as usize).saturating_add(offset as usize);
    let order = |a: &Found, b: &Found| a.order(b, sort_by, descending);
    let finder = || Finder::new(&filter, Best::new(keep, order));
    let mut notes = starts.notes();
    let missing = starts.missing;
    let (finders, tally) = walk(cx, starts.found, &plan, finder)?;
    let mut all = finder();
    for finder in finders {
        all.merge(finder);
    }
    let total = all.best.total;
    let found = all.best.into_first().into_iter().skip(offset as usize).map(|found| found.path);
    let found = fitting(found, |path| path);
    let returned = found.len() as u64;
    cx.done(format!(
        "{total} found{}",
        if returned < total { format!(", {returned} returned") } else { String::new() }
    ));
    filter.patterns.note(total, &mut notes);
    tally.note(total, &mut notes);
    Ok(Findings {
        files: found,
        total_found: total,
        returned,
        truncated: truncated(total, u64::from(offset), returned),
        paths,
        missing,
        pattern,
        stats: Stats { entries_scanned: all.scanned, gitignore_ignored: tally.git, janitoignore_ignored: tally.janito },
        note: (!notes.is_empty()).then(|| notes.join(". ")),
    })
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
