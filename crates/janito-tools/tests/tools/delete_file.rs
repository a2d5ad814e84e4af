//! `DeleteFile`.

use crate::bench::{Bench, assert_says};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use serde_json::json;
use std::fs;
use std::os::unix::net::UnixListener;

#[test]
fn what_it_returns() {
    let bench = Bench::with(&[("t", "old")]);
    let deleted = bench.done("DeleteFile", &json!({"filepath": "t"}));
    let id = deleted["trash_id"].as_str().unwrap();
    let expected = json!({
        "success": true, "filepath": "t", "force": false, "recoverable": true, "trash_id": id,
        "message": format!("File deleted: ./t; RestoreFile with id `{id}` brings it back"),
    });
    assert_eq!(deleted, expected);
    assert_eq!(bench.tree(), []);
    let bench = Bench::without_trash();
    bench.write("t", "old");
    let deleted = bench.done("DeleteFile", &json!({"path": "t"}));
    assert_eq!((deleted.get("trash_id"), &deleted["recoverable"]), (None, &json!(false)));
    assert_says(deleted["message"].as_str().unwrap(), &["gone for good"]);
    assert_eq!(bench.tree(), []);
}

#[test]
fn a_link_alone_goes() {
    let bench = Bench::with(&[("d/f", "inside"), ("g", "x")]);
    fs::create_dir(bench.outside("out")).unwrap();
    fs::write(bench.outside("out/f"), "outside").unwrap();
    for (to, name) in
        [("d", "to_folder"), ("g", "to_file"), ("nowhere", "dangling"), ("../out", "leak"), ("loop", "loop")]
    {
        bench.link(to, name);
        bench.done("DeleteFile", &json!({"filepath": name}));
        assert!(fs::symlink_metadata(bench.path(name)).is_err(), "{name}");
    }
    bench.link(bench.outside("out"), "absolute");
    bench.error("DeleteFile", &json!({"filepath": "absolute/f"}));
    bench.error("DeleteFile", &json!({"filepath": "absolute/"}));
    bench.done("DeleteFile", &json!({"filepath": "absolute"}));
    assert_eq!(bench.read("d/f"), b"inside");
    assert_eq!(fs::read(bench.outside("out/f")).unwrap(), b"outside");
}

#[test]
fn a_folder_is_no_file() {
    let bench = Bench::with(&[("full/f", "x")]);
    fs::create_dir(bench.path("empty")).unwrap();
    for path in ["full", "empty"] {
        let error = bench.error("DeleteFile", &json!({"filepath": path}));
        assert_says(&error, &["Path is not a file", path, "is a directory", "force=true", "RemoveDirectory"]);
    }
    let error = bench.error("DeleteFile", &json!({"filepath": "full", "force": true}));
    assert_says(
        &error,
        &["the directory is not empty, 1 item is in it: ./full", "RemoveDirectory with recursive=true"],
    );
    assert!(!error.contains("force") && !error.contains("39"), "{error}");
    let deleted = bench.done("DeleteFile", &json!({"filepath": "empty", "force": true}));
    assert_eq!(deleted["message"], "Directory deleted: ./empty; it was empty");
    assert_eq!(bench.tree().len(), 2);
}

#[test]
fn what_is_refused() {
    let bench = Bench::with(&[("keep", "x"), ("sub/keep", "x"), (".janitoignore", "*.key\n"), ("a.key", "secret")]);
    bench.link("a.key", "to_key");
    let before = bench.tree();
    let root = bench.path("").display().to_string();
    for (path, says) in [
        ("missing", "the file does not exist: ./missing"),
        ("sub/missing", "the file does not exist"),
        ("keep/x", "a part of the path is not a directory"),
        ("keep/", "leave the `/` out"),
        (".", "is a directory"),
        ("./", "is a directory"),
        (&root, "is a directory"),
        ("sub/..", "is a directory"),
        ("..", "lies outside"),
        ("/", "lies outside"),
        ("../state", "lies outside"),
        ("", "the path is empty"),
        ("/etc/passwd", "lies outside"),
        ("a.key", "hidden by a .janitoignore"),
        (".janitoignore", "hidden by a .janitoignore"),
    ] {
        for force in [false, true] {
            let error = bench.error("DeleteFile", &json!({"filepath": path, "force": force}));
            let roots = [".", "./", &root, "sub/.."];
            let says = if force && roots.contains(&path) { "a root of this session, or holds one" } else { says };
            assert_says(&error, &[says]);
        }
    }
    assert_eq!(bench.tree(), before);
    bench.done("DeleteFile", &json!({"filepath": "to_key"}));
    assert_eq!(bench.read("a.key"), b"secret");
}

#[test]
fn what_is_no_regular_file_goes_for_good() {
    let bench = Bench::new();
    mknodat(CWD, bench.path("pipe"), FileType::Fifo, Mode::RWXU, 0).unwrap();
    let _socket = UnixListener::bind(bench.path("socket")).unwrap();
    for name in ["pipe", "socket"] {
        let deleted = bench.call_at_once("DeleteFile", &json!({"filepath": name}));
        assert_eq!((&deleted["success"], &deleted["recoverable"]), (&json!(true), &json!(false)), "{deleted}");
    }
    assert_eq!(bench.tree(), []);
}

#[test]
fn another_name_of_the_file_stays_as_it_is() {
    let bench = Bench::with(&[("a", "one")]);
    fs::hard_link(bench.path("a"), bench.path("b")).unwrap();
    bench.done("DeleteFile", &json!({"filepath": "a"}));
    // What is written through the other name does not change what the trash has.
    fs::write(bench.path("b"), "two").unwrap();
    bench.done("RestoreFile", &json!({"filepath": "a"}));
    assert_eq!((bench.read("a"), bench.read("b")), (b"one".to_vec(), b"two".to_vec()));
}
