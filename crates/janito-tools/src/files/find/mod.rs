//! What `FindFiles` looks for, and how one thread of its walk finds it.

pub(super) mod size;

use super::walk::best::Best;
use super::walk::pattern::Globs;
use super::walk::{Entry, Kind, Tally, Visitor};
use janito_core::{JsonSchema, ToolError};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// What is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::files) enum FileType {
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
pub(in crate::files) enum SortBy {
    /// By path.
    Name,
    /// The smallest first.
    Size,
    /// The least recently changed first.
    Mtime,
}

/// What is wanted.
pub(in crate::files) struct Filter {
    pub(in crate::files) patterns: Globs,
    pub(in crate::files) file_type: FileType,
    pub(in crate::files) size: (Option<u64>, Option<u64>),
    pub(in crate::files) after: Option<SystemTime>,
    pub(in crate::files) before: Option<SystemTime>,
    pub(in crate::files) sort_by: SortBy,
    /// What was found, where it may be found more than once.
    pub(in crate::files) once: Option<Mutex<HashSet<String>>>,
}

/// What was found, and what it is sorted by.
pub(in crate::files) struct Found {
    pub(in crate::files) path: String,
    size: u64,
    modified: Option<SystemTime>,
}

/// What one thread found.
pub(in crate::files) struct Finder<'a, O> {
    filter: &'a Filter,
    pub(in crate::files) best: Best<Found, O>,
    pub(in crate::files) scanned: u64,
}

impl<'a, O: Fn(&Found, &Found) -> Ordering> Finder<'a, O> {
    pub(in crate::files) fn new(filter: &'a Filter, best: Best<Found, O>) -> Self {
        Self { filter, best, scanned: 0 }
    }

    pub(in crate::files) fn merge(&mut self, other: Self) {
        self.scanned += other.scanned;
        self.best.merge(other.best);
    }
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
        wanted && (self.patterns.is_empty() || self.patterns.matches(entry))
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
    pub(in crate::files) fn order(&self, other: &Self, by: SortBy, descending: bool) -> Ordering {
        let turn = |order: Ordering| if descending { order.reverse() } else { order };
        let by_path = self.path.cmp(&other.path);
        match by {
            SortBy::Name => turn(by_path),
            SortBy::Size => turn(self.size.cmp(&other.size)).then(by_path),
            SortBy::Mtime => turn(self.modified.cmp(&other.modified)).then(by_path),
        }
    }
}
