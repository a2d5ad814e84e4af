//! The runtimes of janito's own, each started by the first call that needs it, and how a thread waits for a future.

use std::io;
use std::pin::pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;
use tokio::runtime::{Builder, Handle, Runtime};

static OWN: OnceLock<Runtime> = OnceLock::new();
static TIMERS: OnceLock<Runtime> = OnceLock::new();

/// For async bodies that no runtime of the host's polls.
pub(crate) fn own() -> io::Result<&'static Handle> {
    start(&OWN, 2, "janito")
}

/// For deadlines. No body runs there, so that none can delay them.
pub(crate) fn timers() -> io::Result<&'static Handle> {
    start(&TIMERS, 1, "janito timer")
}

fn start(runtime: &'static OnceLock<Runtime>, workers: usize, name: &str) -> io::Result<&'static Handle> {
    if let Some(runtime) = runtime.get() {
        return Ok(runtime.handle());
    }
    let new = Builder::new_multi_thread().worker_threads(workers).thread_name(name).enable_all().build()?;
    Ok(runtime.get_or_init(|| new).handle())
}

/// Waits until a future is ready, which is polled inside `inside` if given. This thread polls it; but one that belongs to a runtime of
/// the host's would keep the runtime from what the future waits for, so there a new thread does.
pub(crate) fn wait<F: Future<Output: Send> + Send>(inside: Option<&Handle>, future: F) -> io::Result<F::Output> {
    let Ok(current) = Handle::try_current() else {
        let _entered = inside.map(Handle::enter);
        return Ok(block_on(future));
    };
    let entered = || {
        let _entered = inside.unwrap_or(&current).enter();
        block_on(future)
    };
    if OWN.get().is_some_and(|own| own.handle().id() == current.id()) {
        // Another thread takes over what this one does for the runtime.
        return Ok(tokio::task::block_in_place(entered));
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("janito wait".to_owned()).spawn_scoped(scope, entered)?;
        thread.join().map_err(|panic| io::Error::other(crate::call::panicked(panic).message().to_owned()))
    })
}

fn block_on<F: Future>(future: F) -> F::Output {
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
