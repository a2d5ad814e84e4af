//! A folder that turns into a link to the outside while tools use it.

use crate::bench::Bench;
use rustix::fs::{CWD, RenameFlags, renameat_with};
use serde_json::json;
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

#[test]
fn no_call_escapes() {
    let bench = Bench::with(&[("d/f", "inside")]);
    let outside = bench.outside("out");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("f"), "SECRET").unwrap();
    fs::write(outside.join("only_outside"), "").unwrap();
    bench.link(&outside, "other");
    let (folder, other) = (bench.path("d"), bench.path("other"));
    let (stop, mut inside, mut refused) = (AtomicBool::new(false), 0, 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                renameat_with(CWD, &folder, CWD, &other, RenameFlags::EXCHANGE).unwrap();
            }
        });
        // Also where an assertion fails: the scope waits for the other thread.
        let _stopping = Stopping(&stop);
        let started = Instant::now();
        for number in 0.. {
            for (tool, arguments) in [
                ("ReadFile", json!({"filepath": "d/f"})),
                ("CreateFile", json!({"filepath": format!("d/sub/new{number}"), "content": "x"})),
                ("CreateFile", json!({"filepath": "d/f", "content": "inside", "overwrite": true})),
                ("ListFiles", json!({"directory": "d"})),
                ("ListFiles", json!({"recursive": true, "max_depth": 1})),
                ("FindFiles", json!({"paths": "d"})),
                ("FindFiles", json!({"min_size": 0})),
                ("FindFiles", json!({"paths": ["d/f", "."], "file_type": "any"})),
                ("SearchText", json!({"query": "SECRE"})),
                ("SearchText", json!({"query": "SECRE", "paths": ["d", "d/f"]})),
                ("SearchRegex", json!({"pattern": "S.CR.T", "paths": ["d"]})),
            ] {
                let outcome = bench.call(tool, &arguments);
                let text = outcome.to_string();
                assert!(!text.contains("SECRET") && !text.contains("only_outside"), "{tool}: {text}");
                *(if outcome["success"] == true { &mut inside } else { &mut refused }) += 1;
            }
            // A busy machine takes longer to see both often enough.
            let enough = inside > 100 && refused > 100 && started.elapsed() > Duration::from_secs(2);
            if enough || started.elapsed() > Duration::from_mins(1) {
                break;
            }
        }
    });
    assert_eq!(fs::read(outside.join("f")).unwrap(), b"SECRET");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 2);
    assert!(inside > 100 && refused > 100, "{inside} inside, {refused} refused");
}
