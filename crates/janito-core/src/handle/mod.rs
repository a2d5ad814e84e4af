//! Handles: the authority of one call, handed to the tool that declared it. They stop working when the call ends.

mod change;
mod context;
mod directory;
mod executor;
mod explain;
mod file;
mod reader;
mod remove;
mod rename;
mod restore;
mod service;
mod writer;

pub use change::{Change, Existing, Written};
pub use context::Context;
pub use directory::{Directory, DirectoryEntry, EntryMetadata};
pub use executor::Executor;
pub(crate) use explain::words;
pub use file::File;
#[cfg(feature = "ignore")]
pub(crate) use file::open_followed;
pub(crate) use file::{open_regular, special};
pub use reader::Reader;
pub use remove::Removed;
pub use rename::Moved;
pub use restore::Restored;
pub use service::Service;
pub(crate) use service::Services;
pub use writer::Writer;

use crate::call::{discard, guarded};
use crate::disk::sweep;
use crate::error::ToolError;
use crate::outcome::{CallId, Failure, FailureKind};
use crate::registry::Offer;
use crate::report::{Report, Reporter};
use crate::trash::{Discarded, Held, NotKept, Trashed};
use crate::workspace::Workspace;
use cap_std::fs::{Dir, Metadata};
use std::any::TypeId;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::{Duration, Instant, SystemTime};
use tokio::sync::Notify;

/// All that a call may be handed. Only the gate makes one.
pub struct Scope {
    context: Context,
    reader: Reader,
    writer: Writer,
    executor: Executor,
    services: Arc<Services>,
}

impl Scope {
    pub(crate) fn new(state: Arc<CallState>, services: Arc<Services>) -> Self {
        Self {
            context: Context(Arc::clone(&state)),
            reader: Reader(Arc::clone(&state)),
            writer: Writer(Arc::clone(&state)),
            executor: Executor(state),
            services,
        }
    }
}

/// What the handles of one call share.
pub(crate) struct CallState {
    pub(crate) id: CallId,
    pub(crate) offer: Arc<Offer>,
    pub(crate) workspace: Arc<Workspace>,
    pub(crate) reporter: Option<Arc<dyn Reporter>>,
    pub(crate) life: Life,
}

impl CallState {
    /// Puts in the trash what is about to go; returns what it is brought back by, or why it is not kept. A folder may be moved there.
    pub(crate) fn discard(
        self: &Arc<Self>,
        held: Held,
        path: &Path,
        root: &Path,
        old: &Metadata,
        bytes: u64,
        why: Discarded,
    ) -> io::Result<Result<String, NotKept>> {
        let Some(trash) = &self.workspace.trash else { return Ok(Err(NotKept::NoTrash)) };
        let (is_directory, time) = (old.is_dir(), SystemTime::now());
        let tool = self.offer.name().to_owned();
        let (path, root) = (path.to_owned(), root.to_owned());
        let entry = Trashed { id: String::new(), path, root, why, is_directory, bytes, time, tool };
        let state = Arc::clone(self);
        trash.run_while(&|| file::alive(self), move |store| store.keep(&held, entry, &|| file::alive(&state)))
    }

    /// Takes out of the trash again what has not gone after all. What cannot be taken out is dropped with the oldest.
    pub(crate) fn undiscard(&self, id: String) {
        if let Some(trash) = &self.workspace.trash {
            let _ = trash.run(move |store| store.forget(&id));
        }
    }

    /// Removes what killed programs have left in a folder.
    pub(crate) fn sweep(&self, folder: &Dir, path: &Path) {
        if self.workspace.memory.is_to_be_swept(path) {
            sweep(folder);
        }
    }

    /// Passes a report on. A reporter that panics fails no tool.
    pub(crate) fn report(&self, report: Report<'_>) {
        if let Some(reporter) = &self.reporter
            && let Err(panic) = guarded(|| reporter.report(self.offer.tool(), report))
        {
            discard(panic);
        }
    }
}

/// Whether a call still runs, and why not.
pub(crate) struct Life {
    ended: AtomicU8,
    deadline: Option<Instant>,
    timeout: Option<Duration>,
    /// Whether somebody waits for the end.
    awaited: AtomicBool,
    notify: Notify,
}

const RUNNING: u8 = 0;
const FINISHED: u8 = 1;
const CANCELLED: u8 = 2;
const TIMED_OUT: u8 = 3;

