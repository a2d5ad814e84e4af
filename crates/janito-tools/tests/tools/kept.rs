//! What is not kept in the trash is said, and what would be lost in part is refused.

use crate::bench::{Bench, assert_says};
use serde_json::{Value, json};
use std::fs::File;
use std::path::Path;
use std::process::Command;

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

fn huge(path: &Path) {
    File::create(path).unwrap().set_len((1 << 30) + 1).unwrap();
}

#[track_caller]
fn says(outcome: &Value, key: &str, parts: &[&str]) {
    assert_says(outcome[key].as_str().unwrap_or_default(), parts);
    assert!(outcome.get("trash_id").is_none(), "{outcome}");
}

#[test]
fn the_true_reason_is_told() {
    let bench = Bench::new();
    for name in ["large", "replaced", "target", "d/large"] {
        bench.write(name, "");
        huge(&bench.path(name));
    }
    pipe(&bench.path("pipe"));
    bench.write("small", "x");
    let too_large = &["gone for good", "more than the trash holds"][..];
    says(&bench.done("DeleteFile", &json!({"filepath": "large"})), "message", too_large);
    says(&bench.done("DeleteFile", &json!({"filepath": "pipe"})), "message", &["gone for good", "no content"]);
    says(&bench.done("RemoveDirectory", &json!({"directory": "d", "recursive": true})), "message", too_large);
    let replaced = bench.done("CreateFile", &json!({"filepath": "replaced", "content": "", "overwrite": true}));
    says(&replaced, "note", &["not kept", "more than the trash holds"]);
    let moved = bench.done("MoveFile", &json!({"source": "small", "destination": "target", "overwrite": true}));
    says(&moved, "message", &["not kept", "more than the trash holds"]);
    let id = bench.done("DeleteFile", &json!({"filepath": "target"}))["trash_id"].clone();
    bench.write("target", "");
    huge(&bench.path("target"));
    let restored = bench.done("RestoreFile", &json!({"id": id, "overwrite": true}));
    says(&restored, "message", &["not kept", "more than the trash holds"]);
    let bench = Bench::without_trash();
    bench.write("t", "x");
    bench.write("u", "x");
    says(&bench.done("DeleteFile", &json!({"filepath": "t"})), "message", &["gone for good", "has no trash"]);
    // Where there never is one, that is not said with each file.
    let replaced = bench.done("CreateFile", &json!({"filepath": "u", "content": "", "overwrite": true}));
    assert!(replaced.get("note").is_none(), "{replaced}");
}

#[test]
fn a_pipe_cannot_be_kept_on_another_file_system() {
    let Ok(other) = tempfile::TempDir::new_in("/dev/shm") else { return };
    std::fs::create_dir(other.path().join("d")).unwrap();
    pipe(&other.path().join("d/pipe"));
    let bench = Bench::with_roots(&[other.path()]);
    let error = bench.error("RemoveDirectory", &json!({"directory": other.path().join("d"), "recursive": true}));
    assert_says(&error, &["d/pipe", "left as it is"]);
    assert!(other.path().join("d/pipe").exists());
    assert!(bench.session.trash().unwrap().entries().unwrap().is_empty());
}

#[test]
fn nothing_is_moved_under_a_hidden_name() {
    let bench = Bench::with(&[("tree/a/secret.env", "x"), ("tree/b", "x"), ("conf/keep", "x"), ("fine/b", "x")]);
    bench.write(".janitoignore", "/conf/**/secret.env\n");
    let before = bench.tree();
    for destination in ["conf/tree", "conf/new/deep"] {
        let error =
            bench.error("MoveFile", &json!({"source": "tree", "destination": destination, "create_dirs": true}));
        assert_says(&error, &["tree", "secret.env", ".janitoignore"]);
        assert_eq!(bench.tree(), before);
    }
    bench.done("MoveFile", &json!({"source": "fine", "destination": "conf/fine"}));
    bench.done("MoveFile", &json!({"source": "tree", "destination": "other"}));
}

#[test]
fn a_dot_at_the_end_means_a_folder() {
    let bench = Bench::with(&[("d/f", "x")]);
    bench.link("d", "ld");
    let before = bench.tree();
    for path in ["cc/", "cc/."] {
        assert_says(&bench.error("CreateFile", &json!({"filepath": path})), &["names a folder"]);
    }
    for path in ["ld/", "ld/."] {
        assert_says(&bench.error("DeleteFile", &json!({"filepath": path})), &["is a directory"]);
    }
    assert_says(&bench.error("MoveFile", &json!({"source": "d/f", "destination": "e/."})), &["names a folder"]);
    assert_eq!(bench.tree(), before);
}

#[test]
fn words_for_what_the_system_says() {
    let bench = Bench::with(&[("t", "x"), ("d/f", "x")]);
    let long = "n".repeat(300);
    for (tool, arguments) in [
        ("CreateFile", json!({"filepath": long})),
        ("ReadFile", json!({"filepath": long})),
        ("DeleteFile", json!({"filepath": long})),
        ("MoveFile", json!({"source": "t", "destination": long})),
        ("CreateDirectory", json!({"directory": long})),
    ] {
        let error = bench.error(tool, &arguments);
        assert!(error.contains("longer than the file system takes") && !error.contains("os error"), "{tool}: {error}");
    }
    let error = bench.error("RemoveDirectory", &json!({"directory": "d"}));
    assert!(error.to_lowercase().matches("not empty").count() == 1, "{error}");
}

#[test]
fn names_of_its_own_are_not_shown() {
    let bench = Bench::with(&[(".janito-1-2-t", "x"), (".janito-draft-t", "x"), (".janito-notes", "x"), ("t", "x")]);
    let listed = bench.done("ListFiles", &json!({"directory": "."})).to_string();
    assert!(listed.contains(".janito-notes"), "{listed}");
    assert!(!listed.contains(".janito-1-2-t") && !listed.contains(".janito-draft-t"), "{listed}");
}
