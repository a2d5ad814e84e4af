//! Which changes are under way, so that a program does not end in the middle of one.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

static UNDER_WAY: Mutex<usize> = Mutex::new(0);
static DONE: Condvar = Condvar::new();

/// A change of the disk, from its beginning until all is done or taken back.
pub(crate) struct Busy(());

impl Busy {
    pub(crate) fn begin() -> Self {
        *count() += 1;
        Self(())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        *count() -= 1;
        DONE.notify_all();
    }
}

fn count() -> MutexGuard<'static, usize> {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until no tool of this process is in the middle of a change of files, but no longer than this; returns whether that is so. A call
/// that was cancelled or ran out of time takes back what it has begun, and a program that ended meanwhile would leave half of it.
#[must_use]
pub fn settle(patience: Duration) -> bool {
    let waited = DONE.wait_timeout_while(count(), patience, |count| *count > 0);
    *waited.unwrap_or_else(PoisonError::into_inner).0 == 0
}
