//! The guard around code that is not janito's: a tool's, an approver's, a listener's. Its panics end there.

use crate::approval::BoxFuture;
use crate::outcome::{Failure, FailureKind};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

/// What was thrown.
pub(crate) type Panic = Box<dyn Any + Send>;

/// A value, or the panic instead of it.
pub(crate) fn guarded<T>(code: impl FnOnce() -> T) -> Result<T, Panic> {
    catch_unwind(AssertUnwindSafe(code))
}

/// A future's value, or the panic of a poll instead of it. What it holds is dropped guarded as well.
pub(crate) struct Guarded<'a, T>(Option<BoxFuture<'a, T>>);

impl<'a, T> Guarded<'a, T> {
    pub(crate) fn new(future: BoxFuture<'a, T>) -> Self {
        Self(Some(future))
    }
}

impl<T> Future for Guarded<'_, T> {
    type Output = Result<T, Panic>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(future) = &mut self.0 else { return Poll::Pending };
        let polled = match guarded(|| future.as_mut().poll(context)) {
            Ok(polled) => polled.map(Ok),
            Err(panic) => Poll::Ready(Err(panic)),
        };
        if polled.is_ready() {
            discard(self.0.take());
        }
        polled
    }
}

impl<T> Drop for Guarded<'_, T> {
    fn drop(&mut self) {
        discard(self.0.take());
    }
}

/// Drops a value; if that panics, nobody is told.
pub(crate) fn discard<T>(value: T) {
    if let Err(panic) = guarded(|| drop(value)) {
        // To drop what was thrown could panic in turn.
        std::mem::forget(panic);
    }
}

/// The failure that a tool's panic is.
pub(crate) fn panicked(panic: Panic) -> Failure {
    let message = format!("the tool is broken: it panicked: {}; try another way", panic_text(panic));
    Failure::new(FailureKind::Internal, message)
}

/// What a panic said.
pub(crate) fn panic_text(panic: Panic) -> String {
    let text = panic
        .downcast_ref::<&'static str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message")
        .to_owned();
    discard(panic);
    text
}
