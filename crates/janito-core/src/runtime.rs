//! The runtime for timers, and for async bodies that no runtime of the host's polls. It starts with the first call that needs it.

use std::pin::pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;
use tokio::runtime::{Builder, Handle, Runtime};

/// janito's own runtime.
pub(crate) fn own() -> std::io::Result<&'static Handle> {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    if let Some(runtime) = RUNTIME.get() {
        return Ok(runtime.handle());
    }
    let runtime = Builder::new_multi_thread().worker_threads(2).thread_name("janito").enable_all().build()?;
    Ok(RUNTIME.get_or_init(|| runtime).handle())
}

/// Waits on this thread until a future is ready; any runtime may be around it.
pub(crate) fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);

    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }

    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut context = Context::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
        std::thread::park();
    }
}
