//! `ListFiles`: the entries of a folder, or of all folders beneath it.
//!
//! Each path is relative to the folder, with `/`; a folder's ends with `/`, everything else's does not. The order is that of the paths' bytes.
//! Hidden entries are listed, `.git` is not; the ignore rules are those of [`super::walk::ignore`]. Counts in `stats` are of what matched.

use super::walk::best::{Best, fitting};
use super::walk::ignore::Applied;
use super::walk::pattern::Globs;
use super::walk::starts::Starts;
use super::walk::{Entry, Kind, Plan, Tally, Visitor, walk};
use janito_core::{Context, JsonSchema, Reader, ToolError, tool};
use serde::Serialize;
use std::cmp::Ordering;
use std::path::PathBuf;

/// The most entries that are listed; all are counted.
const MOST: usize = 5000;

/// The entries of a folder.
#[derive(Serialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the result")]
struct Listing {
    /// Paths relative to `directory`, sorted; a folder's ends with `/`.
    files: Vec<String>,
    /// The folder as it was given.
    directory: PathBuf,
    /// The pattern as it was given.
    pattern: Option<String>,
    /// Whether folders beneath were listed, too.
    recursive: bool,
    /// How deep.
    max_depth: Option<u32>,
    /// Whether ignore rules of git were to be heeded.
    respect_gitignore: bool,
    /// Whether a .gitignore file was heeded.
    gitignore_applied: bool,
    /// Whether a .janitoignore file was heeded.
    janitoignore_applied: bool,
    /// How many there are.
    stats: Stats,
    /// Why not all of them are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<String>,
    /// What else there is to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// How many entries match, listed or not, and how many were left out whatever the pattern says.
#[derive(Serialize, JsonSchema, Default)]
struct Stats {
    /// The sum of files, directories, links and others.
    total_items: u64,
    /// Regular files.
    files: u64,
    /// Folders.
    directories: u64,
    /// Symbolic links, which are not followed.
    links: u64,
    /// Pipes, sockets and devices.
    others: u64,
    /// Entries that git's rules leave out; a folder counts once.
    gitignore_ignored: u64,
    /// Entries that a .janitoignore leaves out; a folder counts once.
    janitoignore_ignored: u64,
}

/// List the files and folders in a directory, hidden ones included. Paths are relative to it and sorted; folders end with `/`.
#[tool(permissions = "r", idempotent)]
fn list_files(
    cx: &Context,
    files: &Reader,
    /// The folder to list.
    #[arg(default = ".", alias = "path", alias = "dir", alias = "folder")]
    directory: PathBuf,
    /// Glob that names must match, such as `*.rs`; with a `/` it is matched against the relative path: `src/**/*.rs`.
    #[arg(alias = "glob")]
    pattern: Option<String>,
    /// List what is in folders, too, at any depth.
    #[arg(default = false)]
    recursive: bool,
    /// With `recursive`, how many folders deep to go: 0 lists only what is directly in `directory`.
    #[arg(alias = "depth")]
    max_depth: Option<u32>,
    /// Leave out what .gitignore files name.
    #[arg(default = true)]
    respect_gitignore: bool,
    /// Entries to leave out, to read on after a cut.
    #[arg(default = 0, alias = "skip")]
    offset: u32,
) -> Result<Listing, ToolError> {
    let beneath = if recursive { " recursively" } else { "" };
    cx.start(format!("Listing {}{beneath}", files.display(&directory)));
    let mut applied = Applied::default();
    let depth = match (recursive, max_depth) {
        (false, _) => 0,
        (true, None) => usize::MAX,
        (true, Some(depth)) => usize::try_from(depth).unwrap_or(usize::MAX),
    };
    let (start, inside_ignored) = Starts::folder(cx, files, &directory, respect_gitignore, &mut applied)?;
    let walked = vec![start];
    let filter = Globs::new(pattern.as_slice(), &walked)?;
    let plan = Plan { depth, exclude: Globs::default() };
    let listing = || Lister {
        filter: &filter,
        found: Best::new(MOST.saturating_add(offset as usize), Ord::cmp),
        stats: Stats::default(),
    };
    let (listers, tally) = walk(cx, walked, &plan, listing)?;
    let mut all = listing();
    for lister in listers {
        all.merge(lister);
    }
    let listed = fitting(all.found.into_first().into_iter().skip(offset as usize), |path| path);
    let mut stats = all.stats;
    (stats.gitignore_ignored, stats.janitoignore_ignored) = (tally.git, tally.janito);
    cx.done(stats.to_string());
    let total = stats.total_items;
    let truncated = truncated(total, u64::from(offset), listed.len() as u64);
    let mut notes = Vec::new();
    if inside_ignored {
        notes.push("the directory is itself ignored by git; all that is in it is listed".to_owned());
    }
    if !recursive && total == 0 && filter.has_path() {
        notes.push(
            "only what is directly in the directory was listed; pass recursive=true for a pattern with folders"
                .to_owned(),
        );
    }
    if !recursive && max_depth.is_some() {
        notes.push("max_depth means nothing without recursive=true".to_owned());
    }
    filter.note(total, &mut notes);
    tally.note(total, &mut notes);
    Ok(Listing {
        files: listed,
        directory,
        pattern,
        recursive,
        max_depth,
        respect_gitignore,
        gitignore_applied: applied.git || tally.applied.git,
        janitoignore_applied: applied.janito || tally.applied.janito,
        stats,
        truncated,
        note: (!notes.is_empty()).then(|| notes.join(". ")),
    })
}

/// How to see what was cut off.
fn truncated(total: u64, offset: u64, listed: u64) -> Option<String> {
    let next = offset + listed;
    if listed == 0 && total > 0 && offset > 0 {
        return Some(format!("there are {total} entries, all before offset={offset}"));
    }
    (next < total).then(|| {
        format!(
            "entries {} to {next} of {total} are listed; for more, pass offset={next}, or narrow `directory`, `pattern` or `max_depth`",
            offset + 1
        )
    })
}

impl Stats {
    fn add(&mut self, kind: Kind) {
        self.total_items += 1;
        *match kind {
            Kind::File => &mut self.files,
            Kind::Directory => &mut self.directories,
            Kind::Link => &mut self.links,
            Kind::Other => &mut self.others,
        } += 1;
    }
}

impl std::fmt::Display for Stats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { total_items, files, directories, links, others, gitignore_ignored, janitoignore_ignored } = self;
        write!(f, "{total_items} items ({files} files, {directories} directories")?;
        for (count, what) in [(links, "links"), (others, "others")] {
            if *count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        f.write_str(")")?;
        if *gitignore_ignored > 0 {
            write!(f, ", {gitignore_ignored} ignored by .gitignore")?;
        }
        if *janitoignore_ignored > 0 {
            write!(f, ", {janitoignore_ignored} ignored by .janitoignore")?;
        }
        Ok(())
    }
}

/// The entries that one thread found.
struct Lister<'a, O> {
    filter: &'a Globs,
    found: Best<String, O>,
    stats: Stats,
}

impl<O: Fn(&String, &String) -> Ordering + Send> Visitor for Lister<'_, O> {
    const BATCH: usize = usize::MAX;

    fn visit(&mut self, entry: &Entry<'_>, _: &mut Tally) -> Result<(), ToolError> {
        if self.filter.is_empty() || self.filter.matches(entry) {
            self.stats.add(entry.kind);
            let mut path = entry.beneath();
            if entry.kind == Kind::Directory {
                path.push('/');
            }
            self.found.add(path);
        }
        Ok(())
    }
}

impl<O: Fn(&String, &String) -> Ordering> Lister<'_, O> {
    fn merge(&mut self, other: Self) {
        self.found.merge(other.found);
        self.stats.total_items += other.stats.total_items;
        self.stats.files += other.stats.files;
        self.stats.directories += other.stats.directories;
        self.stats.links += other.stats.links;
        self.stats.others += other.stats.others;
    }
}
