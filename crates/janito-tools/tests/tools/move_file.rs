//! `MoveFile`.

use crate::bench::{Bench, assert_says, tree_of};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use serde_json::{Value, json};
use std::fs::{self, File, FileTimes};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::sync::Barrier;
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

#[test]
fn what_it_returns() {
    let bench = Bench::with(&[("a", "x"), ("b", "old"), ("d/f", "y")]);
    let moved = bench.done("MoveFile", &json!({"source": "a", "destination": "c"}));
    let expected = json!({
        "success": true, "source": "a", "destination": "c", "operation": "rename", "overwritten": false, "created_dirs": [],
        "metadata_preserved": true, "is_directory": false, "copied": false, "message": "Renamed ./a to ./c",
    });
    assert_eq!(moved, expected);
    for (arguments, operation, says) in [
        (json!({"src": "c", "dst": "d/c"}), "move", "Moved ./c to ./d/c"),
        (json!({"from": "d/c", "to": "e"}), "move_rename", "Moved ./d/c to ./e"),
        (json!({"source": "./d/", "destination": "./g/"}), "rename", "Renamed ./d to ./g"),
        (
            json!({"source": "e", "destination": "b", "overwrite": true}),
            "rename",
            "Renamed ./e to ./b, replacing what was there",
        ),
    ] {
        let moved = bench.done("MoveFile", &arguments);
        assert_eq!((&moved["operation"], &moved["message"]), (&json!(operation), &json!(says)));
        assert_eq!(moved["overwritten"], moved.get("trash_id").is_some(), "{moved}");
    }
    let moved = bench.done("MoveFile", &json!({"source": "g", "destination": "n/e/w", "create_dirs": true}));
    assert_eq!((&moved["created_dirs"], &moved["is_directory"]), (&json!(["./n", "./n/e"]), &json!(true)));
    assert_eq!((bench.read("b"), bench.read("n/e/w/f")), (b"x".to_vec(), b"y".to_vec()));
    bench.done("RestoreFile", &json!({"filepath": "b", "overwrite": true}));
    assert_eq!(bench.read("b"), b"old");
}

#[test]
fn nothing_is_replaced_unless_that_was_asked_for() {
    let bench = Bench::with(&[("src", "new"), ("dst", "old"), ("full/f", "x"), ("dir/g", "y")]);
    fs::create_dir(bench.path("empty")).unwrap();
    bench.link("dst", "link");
    bench.link("nowhere", "dangling");
    bench.link("full", "to_full");
    mknodat(CWD, bench.path("pipe"), FileType::Fifo, Mode::RWXU, 0).unwrap();
    let before = bench.tree();
    for (from, to, overwrite, says) in [
        ("src", "dst", false, "Destination already exists: ./dst (use overwrite=true to replace)"),
        ("src", "link", false, "Destination already exists: ./link (use overwrite=true"),
        ("src", "dangling", false, "Destination already exists: ./dangling (use overwrite=true"),
        ("src", "empty", true, "is a folder: ./empty; to move into it, name the whole new path: ./empty/src"),
        ("src", "full", true, "name the whole new path: ./full/src"),
        ("src", "full/", true, "name the whole new path: ./full/src"),
        ("src", "new/", true, "the destination ends in `/`, so it names a folder"),
        ("src", "pipe", true, "is a named pipe, and is not replaced"),
        ("dir", "dst", true, "a folder replaces nothing"),
        ("dir", "empty", true, "name the whole new path: ./empty/dir"),
        ("dir", "dangling", true, "a folder replaces nothing"),
        ("src", "src", true, "Source and destination are the same: ./src"),
        ("src", "./sub/../src", true, "Source and destination are the same"),
        ("dir", "dir/sub", false, "a folder cannot be moved into itself"),
        ("dir", "dir/sub/deeper", false, "a folder cannot be moved into itself"),
        ("full", "to_full/x", false, "a folder cannot be moved into itself"),
        ("missing", "x", false, "the source does not exist: ./missing"),
        ("src/", "x", false, "leave the `/` out"),
        ("src", "no/such/x", false, "the folder ./no/such does not exist (use create_dirs=true to make it)"),
        ("src", "dst/x", false, "not a directory"),
        ("", "x", false, "the path is empty"),
        ("src", "", false, "the path is empty"),
    ] {
        let error = bench.error("MoveFile", &json!({"source": from, "destination": to, "overwrite": overwrite}));
        assert_says(&error, &[says]);
        assert!(!error.contains("os error"), "{error}");
    }
    assert_says(
        &bench.error("MoveFile", &json!({"source": "src", "destination": "dst/x/y", "create_dirs": true})),
        &["not a directory"],
    );
    assert_says(
        &bench.error("MoveFile", &json!({"source": "src", "destination": "n/full/../../dst", "create_dirs": true})),
        &["already exists"],
    );
    assert_eq!(bench.tree(), before);
}

