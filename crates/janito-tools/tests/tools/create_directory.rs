//! `CreateDirectory`.

use crate::bench::{Bench, assert_says};
use serde_json::json;
use std::fs;

#[test]
fn what_it_returns() {
    let bench = Bench::new();
    let created = bench.done("CreateDirectory", &json!({"directory": "d"}));
    let expected = json!({
        "success": true, "directory": "d", "message": "Directory created: ./d", "created": true, "parents": false, "exist_ok": false,
    });
    assert_eq!(created, expected);
    let again = bench.done("CreateDirectory", &json!({"path": "d/", "exist_ok": true}));
    assert_eq!((&again["created"], &again["message"]), (&json!(false), &json!("Directory already exists: ./d")));
    let error = bench.error("CreateDirectory", &json!({"dir": "d"}));
    assert_eq!(error, "Directory already exists: ./d (use exist_ok=true to ignore)");
    bench.done("CreateDirectory", &json!({"folder": "a/b/c", "parents": true}));
    assert!(bench.path("a/b/c").is_dir());
    assert!(bench.reports.lock().unwrap().contains(&r#"CreateDirectory Start("Creating directory ./d")"#.to_owned()));
}

#[test]
fn what_cannot_be_made() {
    let bench = Bench::with(&[("file", "x"), ("sub/keep", "x"), (".janitoignore", "hidden\n")]);
    bench.link("nowhere", "dangling");
    bench.link(bench.outside("new"), "leak");
    bench.link(bench.outside(""), "out");
    bench.link("file", "to_file");
    let long = "x".repeat(300);
    let deep = format!("a/b/{long}");
    let before = bench.tree();
    for (path, says) in [
        ("a/b", "the folder above does not exist: ./a (use parents=true to make it)"),
        ("file", "something that is no folder has the name: ./file"),
        ("file/x", "a part of the path is not a directory: ./file/x"),
        ("to_file", "something that is no folder has the name: ./to_file"),
        ("dangling", "./dangling is a link that leads nowhere"),
        ("dangling/", "./dangling is a link that leads nowhere"),
        ("leak", "lies outside"),
        ("out/x", "lies outside"),
        ("../x", "lies outside"),
        ("/etc/janito", "lies outside"),
        ("", "the path is empty"),
        ("C:\\x", "Windows"),
        ("hidden", "hidden by a .janitoignore"),
        ("hidden/x", "hidden by a .janitoignore"),
        (".janitoignore", "hidden by a .janitoignore"),
        (&long, "choose a shorter one"),
    ] {
        let error = bench.error("CreateDirectory", &json!({"directory": path, "exist_ok": true}));
        assert_says(&error, &[says]);
        assert!(!error.contains("os error"), "{error}");
    }
    for (path, says) in
        [("file/x/y", "not a directory"), (&deep, "shorter"), ("out/x/y", "outside"), ("a/hidden/b", "hidden")]
    {
        let error = bench.error("CreateDirectory", &json!({"directory": path, "parents": true}));
        assert_says(&error, &[says]);
    }
    assert_eq!(bench.tree(), before, "nothing is left of what was refused");
    assert!(!bench.outside("new").exists() && !bench.outside("x").exists());
}

#[test]
fn links_inside_the_roots_and_the_roots_themselves() {
    let bench = Bench::with(&[("real/keep", "x")]);
    bench.link("real", "link");
    bench.done("CreateDirectory", &json!({"directory": "link/new"}));
    assert!(bench.path("real/new").is_dir());
    for path in [".", "./", "link", "real/..", "file://localhost/"] {
        let arguments = json!({"directory": path, "exist_ok": true});
        if path.starts_with("file") {
            bench.error("CreateDirectory", &arguments);
        } else {
            assert_eq!(bench.done("CreateDirectory", &arguments)["created"], false, "{path}");
        }
    }
    let absolute = bench.path("deep/er");
    bench.done("CreateDirectory", &json!({"directory": absolute, "parents": true}));
    assert!(fs::metadata(absolute).unwrap().is_dir());
}
