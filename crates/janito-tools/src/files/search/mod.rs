//! What `SearchText` and `SearchRegex` share: all but how the needle is written.
//!
//! A file is read as a stream, and a line is what LF ends. The result has the first matching lines, by the files' paths and then by their
//! numbers, whatever the threads do; all are counted. A file with a NUL is binary and not searched; UTF-16 with a byte order mark is decoded.

mod ends;
mod file;
mod kept;
mod line;
mod needle;
mod searching;

pub(super) use needle::Needle;

use super::text::decode::Encoding;
use super::walk::best::fitting;
use super::walk::pattern::Globs;
use super::walk::starts::{Place, Starts, announce};
use super::walk::{Plan, walk};
use file::{Contents, FileSearch, Wanted};
use janito_core::{Context, JsonSchema, Reader, ToolError};
use searching::{Collected, Filter, MOST_COUNTS, Mode, Searching};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// From how many bytes on lines are not kept to be skipped: the files are searched twice.
const MOST_SKIPPED: usize = 8 << 20;

/// What is searched, and how the result looks.
pub(super) struct Request {
    pub(super) paths: Vec<String>,
    pub(super) include: Option<Vec<String>>,
    pub(super) exclude: Option<Vec<String>>,
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
    /// Paths that could not be searched, as they were given; of many, the first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<String>,
    /// What else there is to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// Searches.
pub(super) fn search(cx: &Context, files: &Reader, needle: &Needle, request: Request) -> Result<Found, ToolError> {
    let Request { paths, respect_gitignore, count_only, .. } = request;
    let (include, exclude) = (request.include.unwrap_or_default(), request.exclude.unwrap_or_default());
    cx.start(format!("Searching for {needle} in {}", announce(files, &paths, &exclude)));
    let starts = Starts::open(cx, files, &paths, respect_gitignore)?;
    let depth = request.max_depth.map_or(usize::MAX, |depth| usize::try_from(depth).unwrap_or(usize::MAX));
    let plan = Plan { depth, exclude: Globs::new(&exclude, &starts.found)? };
    let wanted = Wanted {
        lines: if count_only { 0 } else { u64::from(request.max_results) + u64::from(request.offset) },
        skipped: u64::from(request.offset),
        context: request.context as usize,
        encoding: request.encoding.map(|encoding| encoding.0),
    };
    let filter = Filter { include: Globs::new(&include, &starts.found)?, once: starts.overlap.then(Mutex::default) };
    let mode = match count_only {
        true => Mode::Count,
        false if wanted.bytes() > MOST_SKIPPED => Mode::Locate,
        false => Mode::Show,
    };
    let searching = || Searching::new(cx, &filter, mode, needle, &wanted);
    let only_entries = starts.found.iter().all(|start| matches!(start.place, Place::Entries(..)));
    let mut notes = starts.notes();
    let (applied, missing) = (starts.applied, starts.missing);
    let (searchings, tally) = walk(cx, starts.found, &plan, searching)?;
    let mut all = Collected::new(&wanted);
    for searching in searchings {
        all.merge(searching.found);
    }
    // Who names a single file is not helped by an empty answer.
    if only_entries && all.searched == 0 && tally.unreadable.count > 0 {
        return Err(ToolError::new(format!("nothing can be searched: {}", tally.unreadable)));
    }
    let mut told = kept::Told::default();
    let mut counts = None;
    match mode {
        Mode::Count => {
            let first = all.counts.into_first().into_iter().skip(request.offset as usize).take(MOST_COUNTS);
            counts = Some(fitting(first, |(path, _)| path).into_iter().collect::<BTreeMap<_, _>>());
        }
        Mode::Locate => told = page(cx, files, needle, &wanted, all.located)?,
        Mode::Show => told = all.kept.tell(&wanted),
    }
    let (total, with_matches) = (all.total, all.with_matches);
    cx.done(format!("{total} matching lines in {with_matches} files ({} searched)", all.searched));
    let truncated = match &counts {
        Some(counts) => truncated_counts(with_matches, wanted.skipped, counts.len() as u64),
        None => truncated(total, wanted.skipped, &told),
    };
    if all.binary.count > 0 {
        notes.push(format!("{} binary files were skipped: {}", all.binary.count, all.binary));
    }
    filter.include.note(total, &mut notes);
    tally.note(total, &mut notes);
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

/// The lines of a page that lies far behind: only the files that it lies in are searched again, and what is before it is not kept.
fn page(
    cx: &Context,
    files: &Reader,
    needle: &Needle,
    wanted: &Wanted,
    located: BTreeMap<String, (u64, Option<PathBuf>)>,
) -> Result<kept::Told, ToolError> {
    let mut page = Wanted { lines: wanted.lines - wanted.skipped, skipped: 0, ..wanted.clone() };
    let mut kept = kept::Kept::all();
    let (mut passed, mut first) = (0, None);
    {
        let mut search = FileSearch::new(needle, &page);
        for (path, (count, real)) in located {
            let before = passed;
            passed += count;
            if passed <= wanted.skipped {
                continue;
            }
            if before >= wanted.lines || kept.bytes() > file::MOST {
                break;
            }
            cx.check()?;
            first.get_or_insert(before);
            let real = real.as_deref().unwrap_or(Path::new(&path));
            let searched = files.open(real).map_err(|error| error.to_string());
            let searched = searched.and_then(|file| search.search(file, Some(wanted.skipped.saturating_sub(before))));
            // What has become unreadable since it was counted has no lines.
            let lines = if let Ok(Contents::Text { lines, .. }) = searched { lines } else { Vec::new() };
            kept.add(path, count, lines);
        }
    }
    let first = first.unwrap_or(wanted.skipped);
    (page.skipped, page.lines) = (wanted.skipped - first, wanted.lines - first);
    Ok(kept.tell(&page))
}

/// How to see the counts that were cut off.
fn truncated_counts(total: u64, skipped: u64, returned: u64) -> Option<String> {
    let next = skipped + returned;
    if returned == 0 && total > 0 {
        return Some(format!("there are {total} files with matches, all before offset={skipped}"));
    }
    (next < total).then(|| {
        format!(
            "files {} to {next} of {total} with matches; for more, pass offset={next}, or narrow `paths`, `include` or `exclude`",
            skipped + 1
        )
    })
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
