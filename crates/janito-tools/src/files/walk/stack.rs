//! What is still to be walked, shared by the threads of a walk. The last that came is taken first, so that few folders are open at a time.

use super::Task;
use janito_core::ToolError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The tasks, and how many threads may bring more.
pub(super) struct Stack {
    state: Mutex<State>,
    changed: Condvar,
    /// Entries that were seen.
    seen: AtomicU64,
}

struct State {
    tasks: Vec<Task>,
    /// Threads that have a task.
    busy: usize,
    /// Threads that wait for one: only then is anybody woken, which takes a call of the system.
    waiting: usize,
    /// No task is taken any more.
    stopped: bool,
    error: Option<ToolError>,
}

impl Stack {
    pub(super) fn new(tasks: Vec<Task>) -> Self {
        let state = State { tasks, busy: 0, waiting: 0, stopped: false, error: None };
        Self { state: Mutex::new(state), changed: Condvar::new(), seen: AtomicU64::new(0) }
    }

    /// The next task, once there is one; nothing if there will be none. Whoever gets one says when it is [`done`](Self::done).
    pub(super) fn next(&self) -> Option<Task> {
        let mut state = self.lock();
        loop {
            if state.stopped {
                return None;
            }
            if let Some(task) = state.tasks.pop() {
                state.busy += 1;
                return Some(task);
            }
            if state.busy == 0 {
                return None;
            }
            state.waiting += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
    }

    /// A task is done, and brought these. An error ends the walk.
    pub(super) fn done(&self, tasks: &mut Vec<Task>, result: Result<(), ToolError>) {
        let mut state = self.lock();
        state.busy -= 1;
        state.tasks.append(tasks);
        if let Err(error) = result {
            state.stopped = true;
            state.error.get_or_insert(error);
        }
        if state.waiting > 0 && (state.stopped || state.busy == 0 || state.tasks.len() > 1) {
            self.changed.notify_all();
        }
    }

    /// Whether there is a task that nobody has.
    pub(super) fn has_waiting(&self) -> bool {
        !self.lock().tasks.is_empty()
    }

    pub(super) fn saw(&self, entries: u64) {
        self.seen.fetch_add(entries, Ordering::Relaxed);
    }

    pub(super) fn seen(&self) -> u64 {
        self.seen.load(Ordering::Relaxed)
    }

    /// The error that ended the walk.
    pub(super) fn take_error(&self) -> Option<ToolError> {
        self.lock().error.take()
    }

    /// Stops the walk when it is dropped, unless that is not needed.
    pub(super) fn stop_at_the_end(&self) -> Stopping<'_> {
        Stopping { stack: self, needed: AtomicBool::new(true) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) struct Stopping<'a> {
    stack: &'a Stack,
    needed: AtomicBool,
}

impl Stopping<'_> {
    pub(super) fn not_needed(self) {
        self.needed.store(false, Ordering::Relaxed);
    }
}

impl Drop for Stopping<'_> {
    fn drop(&mut self) {
        if self.needed.load(Ordering::Relaxed) {
            self.stack.lock().stopped = true;
            self.stack.changed.notify_all();
        }
    }
}
