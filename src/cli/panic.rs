//! Panics. One of a tool is told by its outcome, so nothing else is printed; one of the program itself is told like any other fault.

use super::exit::Stop;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};

thread_local! {
    /// What the last panic of this thread said, and where.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Does something, and turns a panic of it into words.
pub(super) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Stop> {
    set_hook(Box::new(|info| {
        // Threads that end have no words left.
        let _ = LAST.try_with(|last| last.replace(info.to_string()));
    }));
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        let words = LAST.take();
        Stop::failed(format!("the program is broken: it {}", words.replacen(":\n", ": ", 1)))
    })
}

#[cfg(test)]
mod tests {
    use super::guarded;

    #[test]
    fn a_panic_becomes_words() {
        assert_eq!(guarded(|| 1).unwrap(), 1);
        let message = guarded(|| panic!("oh")).unwrap_or_else(|stop| stop.message());
        // The other tests' panics are to be seen.
        drop(std::panic::take_hook());
        assert!(message.starts_with("the program is broken: it panicked at src/cli/panic.rs:"), "{message}");
        assert!(message.ends_with(": oh"), "{message}");
    }
}
