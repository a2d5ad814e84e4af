//! `CreateFile`.

use crate::bench::{Bench, assert_says};
use serde_json::json;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;

#[test]
fn the_content_is_written_as_it_is_given() {
    let bench = Bench::new();
    for content in [
        r#"print("a\nb")"#,
        r"\title and '\0' and \u0041",
        "&lt;b&gt;&amp;",
        "ends in a backslash \\\n",
        "\r\nmixed\nends\r",
        "\u{feff}mark",
        "日本語 💥",
    ] {
        bench.done("CreateFile", &json!({"filepath": "t", "content": content, "overwrite": true}));
        assert_eq!(bench.read("t"), content.as_bytes(), "{content:?}");
    }
}

#[test]
fn what_it_returns() {
    let bench = Bench::new();
    for (content, bytes, lines) in [("", 0, 0), ("a", 1, 1), ("a\n", 2, 1), ("ä\nb", 4, 2), ("\n\n", 2, 2)] {
        let created = bench.done("CreateFile", &json!({"filepath": "t", "content": content, "overwrite": true}));
        assert_eq!(created["bytes_written"], bytes, "{content:?}");
        assert_eq!(created["lines_written"], lines, "{content:?}");
        assert_eq!((&created["filepath"], &created["overwrite"]), (&json!("t"), &json!(true)));
    }
    let created = bench.done("CreateFile", &json!({"filepath": "new"}));
    let expected = json!({
        "success": true, "filepath": "new", "bytes_written": 0, "lines_written": 0, "overwrite": false, "replaced": false,
    });
    assert_eq!(created, expected);
    assert_eq!(bench.read("new"), b"");
}

#[test]
fn a_file_is_kept_unless_it_is_to_be_replaced() {
    let bench = Bench::with(&[("t", "old")]);
    let error = bench.error("CreateFile", &json!({"filepath": "t", "content": "new"}));
    assert_eq!(error, "File already exists: ./t (use overwrite=true to replace)");
    assert_eq!(bench.read("t"), b"old");
    fs::set_permissions(bench.path("t"), fs::Permissions::from_mode(0o751)).unwrap();
    let created = bench.done("CreateFile", &json!({"filepath": "t", "content": "new", "overwrite": true}));
    assert_eq!(created["replaced"], true);
    assert_eq!(bench.read("t"), b"new");
    assert_eq!(fs::metadata(bench.path("t")).unwrap().permissions().mode() & 0o777, 0o751);
}

#[test]
fn folders_are_made() {
    let bench = Bench::with(&[("file", "x")]);
    bench.done("CreateFile", &json!({"filepath": "a/b/c.txt", "content": "x"}));
    assert_eq!(bench.read("a/b/c.txt"), b"x");
    for (path, says) in [
        ("a/b", "the path is a directory: ./a/b"),
        ("a/b/", "the path names a folder"),
        ("file/x", "a part of the path is not a directory: ./file/x"),
        (".", "the path is a directory"),
        ("", "the path is empty"),
        ("a/\0", "NUL"),
        ("C:\\x\\y", "Windows"),
        ("C:/x", "Windows"),
        ("src\\a.txt", "write `src/a.txt`"),
    ] {
        for overwrite in [false, true] {
            let arguments = json!({"filepath": path, "content": "x", "overwrite": overwrite});
            assert_says(&bench.error("CreateFile", &arguments), &[says]);
        }
    }
    assert_eq!(fs::read_dir(bench.path("")).unwrap().count(), 2);
}

