//! A walk through folders: every entry, told once to a visitor of the thread that found it, in no particular order.
//!
//! Links are told and not followed, so that a walk ends. What the ignore rules or `exclude` leave out is not entered; the first is counted,
//! `.git` is neither. A folder that cannot be read is named and does not end the walk. The threads live as long as the walk and inherit what
//! the calling one is restricted to.

pub(super) mod best;
pub(super) mod ignore;
pub(super) mod pattern;
pub(super) mod short;
mod stack;
pub(super) mod starts;
mod tally;
mod worker;

pub(super) use tally::{Names, Tally};

use self::ignore::Rules;
use self::pattern::Globs;
use self::starts::{Place, Start};
use janito_core::{Context, Directory, ToolError};
use stack::Stack;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use worker::Worker;

/// The most threads of one walk.
const THREADS: usize = 8;

/// From how many entries on a walk is worth further threads.
const LONG: u64 = 200;

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
    /// What is left out.
    pub(super) exclude: Globs,
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

    /// The canonical path.
    pub(super) fn path(&self) -> PathBuf {
        self.folder.path.join(self.name)
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
    let stack =
        Stack::new(starts.into_iter().enumerate().rev().flat_map(|(number, start)| begin(number, start)).collect());
    let most = thread::available_parallelism().map_or(1, usize::from).min(THREADS);
    let mut first = Worker::new(cx, plan, &stack, visitor());
    let (mut visitors, mut tally) = thread::scope(|scope| {
        let (mut threads, mut alone, mut told) = (Vec::new(), true, Instant::now());
        first.run(|worker| {
            if alone && worker.stack.seen() >= LONG && worker.stack.has_waiting() {
                alone = false;
                // Where no thread can be started, this one does it all.
                threads.extend((1..most).map_while(|_| {
                    let worker = Worker::new(cx, plan, worker.stack, visitor());
                    let thread = thread::Builder::new().name("janito walk".to_owned());
                    thread.spawn_scoped(scope, move || worker.finish()).ok()
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

fn begin(number: usize, start: Start) -> Vec<Task> {
    let Start { directory, path, shown, place, rules } = start;
    let of_named_entry = matches!(place, Place::Entries(..));
    let beneath = shown.len();
    let folder = Folder { directory, path, shown, beneath, start: number, depth: 0, rules, of_named_entry };
    match place {
        Place::Folder => vec![Task::Folder(Box::new(folder))],
        Place::Entries(entries) => {
            let folder = Arc::new(folder);
            entries.into_iter().rev().map(|(name, kind)| Task::Entry(Arc::clone(&folder), name, kind)).collect()
        }
    }
}
