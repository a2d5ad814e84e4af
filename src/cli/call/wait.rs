//! Waiting for a call, or for a signal that asks for its end.

use crate::cli::exit::{Exit, Stop};
use janito_core::{Invocation, Outcome};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use tokio::runtime::Builder;

/// How long a call may take to end after the first signal. It is not told: what it has begun is done, or is cut off after this.
const GRACE: Duration = Duration::from_secs(2);

/// How long a call that was cut off may take to clean up.
const CLEANUP: Duration = Duration::from_millis(200);

/// How long a change of files that was cut off may take to take back what it has begun.
const TAKEN_BACK: Duration = Duration::from_secs(10);

enum Event {
    Ended(Box<Outcome>),
    /// There will be no outcome.
    Lost,
    Signal,
}

/// The outcome, or nothing if the call was cut off. `warn` is called with the first signal; a second one cuts the call off at once.
pub(super) fn outcome(invocation: Invocation, warn: impl FnOnce()) -> Result<Option<Outcome>, Stop> {
    // Workers of its own: this thread must be free to hear of signals, and one worker free to end a call whose body blocks the other.
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(no_runtime)?;
    let (sender, events) = channel();
    listen(sender.clone())?;
    let call = runtime.spawn(invocation);
    let abort = call.abort_handle();
    runtime.spawn(async move {
        let event = call.await.map_or(Event::Lost, |outcome| Event::Ended(Box::new(outcome)));
        // Nobody listens any more once the call was cut off.
        let _ = sender.send(event);
    });
    let mut event = events.recv().unwrap_or(Event::Lost);
    let signalled = matches!(event, Event::Signal);
    if signalled {
        warn();
        event = match events.recv_timeout(GRACE) {
            Ok(event) => event,
            Err(_) => {
                abort.abort();
                let event = clean_up(&events);
                settle(&events);
                event
            }
        };
    }
    // One that has used up its time may still have something to take back.
    if matches!(event, Event::Ended(_)) {
        settle(&events);
    }
    // A body that runs on is not waited for.
    runtime.shutdown_background();
    match event {
        Event::Ended(outcome) => Ok(Some(*outcome)),
        Event::Lost if !signalled => Err(Stop::failed("the call ended without an outcome")),
        _ => Ok(None),
    }
}

/// Waits while a call that was cut off cleans up. An outcome that came first counts.
fn clean_up(events: &Receiver<Event>) -> Event {
    let end = Instant::now() + CLEANUP;
    loop {
        match events.recv_timeout(end.saturating_duration_since(Instant::now())) {
            // It is no longer waited for, but its thread may run on.
            Ok(Event::Lost) => {}
            Ok(event) => return event,
            Err(_) => return Event::Lost,
        }
    }
}

/// Waits until no change of files is under way, unless a signal comes.
fn settle(events: &Receiver<Event>) {
    let end = Instant::now() + TAKEN_BACK;
    while !janito_core::settle(Duration::from_millis(20)) && Instant::now() < end {
        if matches!(events.try_recv(), Ok(Event::Signal)) {
            return;
        }
    }
}

/// Starts to listen for signals, on a thread that no tool can block. They are listened to when this returns.
fn listen(sender: Sender<Event>) -> Result<(), Stop> {
    let runtime = Builder::new_current_thread().enable_all().build().map_err(no_runtime)?;
    let (ready, listening) = channel();
    let thread = thread::Builder::new().name("janito signals".to_owned()).spawn(move || {
        runtime.block_on(async move {
            let signals = Signals::new();
            let _ = ready.send(());
            // Where nobody can be heard, the system ends the program.
            let Ok(mut signals) = signals else { return };
            while signals.next().await {
                // The call is over, and what came of it is being printed: to a pager, say, that does not read on.
                if sender.send(Event::Signal).is_err() {
                    std::process::exit(i32::from(Exit::Cancelled as u8));
                }
            }
        });
    });
    thread.map_err(no_runtime)?;
    // A thread that has ended listens to nothing, and the system ends the program.
    let _ = listening.recv();
    Ok(())
}

#[expect(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
fn no_runtime(error: std::io::Error) -> Stop {
    Stop::failed(format!("no runtime could be started: {error}"))
}

#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    hangup: Option<tokio::signal::unix::Signal>,
}

#[cfg(unix)]
impl Signals {
    fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            // What `nohup` started is to go on.
            hangup: if hangup_is_ignored() { None } else { Some(signal(SignalKind::hangup())?) },
        })
    }

    /// Waits for a signal; false if none can come.
    async fn next(&mut self) -> bool {
        let came = std::future::poll_fn(|context| {
            for signal in [&mut self.interrupt, &mut self.terminate].into_iter().chain(&mut self.hangup) {
                if let std::task::Poll::Ready(signal) = signal.poll_recv(context) {
                    return std::task::Poll::Ready(signal);
                }
            }
            std::task::Poll::Pending
        });
        came.await.is_some()
    }
}

/// Whether the program was started with hang-ups ignored, as far as the system tells.
#[cfg(unix)]
fn hangup_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // Signal 1 is the lowest bit.
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

#[cfg(not(unix))]
struct Signals(tokio::signal::windows::CtrlC);

#[cfg(not(unix))]
impl Signals {
    fn new() -> std::io::Result<Self> {
        Ok(Self(tokio::signal::windows::ctrl_c()?))
    }

    async fn next(&mut self) -> bool {
        self.0.recv().await.is_some()
    }
}