#[test]
fn a_link_does_not_lead_outside() {
    let bench = Bench::with(&[("inside", "old")]);
    fs::write(bench.outside("victim"), "old").unwrap();
    bench.link(bench.outside("none"), "dangling");
    bench.link("../none", "dangling_relative");
    bench.link("nowhere", "dangling_inside");
    bench.link(bench.outside("victim"), "leak");
    bench.link(bench.outside(""), "folder");
    bench.link("inside", "good");
    for path in
        ["dangling", "dangling_relative", "leak", "folder/x", "folder/victim", "../victim", "/etc/janito", "../none"]
    {
        for overwrite in [false, true] {
            bench.error("CreateFile", &json!({"filepath": path, "content": "x", "overwrite": overwrite}));
        }
    }
    assert!(!bench.outside("none").exists() && !bench.outside("x").exists());
    assert_eq!(fs::read(bench.outside("victim")).unwrap(), b"old");
    let dangling = |overwrite| json!({"filepath": "dangling_inside", "content": "x", "overwrite": overwrite});
    for overwrite in [false, true] {
        let error = bench.error("CreateFile", &dangling(overwrite));
        assert_says(&error, &["./dangling_inside is a link that leads nowhere", "delete the link"]);
    }
    bench.done("CreateFile", &json!({"filepath": "good", "content": "new", "overwrite": true}));
    assert_eq!(bench.read("inside"), b"new");
    assert!(fs::symlink_metadata(bench.path("good")).unwrap().is_symlink());
}

