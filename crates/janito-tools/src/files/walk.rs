//! A walk through a folder: its entries, and those of the folders beneath, each once and in the order of their paths.
//!
//! Links are told and not followed, so that a walk ends. What the ignore rules leave out is counted and not entered, `.git` is neither.
//! A folder that cannot be read is named and does not end the walk.

use super::ignore::{Before, Rules, Verdict};
use janito_core::{Context, Directory, DirectoryEntry, Reader, ToolError};
use std::path::{Path, PathBuf};
use std::vec;

/// How many folders deep a walk goes: each one stays open.
const DEEPEST: usize = 128;

/// What an entry is, itself and not what it links to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Directory,
    Link,
    /// A pipe, a socket, a device.
    Other,
}

/// An entry that a walk found.
pub(super) struct Found {
    /// The path beneath the folder, with `/`; of a folder with one at its end.
    pub(super) path: String,
    pub(super) kind: Kind,
}

impl Found {
    /// The path without a `/` at its end.
    pub(super) fn plain(&self) -> &str {
        self.path.trim_end_matches('/')
    }
}

/// What a walk left out.
#[derive(Default)]
pub(super) struct LeftOut {
    pub(super) git: u64,
    pub(super) janito: u64,
    /// Folders that could not be read, and why.
    pub(super) unreadable: Vec<String>,
}

/// A walk under way.
pub(super) struct Walk<'a> {
    cx: &'a Context,
    pub(super) rules: Rules,
    /// Whether git ignores the folder itself, so that its rules were dropped.
    pub(super) inside_ignored: bool,
    /// How many folders deep to go; 0 is the folder itself.
    depth: usize,
    open: Vec<Open>,
    seen: u64,
    pub(super) left_out: LeftOut,
}

/// A folder whose entries are being told.
struct Open {
    directory: Directory,
    /// Its canonical path, which ignore rules are matched against.
    path: PathBuf,
    /// Its path beneath the folder of the walk, with `/` at the end, or nothing.
    beneath: String,
    entries: vec::IntoIter<DirectoryEntry>,
    before: Before,
}

impl<'a> Walk<'a> {
    /// Begins a walk `depth` folders deep; 0 tells the entries of the folder alone.
    pub(super) fn begin(
        cx: &'a Context,
        files: &Reader,
        folder: &Path,
        depth: usize,
        respect_git: bool,
    ) -> Result<Self, ToolError> {
        let directory = files.directory(folder)?;
        let path = files.canonical(folder)?;
        let (rules, inside_ignored) = Rules::above(cx, files, &path, respect_git)?;
        let (open, left_out) = (Vec::new(), LeftOut::default());
        let mut walk = Self { cx, rules, inside_ignored, depth, open, seen: 0, left_out };
        walk.enter(directory, path, String::new())?;
        Ok(walk)
    }

    /// The next entry.
    pub(super) fn next(&mut self) -> Result<Option<Found>, ToolError> {
        while let Some(open) = self.open.last_mut() {
            let Some(entry) = open.entries.next() else {
                self.rules.leave(&open.before);
                self.open.pop();
                continue;
            };
            self.seen += 1;
            if self.seen.is_multiple_of(1000) {
                self.cx.check()?;
                if self.seen.is_multiple_of(20_000) {
                    self.cx.progress(format!("{} entries so far", self.seen));
                }
            }
            let path = open.path.join(entry.name());
            match self.rules.verdict(&path, entry.is_dir()) {
                Verdict::Shown => {}
                Verdict::Git => {
                    self.left_out.git += 1;
                    continue;
                }
                Verdict::Janito => {
                    self.left_out.janito += 1;
                    continue;
                }
                Verdict::Repository => continue,
            }
            let mut beneath = format!("{}{}", open.beneath, entry.name().to_string_lossy());
            let kind = kind(&entry);
            if kind == Kind::Directory {
                beneath.push('/');
                self.descend(&entry, path, &beneath)?;
            }
            return Ok(Some(Found { path: beneath, kind }));
        }
        Ok(None)
    }

    /// Enters a folder, if the walk goes that deep and it can be read.
    fn descend(&mut self, entry: &DirectoryEntry, path: PathBuf, beneath: &str) -> Result<(), ToolError> {
        let Some(open) = self.open.last().filter(|_| self.open.len() <= self.depth) else { return Ok(()) };
        if self.open.len() > DEEPEST {
            self.left_out.unreadable.push(format!("{beneath}: more than {DEEPEST} folders deep"));
            return Ok(());
        }
        let entered = open.directory.directory(entry.name()).and_then(|directory| {
            let beneath = beneath.to_owned();
            self.enter(directory, path, beneath)
        });
        if let Err(error) = entered {
            self.cx.check()?;
            self.left_out.unreadable.push(error.to_string());
        }
        Ok(())
    }

    fn enter(&mut self, directory: Directory, path: PathBuf, beneath: String) -> Result<(), ToolError> {
        let mut entries = directory.entries()?;
        entries.sort_by(|a, b| sort_key(a).cmp(sort_key(b)));
        let has = |name: &str| entries.iter().any(|entry| entry.name() == name);
        let before = self.rules.enter(self.cx, &directory, &path, has)?;
        self.open.push(Open { directory, path, beneath, entries: entries.into_iter(), before });
        Ok(())
    }
}

/// A name as it is told: a folder's ends with `/`, so that it sorts before what is in it and after `name-x`.
fn sort_key(entry: &DirectoryEntry) -> impl Iterator<Item = u8> {
    let end: &[u8] = if entry.is_dir() { b"/" } else { b"" };
    entry.name().as_encoded_bytes().iter().chain(end).copied()
}

fn kind(entry: &DirectoryEntry) -> Kind {
    if entry.is_dir() {
        Kind::Directory
    } else if entry.is_symlink() {
        Kind::Link
    } else if entry.is_file() {
        Kind::File
    } else {
        Kind::Other
    }
}
