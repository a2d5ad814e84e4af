//! `ReadFile` and `WordCount`: the length of a file costs no memory.

use crate::bench::{Bench, error_of};
use serde_json::json;
use std::fs::{self, OpenOptions};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::time::{Duration, Instant};

/// The most memory that the process ever had, in KiB.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn a_window_of_two_gigabytes() {
    const SIZE: u64 = 2 << 30;
    let bench = Bench::with(&[("t", "x\n")]);
    // Holes: two gigabytes of NUL after the first line, and some lines at the end.
    let mut file = OpenOptions::new().write(true).open(bench.path("t")).unwrap();
    file.set_len(SIZE).unwrap();
    file.seek(SeekFrom::Start(SIZE - 11)).unwrap();
    file.write_all(b"\nlast\nlines").unwrap();
    let (before, started) = (peak(), Instant::now());
    let text = bench.done("ReadFile", &json!({"filepath": "t", "max_lines": 1}));
    assert_eq!((&text["content"], &text["next_line"], &text["size"]), (&json!("x\n"), &json!(2), &json!(SIZE)));
    assert_eq!(text["total_lines"], json!(null));
    let text = bench.done("ReadFile", &json!({"filepath": "t", "start_line": -2, "max_lines": 1}));
    assert_eq!((&text["content"], &text["start_line"]), (&json!("last\n"), &json!(-2)));
    assert_eq!((&text["next_line"], &text["total_lines"]), (&json!(-1), &json!(null)));
    let outcome = bench.call("ReadFile", &json!({"filepath": "t", "start_line": 2, "max_lines": 1}));
    assert_eq!((error_of(&outcome).contains("binary"), &outcome["size"]), (true, &json!(SIZE)));
    error_of(&bench.call("WordCount", &json!({"filepath": "t"})));
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    assert!(peak() - before < 64 << 10, "{} KiB before, {} KiB after", before, peak());
}
