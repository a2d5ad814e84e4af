//! One thread of a walk: it takes tasks, and brings those that they lead to.

use super::ignore::Verdict;
use super::stack::Stack;
use super::{Entry, Folder, Kind, Plan, Tally, Task, Visitor};
use janito_core::{Context, DirectoryEntry, ToolError};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;

/// How many folders deep a walk goes: each one may have to stay open.
const DEEPEST: usize = 512;

/// Every how many entries it is looked whether the call is over.
const CHECK: u64 = 256;

/// What one thread has for the walk.
pub(super) struct Worker<'a, V> {
    cx: &'a Context,
    plan: &'a Plan,
    pub(super) stack: &'a Stack,
    pub(super) visitor: V,
    pub(super) tally: Tally,
    /// What the task at hand brought.
    tasks: Vec<Task>,
    /// The canonical path of the entry at hand.
    path: PathBuf,
    until_check: u64,
}

impl<'a, V: Visitor> Worker<'a, V> {
    pub(super) fn new(cx: &'a Context, plan: &'a Plan, stack: &'a Stack, visitor: V) -> Self {
        let (tally, tasks, path) = (Tally::default(), Vec::new(), PathBuf::new());
        Self { cx, plan, stack, visitor, tally, tasks, path, until_check: CHECK }
    }

    pub(super) fn finish(mut self) -> (V, Tally) {
        self.run(|_| {});
        (self.visitor, self.tally)
    }

    /// Takes tasks until there are none, or until an error; looks up after each.
    pub(super) fn run(&mut self, mut between: impl FnMut(&Self)) {
        let stack = self.stack;
        // Also where a visitor panics: the others wait for what this thread will bring.
        let stopping = stack.stop_at_the_end();
        while let Some(task) = stack.next() {
            let done = self.cx.check().and_then(|()| self.perform(task));
            stack.done(&mut self.tasks, done);
            between(self);
        }
        stopping.not_needed();
    }

    fn perform(&mut self, task: Task) -> Result<(), ToolError> {
        match task {
            Task::Folder(folder) => self.enter(*folder),
            Task::Child(parent, name) => self.open(&parent, &name),
            Task::Files(folder, names) => names.iter().try_for_each(|name| self.visit(&folder, name, Kind::File)),
            Task::Entry(folder, name, kind) => {
                self.stack.saw(1);
                if !self.is_excluded(&Entry::new(&folder, &name, kind)) {
                    self.visit(&folder, &name, kind)?;
                }
                Ok(())
            }
        }
    }

    fn open(&mut self, parent: &Folder, name: &OsStr) -> Result<(), ToolError> {
        let shown = format!("{}{}/", parent.shown, name.to_string_lossy());
        if parent.depth >= DEEPEST {
            self.tally.unreadable.add(|| format!("{shown}: more than {DEEPEST} folders deep"));
            return Ok(());
        }
        match parent.directory.directory(name) {
            Ok(directory) => self.enter(Folder {
                directory,
                path: parent.path.join(name),
                shown,
                beneath: parent.beneath,
                start: parent.start,
                depth: parent.depth + 1,
                rules: parent.rules.clone(),
                of_named_entry: false,
            }),
            Err(error) => self.leave_out(&error),
        }
    }

    fn enter(&mut self, mut folder: Folder) -> Result<(), ToolError> {
        let entries = match folder.directory.entries() {
            Ok(entries) => entries,
            Err(error) => return self.leave_out(&error),
        };
        self.stack.saw(entries.len() as u64);
        self.tally.janito += folder.directory.hidden();
        let has = |name: &str| entries.iter().any(|entry| entry.name() == name);
        folder.rules = folder.rules.enter(self.cx, &folder.directory, &folder.path, has, &mut self.tally.applied)?;
        let folder = Arc::new(folder);
        let (mut files, mut folders) = (Vec::new(), Vec::new());
        for entry in entries {
            let kind = kind(&entry);
            if !self.is_wanted(&folder, entry.name(), kind)? {
                continue;
            }
            if kind == Kind::File && V::BATCH < usize::MAX {
                files.push(entry.into_name());
                continue;
            }
            self.visit(&folder, entry.name(), kind)?;
            if kind == Kind::Directory && folder.depth < self.plan.depth {
                folders.push(entry.into_name());
            }
        }
        // What is pushed last is taken first.
        self.tasks.extend(folders.into_iter().rev().map(|name| Task::Child(Arc::clone(&folder), name)));
        if files.len() <= V::BATCH {
            return files.iter().try_for_each(|name| self.visit(&folder, name, Kind::File));
        }
        while !files.is_empty() {
            let last = files.split_off((files.len() - 1) / V::BATCH * V::BATCH);
            self.tasks.push(Task::Files(Arc::clone(&folder), last));
        }
        Ok(())
    }

    /// Whether an entry is neither ignored nor excluded.
    fn is_wanted(&mut self, folder: &Folder, name: &OsStr, kind: Kind) -> Result<bool, ToolError> {
        self.until_check -= 1;
        if self.until_check == 0 {
            self.until_check = CHECK;
            self.cx.check()?;
        }
        if !folder.rules.is_empty() {
            self.path.clear();
            self.path.push(&folder.path);
            self.path.push(name);
        }
        Ok(match folder.rules.verdict(name, &self.path, kind == Kind::Directory) {
            Verdict::Shown => !self.is_excluded(&Entry::new(folder, name, kind)),
            Verdict::Git => {
                self.tally.git += 1;
                false
            }
            Verdict::Repository => false,
        })
    }

    fn is_excluded(&self, entry: &Entry<'_>) -> bool {
        self.plan.exclude.matches(entry)
    }

    fn visit(&mut self, folder: &Folder, name: &OsStr, kind: Kind) -> Result<(), ToolError> {
        let entry = Entry::new(folder, name, kind);
        self.tally.not_text += u64::from(matches!(entry.name_text, Cow::Owned(_)));
        self.visitor.visit(&entry, &mut self.tally)
    }

    /// Notes a folder that cannot be walked, unless that is because the call is over.
    fn leave_out(&mut self, error: &ToolError) -> Result<(), ToolError> {
        self.cx.check()?;
        self.tally.unreadable.add(|| error.to_string());
        Ok(())
    }
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
