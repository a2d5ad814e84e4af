//! A walk that is cancelled ends at once, and so do its threads.

use crate::bench::Bench;
use serde_json::json;
use std::fs;
use std::future::Future as _;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The number of threads that run a tool or walk for one.
fn threads() -> usize {
    let tasks = fs::read_dir("/proc/self/task").unwrap();
    // One may end meanwhile.
    let names = tasks.filter_map(|task| fs::read_to_string(task.ok()?.path().join("comm")).ok());
    names.filter(|name| matches!(name.trim(), "janito tool" | "janito walk")).count()
}

#[test]
fn within_a_tenth_of_a_second() {
    let bench = Bench::new();
    bench.write("1/0", vec![b'x'; 256 << 10]);
    for folder in 1..60 {
        fs::create_dir_all(bench.path(&folder.to_string())).unwrap();
        for number in 1..1000 {
            fs::hard_link(bench.path("1/0"), bench.path(&format!("{folder}/{number}"))).unwrap();
        }
    }
    for (tool, arguments) in [
        ("SearchText", json!({"query": "needle"})),
        ("SearchRegex", json!({"pattern": "n.*e", "count_only": true})),
        ("FindFiles", json!({"min_size": 1})),
        ("ListFiles", json!({"recursive": true, "pattern": "**/9*"})),
    ] {
        {
            let mut call = pin!(bench.session.invoke((tool, arguments.to_string())));
            let polled = call.as_mut().poll(&mut Context::from_waker(Waker::noop()));
            assert!(matches!(polled, Poll::Pending), "{tool}");
            sleep(Duration::from_millis(20));
            assert!(threads() > 0, "{tool} was done before it could be cancelled");
        }
        let cancelled = Instant::now();
        while threads() > 0 {
            assert!(cancelled.elapsed() < Duration::from_millis(500), "{tool} walks on");
            sleep(Duration::from_millis(1));
        }
        println!("{tool} ended after {:?}", cancelled.elapsed());
    }
}