impl Life {
    pub(crate) fn new(timeout: Option<Duration>) -> Self {
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        Self {
            ended: AtomicU8::new(RUNNING),
            deadline,
            timeout,
            awaited: AtomicBool::new(false),
            notify: Notify::new(),
        }
    }

    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    fn end(&self, how: u8) {
        let _ = self.ended.compare_exchange(RUNNING, how, Ordering::SeqCst, Ordering::SeqCst);
        // Whoever waits has said so before looking at the end, so one of the two is seen.
        if self.awaited.load(Ordering::SeqCst) {
            self.notify.notify_waiters();
        }
    }

    pub(crate) fn finish(&self) {
        self.end(FINISHED);
    }

    pub(crate) fn cancel(&self) {
        self.end(CANCELLED);
    }

    pub(crate) fn expire(&self) {
        self.end(TIMED_OUT);
    }

    /// Whether the handles are dead; a deadline that has passed ends the call wherever it is noticed first.
    pub(crate) fn is_over(&self) -> bool {
        if self.ended.load(Ordering::Acquire) != RUNNING {
            return true;
        }
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late {
            self.expire();
        }
        late
    }

    pub(crate) fn check(&self) -> Result<(), ToolError> {
        if self.is_over() { Err(ToolError::ended()) } else { Ok(()) }
    }

    /// Why the call was ended from outside, if it was.
    pub(crate) fn failure(&self) -> Option<Failure> {
        match self.ended.load(Ordering::Acquire) {
            CANCELLED => Some(Failure::new(FailureKind::Cancelled, "the call was cancelled before it was done")),
            TIMED_OUT => {
                let limit = self.timeout.unwrap_or_default();
                let message = format!("the tool's time of {limit:?} was up before it was done; ask for less at once");
                Some(Failure::new(FailureKind::TimedOut, message).with("timed_out", true))
            }
            _ => None,
        }
    }

    /// Resolves once the call is over.
    pub(crate) async fn over(&self) {
        loop {
            let notified = self.notify.notified();
            self.awaited.store(true, Ordering::SeqCst);
            if self.ended.load(Ordering::SeqCst) != RUNNING {
                return;
            }
            notified.await;
        }
    }
}

/// What a parameter written `&T` may be: a handle, or a [`Service`].
#[diagnostic::on_unimplemented(
    message = "a tool cannot be handed a `&{Self}`",
    label = "neither a handle nor a service",
    note = "an argument is owned: write the type without `&`; a tool is handed `&Context`, `&Reader`, `&Writer`, `&Executor` or a `Service`"
)]
pub trait Handed: Sized {
    /// What the tool needs for it, if that is a service.
    const NEED: Option<crate::tool::Need> = None;
    /// The handle in a call's scope.
    ///
    /// # Errors
    ///
    /// If it is a service that is no longer there.
    fn from_scope(scope: &Scope) -> Result<&Self, ToolError>;
}

/// What a tool with the permissions `P` may be handed.
#[diagnostic::on_unimplemented(
    message = "`&{Self}` is more than this tool's `permissions` cover",
    label = "needs a permission that is not declared",
    note = "`&Reader` needs \"r\", `&Writer` needs \"w\", `&Executor` needs \"x\": add the letter to `permissions`, or drop the parameter"
)]
pub trait Allowed<P> {}

/// Declared permissions, as a type.
pub struct Perm<const R: bool, const W: bool, const X: bool>;

macro_rules! handles {
    ($($handle:ident $field:ident: $([$($generic:ident)*] Perm<$r:tt, $w:tt, $x:tt>)?;)*) => {$(
        impl Handed for $handle {
            fn from_scope(scope: &Scope) -> Result<&Self, ToolError> {
                Ok(&scope.$field)
            }
        }
        $(impl<$(const $generic: bool),*> Allowed<Perm<$r, $w, $x>> for $handle {})?
    )*};
}

handles! {
    Context context: [R W X] Perm<R, W, X>;
    Reader reader: [W X] Perm<true, W, X>;
    Writer writer: [R X] Perm<R, true, X>;
    Executor executor: [R W] Perm<R, W, true>;
}

impl<S: Service> Handed for S {
    const NEED: Option<crate::tool::Need> = Some(crate::tool::Need { name: S::NAME, id: TypeId::of::<S> });

    fn from_scope(scope: &Scope) -> Result<&Self, ToolError> {
        scope
            .services
            .get::<S>()
            .ok_or_else(|| ToolError::retry(format!("the service `{}` is no longer there; sign in again", S::NAME)))
    }
}

impl<S: Service, P> Allowed<P> for S {}
