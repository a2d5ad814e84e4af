//! How a body runs and ends: the thread or task it has, and its deadline.

use super::guard::{Guarded, guarded, panicked};
use crate::approval::BoxFuture;
use crate::handle::{CallState, Scope};
use crate::outcome::{Failure, FailureKind};
use crate::report::Report;
use crate::runtime;
use crate::tool::Finished;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use tokio::sync::oneshot;

/// How long a body that was ended may take to notice before it is reported as still running.
const GRACE: Duration = Duration::from_millis(50);

/// Ends a call whose future is dropped; one that has ended stays as it is.
pub(super) struct Ending(pub(super) Arc<CallState>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.life.cancel();
    }
}

pub(super) async fn run_blocking(
    state: &Arc<CallState>,
    body: Box<dyn FnOnce(&Scope) -> Finished + Send>,
    scope: Scope,
) -> Result<Finished, Failure> {
    let (done, waiting) = oneshot::channel();
    let thread = std::thread::Builder::new().name("janito tool".to_owned());
    let spawned = thread.spawn(move || {
        // Nobody waits any more if the call was dropped.
        let _ = done.send(guarded(|| body(&scope)).map_err(panicked));
    });
    if let Err(error) = spawned {
        return Err(no_thread(&error));
    }
    let _timer = Timer::start(state)?;
    let mut waiting = pin!(waiting);
    let finished = match until_over(state, waiting.as_mut()).await {
        Some(finished) => finished,
        None => match within_grace(waiting.as_mut()).await {
            Some(finished) => finished,
            None => return Err(abandoned(state)),
        },
    };
    finished.unwrap_or_else(|_| Err(Failure::new(FailureKind::Internal, "the tool's thread ended without a result")))
}

/// An async body, before it starts.
pub(super) type Later = Box<dyn FnOnce(Scope) -> BoxFuture<'static, Finished> + Send>;

/// Has a runtime poll an async body.
pub(super) async fn run_async(
    state: &Arc<CallState>,
    handle: &tokio::runtime::Handle,
    body: Later,
    scope: Scope,
) -> Result<Finished, Failure> {
    let task = handle.spawn(started(body, scope));
    let abort = Abort(task.abort_handle());
    let _timer = Timer::start(state)?;
    let finished = until_over(state, pin!(task)).await;
    drop(abort);
    match finished {
        Some(Ok(finished)) => finished,
        Some(Err(error)) => match error.try_into_panic() {
            Ok(panic) => Err(panicked(panic)),
            Err(_) => Err(Failure::new(FailureKind::Cancelled, "the runtime shut down before the tool was done")),
        },
        None => Ok(Err(crate::ToolError::ended())),
    }
}

/// Polls an async body here. It is no task of janito's runtime, all of whose threads may wait for calls such as this.
pub(super) fn run_async_here(state: &Arc<CallState>, body: Later, scope: Scope) -> Result<Finished, Failure> {
    let handle = runtime::own().map_err(|error| no_runtime(&error))?;
    let _timer = Timer::start(state)?;
    let finished = async { until_over(state, pin!(started(body, scope))).await };
    match runtime::wait(Some(handle), finished) {
        Ok(Some(finished)) => finished,
        Ok(None) => Ok(Err(crate::ToolError::ended())),
        Err(error) => Err(no_thread(&error)),
    }
}

/// Starts an async body where it is polled, and guards it.
async fn started(body: Later, scope: Scope) -> Result<Finished, Failure> {
    // The body's own code may panic before its first await.
    let body = guarded(|| body(scope)).map_err(panicked)?;
    Guarded::new(body).await.map_err(panicked)
}

/// Aborts a task that is no longer waited for.
struct Abort(tokio::task::AbortHandle);

impl Drop for Abort {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Ends a call at its deadline.
struct Timer {
    _task: Option<Abort>,
}

impl Timer {
    fn start(state: &Arc<CallState>) -> Result<Self, Failure> {
        let Some(deadline) = state.life.deadline() else { return Ok(Self { _task: None }) };
        let handle = runtime::timers().map_err(|error| no_runtime(&error))?;
        let state = Arc::clone(state);
        let task = handle.spawn(async move {
            tokio::time::sleep_until(deadline.into()).await;
            state.life.expire();
        });
        Ok(Self { _task: Some(Abort(task.abort_handle())) })
    }
}

/// A future's value, or nothing if the call is over first.
async fn until_over<F: Future>(state: &CallState, mut future: std::pin::Pin<&mut F>) -> Option<F::Output> {
    let mut over = pin!(state.life.over());
    std::future::poll_fn(|context| {
        if let Poll::Ready(value) = future.as_mut().poll(context) {
            return Poll::Ready(Some(value));
        }
        over.as_mut().poll(context).map(|()| None)
    })
    .await
}

/// A future's value, or nothing if it takes longer than the grace.
async fn within_grace<F: Future>(mut future: std::pin::Pin<&mut F>) -> Option<F::Output> {
    let handle = runtime::timers().ok()?;
    let mut grace = pin!(handle.spawn(async { tokio::time::sleep(GRACE).await }));
    std::future::poll_fn(|context| {
        if let Poll::Ready(value) = future.as_mut().poll(context) {
            return Poll::Ready(Some(value));
        }
        grace.as_mut().poll(context).map(|_| None)
    })
    .await
}

/// A body that was ended and runs on: its thread cannot be taken from it.
fn abandoned(state: &CallState) -> Failure {
    state.report(Report::Warning("the tool does not heed its end; its thread runs on until it returns"));
    let failure = state.life.failure().unwrap_or_else(|| Failure::new(FailureKind::Cancelled, "the call was ended"));
    failure.with("still_running", true)
}

pub(super) fn no_runtime(error: &std::io::Error) -> Failure {
    Failure::new(FailureKind::Internal, format!("no runtime could be started for the tool: {error}"))
}

pub(super) fn no_thread(error: &std::io::Error) -> Failure {
    Failure::new(FailureKind::Internal, format!("no thread could be started for the tool: {error}"))
}