#[test]
fn a_link_itself_moves() {
    let bench = Bench::with(&[("real/f", "x"), ("old", "old")]);
    bench.link("real", "link");
    bench.link("/nonexistent/janito", "dangling");
    bench.done("MoveFile", &json!({"source": "link/", "destination": "link2"}));
    bench.done("MoveFile", &json!({"source": "dangling", "destination": "dangling2"}));
    // What is replaced is the name, not what a link in its place leads to.
    bench.link("real/f", "to_file");
    bench.done("MoveFile", &json!({"source": "old", "destination": "to_file", "overwrite": true}));
    let pairs = [
        ("dangling2", "-> /nonexistent/janito"),
        ("link2", "-> real"),
        ("real", "/"),
        ("real/f", "x"),
        ("to_file", "old"),
    ];
    assert_eq!(bench.tree(), pairs.map(|(path, content)| (path.to_owned(), content.to_owned())));
    bench.done("MoveFile", &json!({"source": "to_file", "destination": "moved"}));
    bench.done("RestoreFile", &json!({"filepath": "to_file"}));
    assert_eq!(fs::read_link(bench.path("to_file")).unwrap(), Path::new("real/f"));
}

#[test]
fn what_is_guarded() {
    let bench = Bench::with(&[
        ("f", "x"),
        (".janitoignore", "*.key\n"),
        ("a.key", "secret"),
        ("holds/b.key", "secret"),
        ("sub/own/.janitoignore", "z\n"),
    ]);
    bench.link(bench.outside(""), "out");
    let root = bench.path("").display().to_string();
    let before = bench.tree();
    for (from, to, says) in [
        (".", "x", "a root of this session"),
        ("./", "x", "a root of this session"),
        (&root, "x", "a root of this session"),
        ("sub/..", "x", "a root of this session"),
        ("..", "x", "lies outside"),
        ("/etc/passwd", "x", "lies outside"),
        ("f", "../x", "lies outside"),
        ("f", "out/x", "lies outside"),
        ("f", "/tmp/janito-test-moved", "lies outside"),
        ("f", &root, "is a folder"),
        ("out/state", "x", "lies outside"),
        ("a.key", "a.txt", "hidden by a .janitoignore"),
        ("f", "f.key", "hidden by a .janitoignore"),
        ("f", ".janitoignore", "hidden by a .janitoignore"),
        ("f", "sub/.janitoignore", "hidden by a .janitoignore"),
        (".janitoignore", "x", "hidden by a .janitoignore"),
        ("holds", "x", "holds what a .janitoignore file hides"),
    ] {
        let error = bench.error("MoveFile", &json!({"source": from, "destination": to, "overwrite": true}));
        assert_says(&error, &[says]);
    }
    assert_eq!(bench.tree(), before);
    // Its own rules go with it.
    bench.done("MoveFile", &json!({"source": "sub/own", "destination": "own"}));
    assert!(bench.path("own/.janitoignore").exists());
}

#[test]
fn two_names_of_one_file() {
    let bench = Bench::with(&[("a", "x")]);
    fs::hard_link(bench.path("a"), bench.path("b")).unwrap();
    let error = bench.error("MoveFile", &json!({"source": "a", "destination": "b"}));
    assert_says(&error, &["already exists"]);
    let moved = bench.call("MoveFile", &json!({"source": "a", "destination": "b", "overwrite": true}));
    assert_eq!((&moved["success"], moved.get("trash_id")), (&json!(true), None), "{moved}");
    assert_eq!(bench.tree(), [("b".to_owned(), "x".to_owned())]);
    bench.done("MoveFile", &json!({"source": "b", "destination": "B"}));
    assert_eq!(bench.tree(), [("B".to_owned(), "x".to_owned())]);
}

