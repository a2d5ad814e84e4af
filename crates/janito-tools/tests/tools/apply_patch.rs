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

/// What a patch gives in a folder of some files: all that is there afterwards.
fn after(files: &[(&str, &str)], patch: &str, reverse: bool) -> Vec<(String, String)> {
    let bench = Bench::with(files);
    bench.done("ApplyPatch", &json!({"patch": patch, "reverse": reverse}));
    let listed = bench.done("ListFiles", &json!({"recursive": true}));
    let names = listed["files"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().trim_start_matches("./"));
    let names = names.filter(|name| !name.ends_with('/'));
    names.map(|name| (name.to_owned(), String::from_utf8(bench.read(name)).unwrap())).collect()
}

#[track_caller]
fn gives(files: &[(&str, &str)], patch: &str, expected: &[(&str, &str)]) {
    let owned: Vec<_> = expected.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    assert_eq!(after(files, patch, false), owned, "{patch}");
}

#[test]
fn a_copied_file_stays_what_it_was() {
    let copy = |to: &str| format!("diff --git a/a b/{to}\nsimilarity index 100%\ncopy from a\ncopy to {to}\n");
    let (c, d) = (copy("c"), copy("d"));
    let a = "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n 1\n-2\n+two\n";
    let files = &[("a", "1\n2\n")];
    gives(files, &format!("{c}{a}"), &[("a", "1\ntwo\n"), ("c", "1\n2\n")]);
    gives(files, &format!("{a}{c}"), &[("a", "1\ntwo\n"), ("c", "1\n2\n")]);
    gives(files, &format!("{c}{d}"), &[("a", "1\n2\n"), ("c", "1\n2\n"), ("d", "1\n2\n")]);
    let rename = "diff --git a/a b/e\nrename from a\nrename to e\n";
    gives(files, &format!("{c}{rename}"), &[("c", "1\n2\n"), ("e", "1\n2\n")]);
    gives(files, &format!("{rename}{c}"), &[("c", "1\n2\n"), ("e", "1\n2\n")]);
    let delete = "--- a/a\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-1\n-2\n";
    gives(files, &format!("{c}{delete}"), &[("c", "1\n2\n")]);
    // One without context finds no empty file.
    let bench = Bench::with(files);
    for hunk in ["@@ -0,0 +1 @@\n+x\n", "@@ -5,0 +6 @@\n+x\n"] {
        let error = bench.error("ApplyPatch", &json!({"patch": format!("{c}--- a/a\n+++ b/a\n{hunk}")}));
        assert_says(&error, &["give it some lines of context"]);
    }
    assert_eq!(bench.read("a"), b"1\n2\n");
    // A file that is renamed and edited is no more at its old name.
    let error = bench.error("ApplyPatch", &json!({"patch": format!("{rename}{a}")}));
    assert_says(&error, &["the patch renames a to e before"]);
    let error = bench.error("ApplyPatch", &json!({"patch": format!("{a}{rename}")}));
    assert_says(&error, &["the patch has changed a before"]);
}

#[test]
fn a_copy_is_taken_back() {
    let patch = "diff --git a/a b/c\nsimilarity index 50%\ncopy from a\ncopy to c\n--- a/a\n+++ b/c\n@@ -1,2 +1,2 @@\n 1\n-2\n+two\n";
    let whole = "diff --git a/a b/c\nsimilarity index 100%\ncopy from a\ncopy to c\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n 1\n-2\n+two\n";
    let back = [("a".to_owned(), "1\n2\n".to_owned())];
    assert_eq!(after(&[("a", "1\n2\n"), ("c", "1\ntwo\n")], patch, true), back);
    assert_eq!(after(&[("a", "1\ntwo\n"), ("c", "1\n2\n")], whole, true), back);
    let bench = Bench::with(&[("a", "1\n2\n"), ("c", "1\ntwo\nmine\n")]);
    let error = bench.error("ApplyPatch", &json!({"patch": patch, "reverse": true}));
    assert_says(&error, &["c (line 1 of the patch): the file is not, or not only with these hunks, what a is"]);
    assert_eq!(bench.read("c"), b"1\ntwo\nmine\n");
}

