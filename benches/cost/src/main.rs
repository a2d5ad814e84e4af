//! Does one thing a number of times, for `cost.py` to count the instructions: `janito-cost MODE COUNT`.

use janito_core::{Dialect, Error, Permissions, Registry, Session};
use std::hint::black_box;
use std::time::Instant;

mod found;
#[allow(unused_imports, reason = "without tools, nothing names it")]
use found::{ARGUMENTS, Found, found};

include!(concat!(env!("OUT_DIR"), "/tools.rs"));

/// A tool from the middle of the order.
const TOOL: &str = "ListReports";

fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().unwrap_or_default();
    let count: usize = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(1);
    match mode.as_str() {
        "start" => {
            for _ in 0..count {
                black_box(open()?);
            }
        }
        "definitions" => {
            let session = open()?;
            for _ in 0..count {
                black_box(session.definitions(Dialect::OpenAi));
            }
        }
        "definitions-copied" => {
            let session = open()?;
            for _ in 0..count {
                black_box(session.definitions(Dialect::OpenAi).json().to_owned());
            }
        }
        "fingerprint" => {
            let definitions = open()?.definitions(Dialect::OpenAi);
            for _ in 0..count {
                black_box(black_box(&definitions).fingerprint());
            }
        }
        "call" => {
            let session = open()?;
            for _ in 0..count {
                black_box(session.call((TOOL, black_box(ARGUMENTS))).into_json());
            }
        }
        "invoke" => println!("{}", invoke(&open()?, count)),
        "show" => {
            let session = open()?;
            println!("{}", session.definitions(Dialect::OpenAi));
            println!("{}", session.call((TOOL, ARGUMENTS)).to_json());
        }
        other => panic!("no mode `{other}`"),
    }
    Ok(())
}

fn open() -> Result<Session, Error> {
    Registry::linked().build()?.session().grant(Permissions::READ).open()
}

/// The median time of a call on its own thread, in nanoseconds.
fn invoke(session: &Session, count: usize) -> u128 {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime on this thread");
    let mut times: Vec<u128> = (0..count)
        .map(|_| {
            let start = Instant::now();
            black_box(runtime.block_on(session.invoke((TOOL, ARGUMENTS))).to_json());
            start.elapsed().as_nanos()
        })
        .collect();
    times.sort_unstable();
    times[count / 2]
}
