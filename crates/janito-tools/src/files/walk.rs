//! A walk through folders: every entry, told once to a visitor of the thread that found it, in no particular order.
//!
//! Links are told and not followed, so that a walk ends. What the ignore rules or `exclude` leave out is not entered; the first is counted,
//! `.git` is neither. A folder that cannot be read is named and does not end the walk. The threads live as long as the walk and inherit what
//! the calling one is restricted to.

mod stack;
mod tally;

pub(super) use tally::{Names, Tally};

use super::ignore::{Rules, Verdict};
use super::pattern::Pattern;
use super::starts::{Place, Start};
use janito_core::{Context, Directory, DirectoryEntry, ToolError};
use stack::Stack;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// How many folders deep a walk goes: each one may have to stay open.
const DEEPEST: usize = 512;

/// The most threads of one walk.
const THREADS: usize = 8;

/// From how many entries on a walk is worth further threads.
const LONG: u64 = 200;

/// Every how many entries it is looked whether the call is over.
const CHECK: u64 = 256;

/// How often the user is told how far a long walk is.
const TELL: Duration = Duration::from_millis(500);

/// What an entry is, itself and not what it links to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Directory,
    Link,
    /// A pipe, a socket, a device.
    Other,
}

/// What is done with what a walk finds, on one thread.
pub(super) trait Visitor: Send {
    /// How many files of a folder are one piece of work, which another thread may take.
    const BATCH: usize;

    /// Takes an entry. An error ends the walk.
    fn visit(&mut self, entry: &Entry<'_>, tally: &mut Tally) -> Result<(), ToolError>;
}

/// How a walk goes.
pub(super) struct Plan {
    /// How many folders deep; 0 tells only what is directly in a folder.
    pub(super) depth: usize,
    /// What is left out, in each of the folders where the walk starts.
    pub(super) exclude: Vec<Vec<Pattern>>,
}

/// A folder that is walked.
pub(super) struct Folder {
    pub(super) directory: Directory,
    /// Its canonical path, which ignore rules are matched against.
    path: PathBuf,
    /// Its path as people and models see it, with `/` at the end.
    shown: String,
    /// Where what is beneath the folder of the start begins in it.
    beneath: usize,
    /// In which of the folders where the walk starts it lies.
    pub(super) start: usize,
    depth: usize,
    rules: Rules,
    of_named_entry: bool,
}

impl Folder {
    /// Whether it is not walked, and stands here for an entry of it that was named.
    pub(super) fn is_of_named_entry(&self) -> bool {
        self.of_named_entry
    }
}

/// An entry that a walk found.
pub(super) struct Entry<'a> {
    pub(super) folder: &'a Folder,
    pub(super) name: &'a OsStr,
    /// The name, with replacements for what is no text.
    pub(super) name_text: Cow<'a, str>,
    pub(super) kind: Kind,
}

impl<'a> Entry<'a> {
    fn new(folder: &'a Folder, name: &'a OsStr, kind: Kind) -> Self {
        Self { folder, name, name_text: name.to_string_lossy(), kind }
    }

    /// The path beneath the folder where the walk started.
    pub(super) fn beneath(&self) -> String {
        format!("{}{}", &self.folder.shown[self.folder.beneath..], self.name_text)
    }

    /// The path as people and models see it; a folder's with `/` at the end.
    pub(super) fn shown(&self) -> String {
        let end = if self.kind == Kind::Directory { "/" } else { "" };
        format!("{}{}{end}", self.folder.shown, self.name_text)
    }
}

/// A piece of work.
enum Task {
    /// To walk a folder.
    Folder(Box<Folder>),
    /// To open a folder in another and walk it.
    Child(Arc<Folder>, OsString),
    /// To visit some files of a folder.
    Files(Arc<Folder>, Vec<OsString>),
    /// To visit an entry that was named.
    Entry(Arc<Folder>, OsString, Kind),
}

