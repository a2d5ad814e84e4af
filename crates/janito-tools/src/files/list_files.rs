//! `ListFiles`: the entries of a folder, or of all folders beneath it.
//!
//! Each path is relative to the folder, with `/`; a folder's ends with `/`, everything else's does not. The order is that of the paths' bytes.
//! Hidden entries are listed, `.git` is not; the ignore rules are those of [`super::ignore`]. Counts in `stats` are of what matched.

use super::walk::{Found, Kind, Walk};
use globset::{GlobBuilder, GlobMatcher};
use janito_core::{Context, JsonSchema, Reader, ToolError, tool};
use serde::Serialize;
use std::path::{Path, PathBuf};

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
) -> Result<Listing, ToolError> {
    let beneath = if recursive { " recursively" } else { "" };
    cx.start(format!("Listing {}{beneath}", files.display(&directory)));
    let depth = match (recursive, max_depth) {
        (false, _) => 0,
        (true, None) => usize::MAX,
        (true, Some(depth)) => usize::try_from(depth).unwrap_or(usize::MAX),
    };
    let mut walk = Walk::begin(cx, files, &directory, depth, respect_gitignore)?;
    let filter = Pattern::new(pattern.as_deref().unwrap_or_default(), &files.canonical(&directory)?)?;
    let (mut listed, mut stats) = (Vec::new(), Stats::default());
    while let Some(found) = walk.next()? {
        if filter.matches(&found) {
            stats.add(found.kind);
            if listed.len() < MOST {
                listed.push(found.path);
            }
        }
    }
    stats.gitignore_ignored = walk.left_out.git;
    stats.janitoignore_ignored = walk.left_out.janito;
    cx.done(stats.to_string());
    let total = stats.total_items;
    let truncated = (total > listed.len() as u64).then(|| {
        format!("only the first {MOST} of {total} entries are listed; narrow `directory`, `pattern` or `max_depth`")
    });
    let mut notes = Vec::new();
    if walk.inside_ignored {
        notes.push("the directory is itself ignored by git; all that is in it is listed".to_owned());
    }
    if total == 0 && stats.gitignore_ignored > 0 {
        notes.push("entries were left out by .gitignore; pass respect_gitignore=false to see them".to_owned());
    }
    if !recursive && filter.has_path {
        notes.push("a pattern with `/` matches only with recursive=true".to_owned());
    }
    let unreadable = &walk.left_out.unreadable;
    if let Some(first) = unreadable.first() {
        notes.push(format!("{} folders could not be read: {first}", unreadable.len()));
    }
    Ok(Listing {
        files: listed,
        directory,
        pattern,
        recursive,
        max_depth,
        respect_gitignore,
        gitignore_applied: walk.rules.git_applied,
        janitoignore_applied: walk.rules.janito_applied,
        stats,
        truncated,
        note: (!notes.is_empty()).then(|| notes.join(". ")),
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
        let Self { total_items, files, directories, gitignore_ignored, janitoignore_ignored, .. } = self;
        write!(f, "{total_items} items ({files} files, {directories} directories)")?;
        if *gitignore_ignored > 0 {
            write!(f, ", {gitignore_ignored} ignored by .gitignore")?;
        }
        if *janitoignore_ignored > 0 {
            write!(f, ", {janitoignore_ignored} ignored by .janitoignore")?;
        }
        Ok(())
    }
}

/// Which entries are wanted.
struct Pattern {
    glob: Option<GlobMatcher>,
    /// Whether the relative path is matched, and not the name.
    has_path: bool,
    folders_only: bool,
}

impl Pattern {
    /// An empty pattern wants all. One that begins with the folder's own path is taken as relative to it.
    fn new(text: &str, folder: &Path) -> Result<Self, ToolError> {
        let refuse = |reason: String| Err(ToolError::new(format!("the pattern `{text}` is not valid: {reason}")));
        let own = format!("{}/", folder.display());
        let relative = text.strip_prefix(&own).or_else(|| text.strip_prefix("./")).unwrap_or(text);
        if relative.starts_with('/') {
            return refuse("it is absolute; write it relative to `directory`, such as `src/*.rs`".to_owned());
        }
        let plain = relative.trim_end_matches('/');
        let (folders_only, has_path) = (plain.len() < relative.len(), plain.contains('/'));
        if plain.is_empty() {
            return Ok(Self { glob: None, has_path, folders_only });
        }
        // `*` does not cross a `/`, `**` does; a backslash takes the meaning from what follows.
        match GlobBuilder::new(plain).literal_separator(true).backslash_escape(true).empty_alternates(true).build() {
            Ok(glob) => Ok(Self { glob: Some(glob.compile_matcher()), has_path, folders_only }),
            Err(error) => refuse(error.kind().to_string()),
        }
    }

    fn matches(&self, found: &Found) -> bool {
        let path = found.plain();
        let tested = if self.has_path { path } else { path.rsplit('/').next().unwrap_or(path) };
        (!self.folders_only || found.kind == Kind::Directory)
            && self.glob.as_ref().is_none_or(|glob| glob.is_match(tested))
    }
}
