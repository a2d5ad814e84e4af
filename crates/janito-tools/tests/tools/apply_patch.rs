//! `ApplyPatch`.

use crate::bench::{Bench, assert_says, without_ids};
use serde_json::json;
use std::os::unix::fs::PermissionsExt as _;

#[test]
fn what_it_returns() {
    let bench = Bench::with(&[("src/a", "0\n0\n1\n2\n3\n"), ("old", "x\ny\n"), ("gone", "bye\n")]);
    let patch = "\
diff --git a/src/a b/src/a
--- a/src/a
+++ b/src/a
@@ -1,3 +1,3 @@
 1
-2
+two
 3
diff --git a/old b/dir/new
similarity index 50%
rename from old
rename to dir/new
--- a/old
+++ b/dir/new
@@ -1,2 +1,2 @@
 x
-y
+z
diff --git a/run.sh b/run.sh
new file mode 100755
--- /dev/null
+++ b/run.sh
@@ -0,0 +1,2 @@
+#!/bin/sh
+true
diff --git a/gone b/gone
deleted file mode 100644
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
-bye
";
    let dry = bench.done("ApplyPatch", &json!({"patch": patch, "dry_run": true}));
    assert_says(
        dry["diff"].as_str().unwrap(),
        &[
            "--- a/src/a\n+++ b/src/a\n@@ -1,5 +1,5 @@\n",
            "--- a/old\n+++ b/dir/new\n",
            "--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n",
        ],
    );
    assert_eq!(bench.read("gone"), b"bye\n");
    assert!(!bench.path("dir").exists() && !bench.path("run.sh").exists());
    let done = bench.done("ApplyPatch", &json!({"patch": patch}));
    let expected = json!({
        "success": true,
        "files": [
            {"filepath": "src/a", "action": "modified", "hunks": 1, "moved": [{"hunk": 1, "line": 3, "offset": 2}]},
            {"filepath": "dir/new", "action": "renamed", "from": "old", "hunks": 1},
            {"filepath": "run.sh", "action": "created", "hunks": 1},
            {"filepath": "gone", "action": "deleted", "hunks": 1},
        ],
        "added": 4, "removed": 3, "dry_run": false,
    });
    assert_eq!(without_ids(done), expected);
    let executable = |path: &str| bench.path(path).metadata().unwrap().permissions().mode() & 0o111 != 0;
    assert!(executable("run.sh") && !executable("src/a"));
    assert_eq!(bench.read("src/a"), b"0\n0\n1\ntwo\n3\n");
    assert_eq!(bench.read("dir/new"), b"x\nz\n");
    assert_eq!(bench.read("run.sh"), b"#!/bin/sh\ntrue\n");
    assert!(!bench.path("old").exists() && !bench.path("gone").exists());
    // And back, but for the mode.
    bench.done("ApplyPatch", &json!({"patch": patch, "reverse": true}));
    assert_eq!(bench.read("src/a"), b"0\n0\n1\n2\n3\n");
    assert_eq!((bench.read("old"), bench.read("gone")), (b"x\ny\n".to_vec(), b"bye\n".to_vec()));
    assert!(!bench.path("run.sh").exists());
}

#[test]
fn all_or_nothing() {
    let bench = Bench::with(&[("a", "1\n"), ("b", "2\n"), ("c", "3\n")]);
    let patch = "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+one\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-II\n+two\n--- a/none\n+++ b/none\n@@ -1 +1 @@\n-1\n+2\n\
                 --- /dev/null\n+++ b/c\n@@ -0,0 +1 @@\n+x\n--- /dev/null\n+++ b/d\n@@ -0,0 +1 @@\n+x\n";
    for dry_run in [false, true] {
        let outcome = bench.call("ApplyPatch", &json!({"patch": patch, "dry_run": dry_run}));
        let says = [
            "the patch has 3 faults; nothing was written",
            "b (line 6 of the patch): hunk 1 (line 8 of the patch): its lines were not found",
            "none (line 11 of the patch): the file does not exist: ./none",
            "c (line 16 of the patch): c exists already",
        ];
        assert_says(outcome["error"].as_str().unwrap(), &says);
        assert_eq!(outcome["faults"].as_array().unwrap().len(), 3);
    }
    for (path, content) in [("a", "1\n"), ("b", "2\n"), ("c", "3\n")] {
        assert_eq!(bench.read(path), content.as_bytes());
    }
    assert!(!bench.path("d").exists());
}

