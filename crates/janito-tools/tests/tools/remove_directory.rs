//! `RemoveDirectory`.

use crate::bench::{Bench, assert_says};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use serde_json::json;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use tempfile::TempDir;

#[test]
fn what_it_returns() {
    let bench = Bench::with(&[("d/a", "x"), ("d/sub/b", "x")]);
    fs::create_dir(bench.path("empty")).unwrap();
    let removed = bench.done("RemoveDirectory", &json!({"directory": "empty"}));
    let expected = json!({
        "success": true, "directory": "empty", "recursive": false, "force": false, "items_removed": 0, "recoverable": false,
        "message": "Directory removed: ./empty, with 0 items in it; it was empty",
    });
    assert_eq!(removed, expected);
    let removed = bench.done("RemoveDirectory", &json!({"path": "d/", "recursive": true}));
    assert_eq!((&removed["items_removed"], &removed["recoverable"]), (&json!(3), &json!(true)));
    assert_says(removed["message"].as_str().unwrap(), &["with 3 items in it; RestoreFile with id", "brings it back"]);
    assert_eq!(bench.tree(), []);
    let missing = bench.done("RemoveDirectory", &json!({"directory": "gone", "force": true}));
    assert_eq!((&missing["items_removed"], &missing["force"]), (&json!(0), &json!(true)));
    assert_eq!(missing["message"], "Directory does not exist: ./gone (ignored due to force=true)");
}

#[test]
fn what_is_in_it_goes_only_if_that_is_said() {
    let bench = Bench::with(&[("d/a", "x"), ("d/b", "x")]);
    for force in [false, true] {
        let outcome = bench.call("RemoveDirectory", &json!({"directory": "d", "force": force}));
        assert_eq!((&outcome["success"], &outcome["items"]), (&json!(false), &json!(2)), "{outcome}");
        assert_says(outcome["error"].as_str().unwrap(), &["2 items are in it: ./d", "use recursive=true"]);
    }
    assert_eq!(bench.tree().len(), 3);
}

#[test]
fn links_are_not_followed() {
    let bench = Bench::with(&[("d/f", "x"), ("real/f", "x")]);
    fs::create_dir(bench.outside("out")).unwrap();
    fs::write(bench.outside("out/f"), "outside").unwrap();
    bench.link(bench.outside("out"), "d/leak");
    bench.link("../real", "d/inside");
    bench.link("nowhere", "d/dangling");
    bench.link("real", "link");
    bench.link(bench.outside("out"), "leak");
    for path in ["link", "link/", "link/.", "leak", "leak/"] {
        let error = bench.error("RemoveDirectory", &json!({"directory": path, "recursive": true, "force": true}));
        assert_says(&error, &["is a link, which DeleteFile removes"]);
    }
    let removed = bench.done("RemoveDirectory", &json!({"directory": "d", "recursive": true}));
    assert_eq!(removed["items_removed"], 4);
    assert_eq!(bench.read("real/f"), b"x");
    assert_eq!(fs::read(bench.outside("out/f")).unwrap(), b"outside");
    bench.done("RestoreFile", &json!({"filepath": "d"}));
    assert_eq!(fs::read_link(bench.path("d/leak")).unwrap(), bench.outside("out"));
}

#[test]
fn what_is_refused() {
    let bench = Bench::with(&[
        ("keep", "x"),
        ("sub/keep", "x"),
        (".janitoignore", "*.key\n/private/\n"),
        ("protected/deep/a.key", "secret"),
        ("protected/b", "x"),
        ("private/c", "x"),
        ("own/deep/.janitoignore", "z\n"),
    ]);
    let before = bench.tree();
    let root = bench.path("").display().to_string();
    let by_detour = format!("{root}/sub/../../root");
    for (path, says) in [
        ("missing", "the directory does not exist: ./missing"),
        ("keep", "not a directory; DeleteFile removes: ./keep"),
        ("keep/x", "a part of the path is not a directory"),
        (".", "is a root of this session"),
        ("./", "is a root of this session"),
        ("sub/..", "is a root of this session"),
        (&root, "is a root of this session"),
        (&by_detour, "is a root of this session"),
        ("..", "lies outside"),
        ("../state", "lies outside"),
        ("/", "lies outside"),
        ("", "the path is empty"),
        ("protected", "holds what a .janitoignore file hides (./protected/deep/a.key)"),
        ("private", "hidden by a .janitoignore"),
        ("own", "holds what a .janitoignore file hides"),
    ] {
        let error = bench.error("RemoveDirectory", &json!({"directory": path, "recursive": true}));
        assert_says(&error, &[says]);
        assert!(!error.contains("os error"), "{error}");
    }
    bench.error("RemoveDirectory", &json!({"directory": "keep", "force": true}));
    assert_eq!(bench.tree(), before);
}

#[test]
fn a_folder_that_holds_another_root_stays() {
    let folder = TempDir::new().unwrap();
    let inner = folder.path().join("a/b");
    fs::create_dir_all(&inner).unwrap();
    let bench = Bench::with_roots(&[folder.path(), &inner]);
    for path in [folder.path().join("a"), inner.clone(), folder.path().to_owned(), PathBuf::from(".")] {
        for (tool, arguments) in [
            ("RemoveDirectory", json!({"directory": path, "recursive": true})),
            ("MoveFile", json!({"source": path, "destination": "x"})),
        ] {
            assert_says(&bench.error(tool, &arguments), &["is a root of this session, or holds one"]);
        }
    }
    assert!(inner.is_dir());
}

#[test]
fn awkward_trees() {
    let bench = Bench::new();
    // Deep, wide, not to be written, with what has no content.
    fs::create_dir_all(bench.path(&format!("d/{}", "n/".repeat(120)))).unwrap();
    for number in 0..60 {
        fs::create_dir_all(bench.path(&format!("d/wide/{number}"))).unwrap();
    }
    bench.write("d/closed/f", "x");
    fs::set_permissions(bench.path("d/closed"), fs::Permissions::from_mode(0o555)).unwrap();
    mknodat(CWD, bench.path("d/pipe"), FileType::Fifo, Mode::RWXU, 0).unwrap();
    let outcome = bench.call("RemoveDirectory", &json!({"directory": "d", "recursive": true}));
    assert_eq!((&outcome["success"], &outcome["items_removed"]), (&json!(true), &json!(120 + 61 + 2 + 1)), "{outcome}");
    bench.done("RestoreFile", &json!({"filepath": "d"}));
    assert_eq!(fs::metadata(bench.path("d/closed")).unwrap().permissions().mode() & 0o777, 0o555);
    assert!(bench.path("d/pipe").exists());
    fs::set_permissions(bench.path("d/closed"), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_part_that_stays_is_no_success() {
    let bench = Bench::without_trash();
    bench.write("d/closed/f", "x");
    bench.write("d/open/f", "x");
    fs::set_permissions(bench.path("d/closed"), fs::Permissions::from_mode(0o555)).unwrap();
    // Whoever is root may remove it anyway.
    let free = fs::write(bench.path("d/closed/probe"), "").is_ok();
    let outcome = bench.call("RemoveDirectory", &json!({"directory": "d", "recursive": true, "force": true}));
    if free {
        assert_eq!(outcome["success"], true, "{outcome}");
        return;
    }
    assert_eq!((&outcome["success"], &outcome["items_removed"]), (&json!(false), &json!(0)), "{outcome}");
    assert_says(outcome["error"].as_str().unwrap(), &["permission denied", "./d/closed"]);
    assert!(bench.path("d/open/f").exists());
    fs::set_permissions(bench.path("d/closed"), fs::Permissions::from_mode(0o755)).unwrap();
}