#[test]
fn files_take_the_names_of_others() {
    let rename = |from: &str, to: &str| format!("diff --git a/{from} b/{to}\nrename from {from}\nrename to {to}\n");
    let swap = rename("a", "b") + &rename("b", "a");
    gives(&[("a", "1\n"), ("b", "2\n")], &swap, &[("a", "2\n"), ("b", "1\n")]);
    let create = "diff --git a/a b/a\nnew file mode 100644\n--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+new\n";
    let renamed = rename("a", "b");
    for patch in [format!("{renamed}{create}"), format!("{create}{renamed}")] {
        gives(&[("a", "1\n")], &patch, &[("a", "new\n"), ("b", "1\n")]);
    }
    assert_eq!(
        after(&[("a", "new\n"), ("b", "1\n")], &format!("{renamed}{create}"), true),
        [("a".to_owned(), "1\n".to_owned())]
    );
    // The mode goes with the file, not with the name.
    let bench = Bench::with(&[("a", "1\n"), ("b", "2\n")]);
    set_mode(&bench, "a", 0o750);
    bench.done("ApplyPatch", &json!({"patch": swap}));
    assert_eq!((mode(&bench, "a") & 0o111, mode(&bench, "b") & 0o777), (0, 0o750));
    for (patch, says) in [
        (format!("{}{}", create.replace("b/a", "b/n"), create.replace("b/a", "b/n/m")), "n is a file of the patch, so"),
        (rename("a", "a/m"), "a is still a file when files are made in it"),
    ] {
        assert_says(&bench.error("ApplyPatch", &json!({"patch": patch})), &[says]);
    }
}

fn set_mode(bench: &Bench, path: &str, mode: u32) {
    std::fs::set_permissions(bench.path(path), std::fs::Permissions::from_mode(mode)).unwrap();
}

fn mode(bench: &Bench, path: &str) -> u32 {
    bench.path(path).metadata().unwrap().permissions().mode()
}

#[test]
fn modes_are_set() {
    let bench = Bench::with(&[("run", "x\n"), ("bin", "\0\n"), ("gone", "x\n")]);
    let patch = "diff --git a/run b/run\nold mode 100644\nnew mode 100755\n--- a/run\n+++ b/run\n@@ -1 +1 @@\n-x\n+y\n\
                 diff --git a/bin b/bin\nold mode 100644\nnew mode 100755\n\
                 diff --git a/gone b/gone\ndeleted file mode 100755\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n";
    set_mode(&bench, "run", 0o640);
    bench.done("ApplyPatch", &json!({"patch": patch}));
    assert_eq!((mode(&bench, "run") & 0o777, bench.read("run")), (0o750, b"y\n".to_vec()));
    assert_eq!((mode(&bench, "bin") & 0o111, bench.read("bin")), (0o111, b"\0\n".to_vec()));
    bench.done("ApplyPatch", &json!({"patch": patch, "reverse": true}));
    assert_eq!((mode(&bench, "run") & 0o777, bench.read("run")), (0o640, b"x\n".to_vec()));
    assert_eq!((mode(&bench, "bin") & 0o111, mode(&bench, "gone") & 0o100), (0, 0o100));
    let renamed = "diff --git a/run b/ran\nold mode 100644\nnew mode 100755\nrename from run\nrename to ran\n";
    bench.done("ApplyPatch", &json!({"patch": renamed}));
    assert_eq!(mode(&bench, "ran") & 0o777, 0o750);
}

#[test]
fn a_link_is_neither_renamed_nor_deleted() {
    let bench = Bench::with(&[("a", "1\n")]);
    bench.link("a", "l");
    for patch in [
        "diff --git a/l b/m\nrename from l\nrename to m\n",
        "diff --git a/l b/m\ncopy from l\ncopy to m\n",
        "--- a/l\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n",
    ] {
        assert_says(&bench.error("ApplyPatch", &json!({"patch": patch})), &["l is a link, and a patch changes files"]);
    }
    assert!(bench.path("l").is_symlink() && !bench.path("m").exists());
    bench.done("ApplyPatch", &json!({"patch": "--- a/l\n+++ b/l\n@@ -1 +1 @@\n-1\n+2\n"}));
    assert!(bench.path("l").is_symlink());
    assert_eq!(bench.read("a"), b"2\n");
}

#[test]
fn an_encoding_can_be_given() {
    let bench = Bench::new();
    bench.write("t", b"a\n\xe9\n");
    bench.write("u", "é\n");
    let patch = "--- a/t\n+++ b/t\n@@ -1,2 +1,2 @@\n-a\n+ü\n é\n--- a/u\n+++ b/u\n@@ -1 +1,2 @@\n é\n+ü\n";
    let blind = "--- a/t\n+++ b/t\n@@ -1 +1 @@\n-a\n+ü\n";
    assert_says(&bench.error("ApplyPatch", &json!({"patch": blind})), &["pass its `encoding`"]);
    let done = bench.done("ApplyPatch", &json!({"patch": patch, "encoding": "windows-1252"}));
    assert_eq!((bench.read("t"), bench.read("u")), (b"\xfc\n\xe9\n".to_vec(), "é\nü\n".into()));
    assert_eq!((&done["added"], &done["removed"]), (&json!(2), &json!(1)));
}

#[test]
fn line_ends_that_change_are_counted() {
    let bench = Bench::with(&[("f", "a\r\nb\r\n")]);
    let patch = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\r\n+a\n b\r\n";
    let done = bench.done("ApplyPatch", &json!({"patch": patch}));
    assert_eq!((&done["added"], &done["removed"]), (&json!(1), &json!(1)));
}