#[test]
fn of_two_moves_to_one_place_one_wins() {
    let bench = Bench::new();
    for number in 0..200 {
        for name in ["a", "b"] {
            bench.write(name, name);
        }
        let barrier = Barrier::new(2);
        let outcomes: Vec<Value> = std::thread::scope(|scope| {
            let call = |name: &'static str| {
                let (bench, barrier) = (&bench, &barrier);
                move || {
                    barrier.wait();
                    bench.call("MoveFile", &json!({"source": name, "destination": "c"}))
                }
            };
            let threads = ["a", "b"].map(|name| scope.spawn(call(name)));
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let won = outcomes.iter().position(|outcome| outcome["success"] == true).expect("one wins");
        let lost = &outcomes[1 - won];
        assert_says(lost["error"].as_str().unwrap_or_default(), &["Destination already exists: ./c"]);
        let (winner, loser) = if won == 0 { ("a", "b") } else { ("b", "a") };
        let pairs = [(loser, loser), ("c", winner)].map(|(path, content)| (path.to_owned(), content.to_owned()));
        assert_eq!(bench.tree(), pairs, "{number}");
        fs::remove_file(bench.path("c")).unwrap();
    }
}

#[test]
fn swapped_at_once() {
    let bench = Bench::new();
    for _ in 0..20 {
        bench.write("a", "a");
        bench.write("b", "b");
        std::thread::scope(|scope| {
            for (from, to) in [("a", "b"), ("b", "a")] {
                let bench = &bench;
                scope.spawn(move || {
                    let arguments = json!({"source": from, "destination": to, "overwrite": true});
                    let outcome = bench.call("MoveFile", &arguments).to_string();
                    assert!(!outcome.contains("another program"), "they wait for one another: {outcome}");
                });
            }
        });
        // Whoever came first replaced the other, who then found no source, or moved it back.
        assert_eq!(bench.tree().len(), 1);
    }
}

/// A root on another file system than the bench's, if there is one.
fn elsewhere(bench: &Bench) -> Option<TempDir> {
    let folder = TempDir::new_in("/dev/shm").ok()?;
    let device = |path: &Path| fs::metadata(path).unwrap().dev();
    (device(folder.path()) != device(&bench.path(""))).then_some(folder)
}

#[test]
fn to_another_file_system() {
    let probe = Bench::new();
    let Some(other) = elsewhere(&probe) else {
        println!("left out: there is no second file system");
        return;
    };
    let bench = Bench::with_roots(&[other.path()]);
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let old = |path: &Path| {
        let file = File::options().read(true).open(path).unwrap();
        file.set_times(FileTimes::new().set_modified(time)).unwrap();
    };
    let modified = |path: &Path| fs::metadata(path).unwrap().modified().unwrap();
    let there = |path: &str| other.path().join(path);
    for (keep, name) in [(true, "kept"), (false, "new")] {
        bench.write("f", "content");
        fs::set_permissions(bench.path("f"), fs::Permissions::from_mode(0o751)).unwrap();
        old(&bench.path("f"));
        let arguments = json!({"source": "f", "destination": there(name), "preserve_metadata": keep});
        let moved = bench.done("MoveFile", &arguments);
        assert_eq!((&moved["copied"], &moved["metadata_preserved"]), (&json!(true), &json!(keep)));
        assert_eq!(fs::metadata(there(name)).unwrap().mode() & 0o777, 0o751);
        assert_eq!(modified(&there(name)) == time, keep);
    }
    bench.write("d/sub/f", "deep");
    bench.write("d/closed/f", "x");
    bench.link("sub/f", "d/link");
    fs::set_permissions(bench.path("d/closed"), fs::Permissions::from_mode(0o500)).unwrap();
    old(&bench.path("d/sub"));
    let before = tree_of(&bench.path("d")).len();
    let moved = bench.call("MoveFile", &json!({"source": "d", "destination": there("d")}));
    // Whoever is not root cannot remove what lies in a folder that is closed: that is told, and the copy is whole.
    if moved["success"] == false {
        assert_says(
            moved["error"].as_str().unwrap(),
            &["was copied to", "that copy is whole", "delete what is left of ./d"],
        );
        assert_eq!(moved["copied"], true);
        fs::set_permissions(bench.path("d/closed"), fs::Permissions::from_mode(0o700)).unwrap();
    } else {
        assert!(!bench.path("d").exists());
    }
    assert_eq!(tree_of(&there("d")).len(), before);
    assert_eq!(fs::metadata(there("d/closed")).unwrap().mode() & 0o777, 0o500);
    assert_eq!(modified(&there("d/sub")), time);
    assert_eq!(fs::read_link(there("d/link")).unwrap(), Path::new("sub/f"));
    fs::set_permissions(there("d/closed"), fs::Permissions::from_mode(0o700)).unwrap();
    // Over a file, and what cannot be copied.
    bench.write("g", "new");
    fs::write(there("g"), "old").unwrap();
    let moved = bench.done("MoveFile", &json!({"source": "g", "destination": there("g"), "overwrite": true}));
    assert_eq!(moved["overwritten"], true);
    bench.done("RestoreFile", &json!({"filepath": there("g"), "overwrite": true}));
    assert_eq!(fs::read(there("g")).unwrap(), b"old");
    bench.write("odd/f", "x");
    mknodat(CWD, bench.path("odd/pipe"), FileType::Fifo, Mode::RWXU, 0).unwrap();
    let error = bench.error("MoveFile", &json!({"source": "odd", "destination": there("odd")}));
    assert_says(&error, &["a pipe, a socket or a device has no content"]);
    assert!(bench.path("odd/pipe").exists() && bench.path("odd/f").exists());
    let left: Vec<String> = tree_of(other.path()).into_iter().map(|(path, _)| path).collect();
    assert!(left.iter().all(|path| !path.contains(".janito-") && !path.contains("odd")), "{left:?}");
    // The trash is on the other file system, too.
    for (path, tool) in [("kept", "DeleteFile"), ("d", "RemoveDirectory")] {
        let argument = if tool == "DeleteFile" { "filepath" } else { "directory" };
        let mut arguments = json!({argument: there(path)});
        if tool == "RemoveDirectory" {
            arguments["recursive"] = json!(true);
        }
        bench.done(tool, &arguments);
        assert!(fs::symlink_metadata(there(path)).is_err());
        bench.done("RestoreFile", &json!({"filepath": there(path)}));
    }
    assert_eq!(fs::metadata(there("kept")).unwrap().mode() & 0o777, 0o751);
    assert_eq!(modified(&there("kept")), time);
    assert_eq!(tree_of(&there("d")).len(), before);
}