/// Walks through what was named, with a visitor for each thread.
pub(super) fn walk<V: Visitor>(
    cx: &Context,
    starts: Vec<Start>,
    plan: &Plan,
    visitor: impl Fn() -> V,
) -> Result<(Vec<V>, Tally), ToolError> {
    let stack = Stack::new(starts.into_iter().enumerate().rev().map(|(number, start)| begin(number, start)).collect());
    let most = thread::available_parallelism().map_or(1, usize::from).min(THREADS);
    let mut further: Vec<V> = (1..most).map(|_| visitor()).collect();
    let mut first = Worker::new(cx, plan, &stack, visitor());
    let (mut visitors, mut tally) = thread::scope(|scope| {
        let mut threads = Vec::new();
        let mut told = Instant::now();
        first.run(|worker| {
            if worker.stack.seen() >= LONG && worker.stack.has_waiting() {
                // Where no thread can be started, this one does it all.
                threads.extend(further.drain(..).map_while(|visitor| {
                    let worker = Worker::new(cx, plan, worker.stack, visitor);
                    thread::Builder::new()
                        .name("janito walk".to_owned())
                        .spawn_scoped(scope, move || worker.finish())
                        .ok()
                }));
            }
            if told.elapsed() >= TELL {
                told = Instant::now();
                cx.progress(format!("{} entries so far", worker.stack.seen()));
            }
        });
        let (mut visitors, mut tally) = (Vec::new(), Tally::default());
        for thread in threads {
            // A panic of a thread goes on here.
            let (visitor, found) = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            visitors.push(visitor);
            tally.add(found);
        }
        (visitors, tally)
    });
    cx.check()?;
    if let Some(error) = stack.take_error() {
        return Err(error);
    }
    tally.add(first.tally);
    visitors.push(first.visitor);
    Ok((visitors, tally))
}

fn begin(number: usize, start: Start) -> Task {
    let Start { directory, path, shown, place, rules } = start;
    let of_named_entry = matches!(place, Place::Entry(..));
    let beneath = shown.len();
    let folder = Folder { directory, path, shown, beneath, start: number, depth: 0, rules, of_named_entry };
    match place {
        Place::Folder => Task::Folder(Box::new(folder)),
        Place::Entry(name, kind) => Task::Entry(Arc::new(folder), name, kind),
    }
}

/// What one thread has for the walk.
struct Worker<'a, V> {
    cx: &'a Context,
    plan: &'a Plan,
    stack: &'a Stack,
    visitor: V,
    tally: Tally,
    /// What the task at hand brought.
    tasks: Vec<Task>,
    /// The canonical path of the entry at hand.
    path: PathBuf,
    until_check: u64,
}

impl<'a, V: Visitor> Worker<'a, V> {
    fn new(cx: &'a Context, plan: &'a Plan, stack: &'a Stack, visitor: V) -> Self {
        let (tally, tasks, path) = (Tally::default(), Vec::new(), PathBuf::new());
        Self { cx, plan, stack, visitor, tally, tasks, path, until_check: CHECK }
    }

    fn finish(mut self) -> (V, Tally) {
        self.run(|_| {});
        (self.visitor, self.tally)
    }

    /// Takes tasks until there are none, or until an error; looks up after each.
    fn run(&mut self, mut between: impl FnMut(&Self)) {
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
        let left_out = match folder.rules.verdict(name, &self.path, kind == Kind::Directory) {
            Verdict::Shown => return Ok(!self.is_excluded(&Entry::new(folder, name, kind))),
            Verdict::Git => &mut self.tally.git,
            Verdict::Janito => &mut self.tally.janito,
            Verdict::Repository => return Ok(false),
        };
        *left_out += 1;
        Ok(false)
    }

    fn is_excluded(&self, entry: &Entry<'_>) -> bool {
        self.plan.exclude[entry.folder.start].iter().any(|pattern| pattern.matches(entry))
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
