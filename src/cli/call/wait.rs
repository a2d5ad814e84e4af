//! Waiting for a call, or for Ctrl-C.

use crate::cli::exit::Stop;
use janito_core::{Invocation, Outcome};
use std::future::{pending, poll_fn};
use std::pin::pin;
use std::task::Poll;
use tokio::runtime::Builder;

/// The outcome, or nothing if Ctrl-C came first; the call is cancelled then.
pub(super) fn outcome(invocation: Invocation) -> Result<Option<Outcome>, Stop> {
    // A worker of its own: an async body that blocks must not keep Ctrl-C from being seen.
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|error| Stop::failed(format!("no runtime could be started: {error}")))?;
    let outcome = runtime.block_on(async {
        let mut invocation = pin!(invocation);
        let mut interrupt = pin!(interrupt());
        poll_fn(|context| {
            // Asked first, so that it is listened to before the tool runs; an outcome counts all the same.
            let interrupted = interrupt.as_mut().poll(context);
            match invocation.as_mut().poll(context) {
                Poll::Ready(outcome) => Poll::Ready(Some(outcome)),
                Poll::Pending => interrupted.map(|()| None),
            }
        })
        .await
    });
    runtime.shutdown_background();
    Ok(outcome)
}

async fn interrupt() {
    if tokio::signal::ctrl_c().await.is_err() {
        // Nobody can be heard; the system ends the program then.
        pending::<()>().await;
    }
}