#[test]
fn a_failure_leaves_what_was_there() {
    let bench = Bench::with(&[("t", "old")]);
    for content in [r#""\ud83d""#, r#""\udc00 x""#, "5", "[\"x\"]"] {
        let text = format!(r#"{{"filepath": "t", "overwrite": true, "content": {content}}}"#);
        let outcome = bench.session.call(("CreateFile", text));
        // A number may be taken as its text, but a half of a character is none.
        if !outcome.is_success() {
            assert_eq!(bench.read("t"), b"old", "{content}");
        }
        assert!(outcome.is_success() || outcome.failure().is_some());
    }
    let long = "x".repeat(300);
    bench.error("CreateFile", &json!({"filepath": long, "content": "x"}));
    let litter = fs::read_dir(bench.path("")).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(litter.collect::<Vec<_>>(), ["t"]);
}

#[test]
fn a_folder_that_may_not_be_written() {
    let bench = Bench::with(&[("locked/t", "old")]);
    fs::set_permissions(bench.path("locked"), fs::Permissions::from_mode(0o555)).unwrap();
    // Whoever is root may write anyway.
    let free = fs::write(bench.path("locked/probe"), "").is_ok();
    if !free {
        for path in ["locked/new", "locked/t", "locked/sub/new"] {
            let error = bench.error("CreateFile", &json!({"filepath": path, "content": "x", "overwrite": true}));
            assert_says(&error, &["permission denied", path]);
        }
        assert_eq!(bench.read("locked/t"), b"old");
    }
    fs::set_permissions(bench.path("locked"), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn other_spellings() {
    let bench = Bench::new();
    bench.done("CreateFile", &json!({"path": "a b.txt", "text": "1"}));
    let uri = format!("file://{}", bench.path("a%20b.txt").display());
    let error = bench.error("CreateFile", &json!({"filePath": uri, "content": "2"}));
    assert_says(&error, &["File already exists: ./a b.txt"]);
    bench.done("CreateFile", &json!({"file_path": bench.path("c.txt"), "content": "2"}));
    assert_eq!(bench.read("c.txt"), b"2");
    bench.error("CreateFile", &json!({"filepath": "file:///c%3A/temp", "content": "2"}));
}

#[test]
fn a_byte_order_mark_that_is_lost_is_named() {
    let bench = Bench::new();
    for (old, new, named) in [
        ("\u{feff}hi\n", "ho\n", true),
        ("\u{feff}hi\n", "\u{feff}ho\n", false),
        ("hi\n", "ho\n", false),
        ("", "ho\n", false),
    ] {
        bench.write("t", old);
        let created = bench.done("CreateFile", &json!({"filepath": "t", "content": new, "overwrite": true}));
        assert_eq!(bench.read("t"), new.as_bytes());
        assert_eq!(created.get("note").is_some(), named, "{old:?} {created}");
    }
}

#[test]
#[cfg(unix)]
fn owner_and_mode_stay_and_no_rights_pass_to_another() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
    let bench = Bench::new();
    bench.write("t", "old");
    // Only root can give a file away; whoever is not checks that the mode stays.
    let given = chown(bench.path("t"), Some(65534), Some(65534)).is_ok();
    fs::set_permissions(bench.path("t"), fs::Permissions::from_mode(0o4750)).unwrap();
    bench.done("CreateFile", &json!({"filepath": "t", "content": "new", "overwrite": true}));
    let metadata = fs::metadata(bench.path("t")).unwrap();
    assert_eq!(metadata.mode() & 0o7777, 0o4750);
    if given {
        assert_eq!((metadata.uid(), metadata.gid()), (65534, 65534));
    }
    assert_eq!(bench.read("t"), b"new");
}

#[test]
fn other_names_keep_the_old_content_and_that_is_told() {
    let bench = Bench::with(&[("a", "old")]);
    fs::hard_link(bench.path("a"), bench.path("b")).unwrap();
    fs::hard_link(bench.path("a"), bench.path("c")).unwrap();
    let created = bench.done("CreateFile", &json!({"filepath": "a", "content": "new", "overwrite": true}));
    assert_says(created["note"].as_str().unwrap(), &["2 more hard-linked names", "still have the old content"]);
    assert_eq!((bench.read("a"), bench.read("b")), (b"new".to_vec(), b"old".to_vec()));
    let again = bench.done("CreateFile", &json!({"filepath": "a", "content": "newer", "overwrite": true}));
    assert_eq!(again.get("note"), None, "{again}");
    bench.done("RestoreFile", &json!({"id": again["trash_id"], "overwrite": true}));
    assert_eq!(bench.read("a"), b"new");
}

#[test]
fn what_is_no_regular_file_is_not_offered_to_be_replaced() {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    let bench = Bench::with(&[("d/f", "x")]);
    mknodat(CWD, bench.path("pipe"), FileType::Fifo, Mode::RWXU, 0).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(bench.path("socket")).unwrap();
    bench.link("pipe", "to_pipe");
    bench.link("d", "to_folder");
    bench.link(bench.outside("none"), "leak");
    for (path, says) in [
        ("pipe", "is a named pipe, not a regular file"),
        ("to_pipe", "is a named pipe, not a regular file"),
        ("socket", "is a socket, not a regular file"),
        ("d", "the path is a directory"),
        ("to_folder", "the path is a directory"),
        ("leak", "lies outside"),
    ] {
        for overwrite in [false, true] {
            let arguments = json!({"filepath": path, "content": "x", "overwrite": overwrite});
            let error = crate::bench::error_of(&bench.call_at_once("CreateFile", &arguments));
            assert_says(&error, &[says]);
            assert!(!error.contains("overwrite"), "{error}");
        }
    }
}

#[test]
fn modes_stay() {
    let bench = Bench::new();
    for mode in [0o444, 0o600, 0o755, 0o6755, 0o2711] {
        bench.write("t", "old");
        fs::set_permissions(bench.path("t"), fs::Permissions::from_mode(mode)).unwrap();
        bench.done("CreateFile", &json!({"filepath": "t", "content": "new", "overwrite": true}));
        assert_eq!(fs::metadata(bench.path("t")).unwrap().permissions().mode() & 0o7777, mode, "{mode:o}");
        assert_eq!(bench.read("t"), b"new");
        fs::remove_file(bench.path("t")).unwrap();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn extended_attributes_stay() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};
    let bench = Bench::with(&[("t", "old")]);
    let path = bench.path("t");
    if setxattr(&path, "user.janito", b"kept", XattrFlags::empty()).is_err() {
        println!("left out: the file system has no extended attributes");
        return;
    }
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    bench.done("CreateFile", &json!({"filepath": "t", "content": "new", "overwrite": true}));
    let mut value = [0; 16];
    let length = getxattr(&path, "user.janito", &mut value[..]).unwrap();
    assert_eq!(&value[..length], b"kept");
}

#[test]
fn the_rules_of_what_is_hidden_are_the_users() {
    let bench = Bench::with(&[("d/f", "x")]);
    for path in [".janitoignore", "d/.janitoignore", "new/.janitoignore"] {
        let error = bench.error("CreateFile", &json!({"filepath": path, "content": "!*"}));
        assert_says(&error, &[".janitoignore"]);
    }
    assert_eq!(bench.tree().len(), 2);
}
