//! A folder that turns into a link to the outside while tools remove, make and move things in it.

use crate::bench::{Bench, tree_of};
use rustix::fs::{CWD, RenameFlags, renameat_with};
use serde_json::{Value, json};
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Sets the flag when it is dropped.
struct Stopping<'a>(&'a AtomicBool);

impl Drop for Stopping<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Calls tools while `d` and a link to the outside take one another's place; returns how many succeeded and how many did not.
fn race(bench: &Bench, calls: &[(&str, Value)]) -> (u32, u32) {
    let outside = bench.outside("out");
    bench.link(&outside, "other");
    let (folder, other) = (bench.path("d"), bench.path("other"));
    let (stop, mut done, mut refused) = (AtomicBool::new(false), 0, 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                // One of them may be gone for a moment.
                let _ = renameat_with(CWD, &folder, CWD, &other, RenameFlags::EXCHANGE);
            }
        });
        // Also where an assertion fails: the scope waits for the other thread.
        let _stopping = Stopping(&stop);
        let started = Instant::now();
        // Long enough that both have happened often, however slow the disk is.
        while started.elapsed() < Duration::from_secs(2)
            || (done < 20 || refused < 20) && started.elapsed() < Duration::from_mins(1)
        {
            for (tool, arguments) in calls {
                let outcome = bench.call(tool, arguments);
                assert!(!outcome.to_string().contains("SECRET"), "{tool}: {outcome}");
                *(if outcome["success"] == true { &mut done } else { &mut refused }) += 1;
            }
        }
    });
    (done, refused)
}

fn outside(bench: &Bench) -> Vec<(String, String)> {
    let out = bench.outside("out");
    for folder in ["sub/deep", "empty"] {
        fs::create_dir_all(out.join(folder)).unwrap();
    }
    for file in ["f", "g", "sub/f", "sub/deep/f"] {
        fs::write(out.join(file), "SECRET").unwrap();
    }
    sorted(bench)
}

fn sorted(bench: &Bench) -> Vec<(String, String)> {
    let mut tree = tree_of(&bench.outside("out"));
    tree.sort();
    tree
}

#[test]
fn nothing_outside_is_touched() {
    let bench = Bench::with(&[("d/f", "inside"), ("d/sub/f", "inside"), ("h", "inside")]);
    let before = outside(&bench);
    let (done, refused) = race(
        &bench,
        &[
            ("CreateDirectory", json!({"directory": "d/empty", "exist_ok": true})),
            ("CreateDirectory", json!({"directory": "d/new/er", "parents": true, "exist_ok": true})),
            ("RemoveDirectory", json!({"directory": "d/new", "recursive": true})),
            ("DeleteFile", json!({"filepath": "d/empty", "force": true})),
            ("CreateFile", json!({"filepath": "d/f", "content": "inside", "overwrite": true})),
            ("DeleteFile", json!({"filepath": "d/f"})),
            ("RestoreFile", json!({"filepath": "d/f"})),
            ("MoveFile", json!({"source": "d/f", "destination": "d/g", "overwrite": true})),
            ("MoveFile", json!({"source": "h", "destination": "d/n/h", "create_dirs": true})),
            ("MoveFile", json!({"source": "d/n/h", "destination": "h"})),
            ("RemoveDirectory", json!({"directory": "d/sub", "recursive": true})),
            ("RestoreFile", json!({"filepath": "d/sub"})),
        ],
    );
    assert_eq!(sorted(&bench), before);
    assert!(done >= 20 && refused >= 20, "{done} done, {refused} refused");
    // What is inside is never lost: it is where it was, where it was moved to, or in the trash.
    let inside = bench.tree();
    assert!(inside.iter().all(|(path, _)| !path.contains(".janito-")), "{inside:?}");
}

#[test]
fn a_folder_that_is_removed_is_not_the_one_outside() {
    let bench = Bench::without_trash();
    let before = outside(&bench);
    bench.write("d/sub/f", "inside");
    let (done, refused) = race(
        &bench,
        &[
            ("RemoveDirectory", json!({"directory": "d/sub", "recursive": true})),
            ("CreateFile", json!({"filepath": "d/sub/deep/f", "content": "inside"})),
            ("RemoveDirectory", json!({"directory": "d", "recursive": true})),
            ("CreateFile", json!({"filepath": "d/sub/f", "content": "inside"})),
        ],
    );
    assert_eq!(sorted(&bench), before);
    assert!(done >= 20 && refused >= 20, "{done} done, {refused} refused");
}