#[test]
fn nothing_outside_the_root_is_reached() {
    let bench = Bench::with(&[("a", "1\n")]);
    std::fs::write(bench.outside("victim"), "1\n").unwrap();
    bench.link(bench.outside("victim"), "leak");
    for path in ["../victim", "leak", "a/../../victim", bench.outside("victim").to_str().unwrap()] {
        for patch in [
            format!("--- {path}\n+++ {path}\n@@ -1 +1 @@\n-1\n+2\n"),
            format!("--- {path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n"),
            format!("--- /dev/null\n+++ {path}.new\n@@ -0,0 +1 @@\n+x\n"),
            format!("diff --git a/a b/x\nrename from a\nrename to {path}\n"),
            format!("diff --git a/a b/x\nrename from {path}\nrename to x\n"),
        ] {
            // A name beside the link is within the root.
            if path != "leak" || !patch.contains("leak.new") {
                bench.error("ApplyPatch", &json!({"patch": patch}));
            }
        }
    }
    assert_eq!(std::fs::read(bench.outside("victim")).unwrap(), b"1\n");
    assert!(!bench.outside("victim.new").exists());
    assert_eq!(bench.read("a"), b"1\n");
}

#[test]
fn two_names_of_one_file_are_refused() {
    let bench = Bench::with(&[("a", "1\n2\n")]);
    bench.link("a", "b");
    let patch = "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+one\n--- a/b\n+++ b/b\n@@ -2 +2 @@\n-2\n+two\n";
    assert_says(&bench.error("ApplyPatch", &json!({"patch": patch})), &["two names of one file, a and b"]);
    assert_eq!(bench.read("a"), b"1\n2\n");
}

#[test]
fn encodings_stay() {
    let wide = |text: &str| [b"\xff\xfe".to_vec(), text.encode_utf16().flat_map(u16::to_le_bytes).collect()].concat();
    for (before, after) in
        [(wide("a\r\nb\r\nc"), wide("a\r\nB é\r\nc")), ("\u{feff}a\nb\nc\n".into(), "\u{feff}a\nB é\nc\n".into())]
    {
        let bench = Bench::new();
        bench.write("t", before);
        bench.done("ApplyPatch", &json!({"patch": "--- a/t\n+++ b/t\n@@ -1,3 +1,3 @@\n a\n-b\n+B é\n c\n"}));
        assert_eq!(bench.read("t"), after);
    }
    let bench = Bench::new();
    bench.write("t", b"a\nb\nc\n\xe9\n");
    bench.done("ApplyPatch", &json!({"patch": "--- a/t\n+++ b/t\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"}));
    assert_eq!(bench.read("t"), b"a\nB\nc\n\xe9\n");
    let error = bench.error("ApplyPatch", &json!({"patch": "--- a/t\n+++ b/t\n@@ -1,3 +1,3 @@\n a\n-B\n+é\n c\n"}));
    assert_says(&error, &["not valid UTF-8 at byte 6", "`é`"]);
    bench.write("bin", b"a\0b\n");
    let error = bench.error("ApplyPatch", &json!({"patch": "--- a/bin\n+++ b/bin\n@@ -1 +1 @@\n-a\n+b\n"}));
    assert_says(&error, &["binary"]);
    // A rename needs no text.
    bench.done("ApplyPatch", &json!({"patch": "diff --git a/bin b/moved\nrename from bin\nrename to moved\n"}));
    assert_eq!(bench.read("moved"), b"a\0b\n");
}
