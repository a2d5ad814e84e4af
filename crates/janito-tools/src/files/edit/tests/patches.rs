//! Patches, applied to files in memory.

use super::super::patch::{self, Action, Files, Fuzz};
use janito_core::ToolError;
use proptest::prelude::*;
use std::collections::BTreeMap;

#[derive(Clone)]
struct Memory(BTreeMap<String, Vec<u8>>);

impl Files for Memory {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, ToolError> {
        self.0.get(path).cloned().ok_or_else(|| ToolError::new(format!("the file does not exist: ./{path}")))
    }

    fn exists(&mut self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    fn is_link(&mut self, _: &str) -> bool {
        false
    }
}

impl Memory {
    fn of(files: &[(&str, &str)]) -> Self {
        Self(files.iter().map(|(path, content)| ((*path).to_owned(), content.as_bytes().to_vec())).collect())
    }
}

/// The files after a patch, or what is wrong with it.
fn apply(files: &[(&str, &str)], text: &str) -> Result<Vec<(String, String)>, String> {
    let mut memory = Memory::of(files);
    let sections = patch::parse(text, None).map_err(|error| error.message().to_owned())?;
    let changes = patch::apply(sections, false, None, &mut memory.clone())
        .map_err(|faults| faults.iter().map(ToolError::message).collect::<Vec<_>>().join("\n"))?;
    for path in patch::gone(&changes) {
        memory.0.remove(path);
    }
    for change in changes.iter().filter(|change| change.action != Action::Deleted) {
        memory.0.insert(change.path.clone(), change.after.clone());
    }
    Ok(memory.0.into_iter().map(|(path, content)| (path, String::from_utf8(content).unwrap())).collect())
}

/// One file, called `f`.
#[track_caller]
fn gives(content: &str, hunks: &str, expected: &str) {
    let applied = apply(&[("f", content)], &format!("--- a/f\n+++ b/f\n{hunks}"));
    assert_eq!(applied, Ok(vec![("f".to_owned(), expected.to_owned())]), "{hunks}");
}

#[track_caller]
fn fails(content: &str, hunks: &str, parts: &[&str]) {
    let error = apply(&[("f", content)], &format!("--- a/f\n+++ b/f\n{hunks}")).unwrap_err();
    for part in parts {
        assert!(error.contains(part), "`{part}` is not in: {error}");
    }
}

#[test]
fn hunks_are_found_by_their_lines() {
    let text = "a\nb\nc\nd\ne\nf\n";
    for hunk in [
        "@@ -2,3 +2,3 @@\n b\n-c\n+X\n d\n",
        "@@ -2,3 +2,3 @@ fn main\n b\n-c\n+X\n d",
        "@@ -40,3 +41,3 @@\n b\n-c\n+X\n d\n",
        "@@ -1,30 +1,7 @@\n b\n-c\n+X\n d\n",
        "@@ -2 +2 @@\n b\n-c\n+X\n d\n",
        "@@ ... @@\n b\n-c\n+X\n d\n",
        "@@\n b\n-c\n+X\n d\n",
        "@@ @@\n-c\n+X\n",
        "@@ -2,3 +2,3 @@\n b\n-c\n+X\n d\n\n\n",
        "@@ -2,3 +2,3 @@\n b\n-c\n+X\n d\n-- \n2.47.3\n\n",
        "@@ -2,9 +2,9 @@\n b\n-c\n+X\n d\n```\nThis replaces c.\n",
        "@@ -2,3 +2,3 @@\n b\n-c\n+X\n d\n\nThis replaces c.\n",
        "@@ -1,5 +1,5 @@\n  a\n b\n-c\n+X\n d\n e\t\n",
        "@@ -1,5 +1,5 @@\n other\n b\n-c\n+X\n d\n e\n",
        "@@ -1,4 +1,4 @@\n a\n b\n-c\n+X\n other\n",
        "@@ -1,5 +1,5 @@\n other\n more\n b\n-c\n+X\n other\n",
        "@@ -1,7 +1,7 @@\n 1\n 2\n b\n-c\n+X\n d\n e\n 3\n",
    ] {
        gives(text, hunk, "a\nb\nX\nd\ne\nf\n");
    }
}

#[test]
fn lines_that_look_like_names() {
    gives("-- old\nx\n", "@@ -1,2 +1,2 @@\n--- old\n+++ new\n x\n", "++ new\nx\n");
    gives("\tif x {\n\t}\n", "@@ -1,2 +1,2 @@\n\tif x {\n-\t}\n+\t} // end\n", "\tif x {\n\t} // end\n");
    gives("a\n\nb\n", "@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n", "a\n\nc\n");
}

#[test]
fn a_place_is_never_guessed() {
    let text = "x\na\ny\nx\na\nz\nx\na\n";
    // The named line wins.
    gives(text, "@@ -4,2 +4,2 @@\n x\n-a\n+b\n", "x\na\ny\nx\nb\nz\nx\na\n");
    fails(
        text,
        "@@ -3,2 +3,2 @@\n x\n-a\n+b\n",
        &["hunk 1 (line 3 of the patch)", "lines 1, 4, 7", "not on line 3", "more lines of context"],
    );
    fails(text, "@@\n-a\n+b\n", &["lines 2, 5, 8"]);
    // How far the last hunk was off is where the next is looked for.
    let far = "new\nnew\np\nx\na\nq\nx\na\nr\n";
    gives(far, "@@ -1,2 +1,2 @@\n-p\n+P\n x\n@@ -5,2 +5,2 @@\n x\n-a\n+b\n", "new\nnew\nP\nx\na\nq\nx\nb\nr\n");
    // What goes must be there exactly.
    fails("  a\nb\n", "@@ -1,2 +1,1 @@\n-a\n b\n", &["differ only in white space"]);
    fails("a\nb\n", "@@ -1,2 +1,2 @@\n-A\n+x\n b\n", &["letter case"]);
    // Context that says nothing is not enough to go by.
    fails("fn a() {\n}\n", "@@ -1,3 +1,4 @@\n other\n }\n+new\n thing\n", &["not found"]);
    fails("a\n", "@@ -1,0 +2,1 @@\n+b\n", &["lines of context"]);
    fails(
        "a\nb\nc\n",
        "@@ -3,1 +3,1 @@\n-c\n+C\n@@ -1,1 +1,1 @@\n-a\n+A\n",
        &["hunk 2", "line 1, before the end of the last hunk"],
    );
    fails("a\nX\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+X\n c\n", &["seems to be applied already", "line 1"]);
    fails("a\nb\nc\n", "@@ -1 +1 @@\n-q\n+r\n@@ -2 +2 @@\n-s\n+t\n", &["hunk 1", "hunk 2"]);
}

#[test]
fn context_that_is_not_there() {
    let text = "a\nb\nc\nd\ne\nc\n";
    // None of it is there.
    for hunk in ["@@ -1,3 +1,3 @@\n x\n-d\n+X\n y\n", "@@ -1,5 +1,5 @@\n x\n y\n-d\n+X\n y\n z\n", "@@\n x\n-d\n+X\n"] {
        fails(text, hunk, &["not found"]);
    }
    // Some is, but little for lines that are new.
    fails(text, "@@\n x\n a\n b\n+X\n y\n", &["not found"]);
    gives(text, "@@\n x\n a\n b\n+X\n c\n y\n", "a\nb\nX\nc\nd\ne\nc\n");
    // A line that goes and is there once is enough with one of context, one that is there twice is not.
    gives(text, "@@\n x\n-d\n+X\n e\n", "a\nb\nc\nX\ne\nc\n");
    fails("a\nb\nc\nd\nc\ne\n", "@@\n x\n b\n-c\n+X\n y\n", &["not found"]);
    // All of it that is not there is counted, at both ends, and no more.
    for (hunk, missing) in [
        (" x\n b\n-c\n-d\n e\n y\n", 2),
        (" a\n b\n-c\n-d\n e\n y\n", 1),
        (" x\n a\n b\n-c\n-d\n y\n", 2),
        (" x\n y\n-c\n-d\n e\n z\n", 3),
        (" a\n y\n-c\n-d\n x\n z\n", 3),
    ] {
        let sections = patch::parse(&format!("--- a/f\n+++ b/f\n@@\n{hunk}"), None).unwrap();
        let changes = patch::apply(sections, false, None, &mut Memory::of(&[("f", text)]))
            .unwrap_or_else(|faults| panic!("{hunk}: {faults:?}"));
        assert_eq!(changes[0].placed[0].fuzz, Fuzz::Context(missing), "{hunk}");
        assert_eq!(changes[0].after, b"a\nb\ne\nc\n");
    }
}

#[test]
fn line_ends_stay() {
    gives("a\r\nb\r\nc\r\n", "@@ -1,3 +1,4 @@\n a\n-b\n+B\n+B2\n c\n", "a\r\nB\r\nB2\r\nc\r\n");
    gives("a\r\nb\nc\r\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", "a\r\nB\nc\r\n");
    gives("a\r\nb\nc\n", "@@ -1,3 +1,3 @@\n-a\n-b\n+A\n+B\n c\n", "A\r\nB\nc\n");
    // A patch whose lines all end with CR LF says nothing by it.
    let patch = "--- a/f\r\n+++ b/f\r\n@@ -1,2 +1,2 @@\r\n a\r\n-b\r\n+B\r\n";
    assert_eq!(apply(&[("f", "a\nb\n")], patch), Ok(vec![("f".into(), "a\nB\n".into())]));
    // One that changes them does.
    gives("a\r\nb\r\n", "@@ -1,2 +1,2 @@\n-a\r\n+a\n b\r\n", "a\nb\r\n");
    gives("a\nb\n", "@@ -1,2 +1,2 @@\n-a\n+a\r\n b\n", "a\r\nb\n");
    gives("a\r\r\nb\n", "@@ -1,2 +1,2 @@\n-a\r\r\n+c\r\n b\n", "c\r\nb\n");
    gives("\u{feff}a\nb\n", "@@ -1,2 +1,2 @@\n-a\n+c\n b\n", "\u{feff}c\nb\n");
}

#[test]
fn a_mark_before_the_first_line() {
    let marked = "\u{feff}one\ntwo\nthree\n";
    gives(marked, "@@ -1,2 +1,2 @@\n-\u{feff}one\n+\u{feff}one!\n two\n", "\u{feff}one!\ntwo\nthree\n");
    gives(marked, "@@ -1,2 +1,2 @@\n-\u{feff}one\n+one\n two\n", "one\ntwo\nthree\n");
    gives("one\ntwo\n", "@@ -1,2 +1,2 @@\n-one\n+\u{feff}one\n two\n", "\u{feff}one\ntwo\n");
    gives(marked, "@@ -1,2 +1,2 @@\n \u{feff}one\n-two\n+2\n three\n", "\u{feff}one\n2\nthree\n");
    gives(marked, "@@ -1,2 +1 @@\n-\u{feff}one\n two\n", "two\nthree\n");
    gives(marked, "@@ -1 +1,2 @@\n+zero\n \u{feff}one\n", "zero\n\u{feff}one\ntwo\nthree\n");
    gives(marked, "@@ -9,1 +9,1 @@\n-\u{feff}one\n+1\n@@ -3 +3 @@\n-three\n+3\n", "1\ntwo\n3\n");
    gives("\u{feff}a\r\nb\r\n", "@@ -1,2 +1,2 @@\n-\u{feff}a\r\n+\u{feff}c\r\n b\r\n", "\u{feff}c\r\nb\r\n");
    gives("\u{feff}", "@@ -1 +1 @@\n-\u{feff}\n\\ No newline at end of file\n+a\n", "a\n");
    // A patch that does not know of it, or only of it.
    gives(marked, "@@ -1,2 +1,2 @@\n-one\n+1\n two\n", "\u{feff}1\ntwo\nthree\n");
    gives(marked, "@@ -1,2 +1,2 @@\n-one\n+\u{feff}1\n two\n", "\u{feff}1\ntwo\nthree\n");
    let deleted = apply(&[("f", "\u{feff}a\n")], "--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-\u{feff}a\n");
    assert_eq!(deleted, Ok(Vec::new()));
    fails("one\n", "@@ -1 +1 @@\n-\u{feff}one\n+1\n", &["not found"]);
}

#[test]
fn the_last_line() {
    let without = "\\ No newline at end of file\n";
    gives("a\nb", &format!("@@ -1,2 +1,2 @@\n a\n-b\n{without}+c\n{without}"), "a\nc");
    gives("a\nb", &format!("@@ -1,2 +1,2 @@\n a\n-b\n{without}+c\n"), "a\nc\n");
    gives("a\nb\n", &format!("@@ -1,2 +1,2 @@\n a\n-b\n+c\n{without}"), "a\nc");
    gives("a\nb", &format!("@@ -1,2 +1,2 @@\n-a\n+c\n b\n{without}"), "c\nb");
    // A patch that does not know of it.
    gives("a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n", "a\nc");
    gives("a\nb", "@@ -1,2 +1,3 @@\n a\n b\n+c\n", "a\nb\nc");
    gives("a\nb", "@@ -1,2 +1,2 @@\n-a\n+c\n b\n", "c\nb");
    gives("a\r\nb", "@@ -1,2 +1,3 @@\n a\n b\n+c\n", "a\r\nb\r\nc");
    gives("a\nb\n", "@@ -1,2 +0,0 @@\n-a\n-b\n", "");
    // A last line without an end belongs nowhere else.
    fails("b\nb\nc\n", &format!("@@ -2 +2 @@\n-b\n{without}+d\n"), &["not found"]);
}

#[test]
fn files_come_and_go() {
    let files = [("a", "1\n"), ("sub/b", "2\n")];
    let all = |text: &str| apply(&files, text);
    let known = |files: &[(&str, &str)]| {
        Ok(files.iter().map(|(path, content)| ((*path).to_owned(), (*content).to_owned())).collect::<Vec<_>>())
    };
    for (text, expected) in [
        (
            "--- /dev/null\n+++ b/new\n@@ -0,0 +1,2 @@\n+x\n+y\n",
            &[("a", "1\n"), ("new", "x\ny\n"), ("sub/b", "2\n")][..],
        ),
        (
            "--- /dev/null\n+++ new\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n",
            &[("a", "1\n"), ("new", "x"), ("sub/b", "2\n")],
        ),
        ("--- a/new\n+++ b/new\n@@ -0,0 +1 @@\n+x\n", &[("a", "1\n"), ("new", "x\n"), ("sub/b", "2\n")]),
        (
            "diff --git a/e b/e\nnew file mode 100644\nindex 0000000..e69de29\n",
            &[("a", "1\n"), ("e", ""), ("sub/b", "2\n")],
        ),
        ("--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n", &[("sub/b", "2\n")]),
        (
            "--- old/a\t2024-01-01 00:00:00 +0000\n+++ a\t2024-01-01 00:00:00 +0000\n@@ -1 +1 @@\n-1\n+3\n",
            &[("a", "3\n"), ("sub/b", "2\n")],
        ),
        (
            "--- a.orig 2024-01-01 10:00:00\n+++ a 2024-01-01 10:00:01\n@@ -1 +1 @@\n-1\n+3\n",
            &[("a", "3\n"), ("sub/b", "2\n")],
        ),
        ("diff --git a/a b/c\nsimilarity index 100%\nrename from a\nrename to c\n", &[("c", "1\n"), ("sub/b", "2\n")]),
        (
            "diff --git a/a b/c\nsimilarity index 50%\nrename from a\nrename to c\n--- a/a\n+++ b/c\n@@ -1 +1 @@\n-1\n+3\n",
            &[("c", "3\n"), ("sub/b", "2\n")],
        ),
        ("diff --git a/a b/c\ncopy from a\ncopy to c\n", &[("a", "1\n"), ("c", "1\n"), ("sub/b", "2\n")]),
        (
            "Some words.\n\n```diff\ndiff --git a/a b/a\nindex 1..2 100644\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+3\n```\nMore.\n",
            &[("a", "3\n"), ("sub/b", "2\n")],
        ),
        (
            "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+3\n--- a/sub/b\n+++ b/sub/b\n@@ -1 +1 @@\n-2\n+4\n",
            &[("a", "3\n"), ("sub/b", "4\n")],
        ),
        // A header that counts the names of the next file.
        (
            "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n-1\n+3\n--- a/sub/b\n+++ b/sub/b\n@@ -1 +1 @@\n-2\n+4\n",
            &[("a", "3\n"), ("sub/b", "4\n")],
        ),
        // Words between two files, and fences around each.
        (
            "```\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+3\n```\nAnd:\n```\n--- a/sub/b\n+++ b/sub/b\n@@ -1 +1 @@\n-2\n+4\n```\n- done\n",
            &[("a", "3\n"), ("sub/b", "4\n")],
        ),
        (
            "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+3\nOnly in b: x\n--- a/sub/b\n+++ b/sub/b\n@@ -1 +1 @@\n-2\n+4\n\nAll done.\n",
            &[("a", "3\n"), ("sub/b", "4\n")],
        ),
        // Two sections on one file.
        (
            "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+3\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-3\n+4\n",
            &[("a", "4\n"), ("sub/b", "2\n")],
        ),
        (
            "--- \"a/\\303\\251 \\\"\"\n+++ \"b/\\303\\251 \\\"\"\n@@ -0,0 +1 @@\n+x\n",
            &[("a", "1\n"), ("sub/b", "2\n"), ("é \"", "x\n")],
        ),
    ] {
        assert_eq!(all(text), known(expected), "{text}");
    }
    for (text, parts) in [
        ("--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+x\n", &["a (line 1 of the patch): a exists already"][..]),
        ("--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-2\n", &["not found"]),
        (
            "--- a/sub/b\n+++ b/sub/b\n@@ -1 +1 @@\n-1\n+2\n--- a/none\n+++ b/none\n@@ -1 +1 @@\n-1\n+3\n",
            &["sub/b", "none (line 6 of the patch): the file does not exist"],
        ),
        ("diff --git a/a b/sub/b\nrename from a\nrename to sub/b\n", &["sub/b exists already"]),
    ] {
        let error = all(text).unwrap_err();
        for part in parts {
            assert!(error.contains(part), "`{part}` is not in: {error}");
        }
    }
    let error = apply(&[("a", "1\n2\n")], "--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n").unwrap_err();
    assert!(error.contains("lines that the patch does not remove"), "{error}");
}

#[test]
fn what_is_no_patch_is_named_with_its_line() {
    let names = "--- a/f\n+++ b/f\n";
    for (text, says) in [
        ("words\n".to_owned(), "there is no unified diff"),
        (String::new(), "there is no unified diff"),
        ("@@ -1 +1 @@\n-a\n+b\n".to_owned(), "line 1: the hunk belongs to no file"),
        (names.to_owned(), "line 1: the file has no hunks"),
        (format!("{names}@@ -1 +1 @@\n"), "line 3: the hunk has no lines"),
        (format!("{names}@@ -1,2 +1,2 @@\n a\nb\n-c\n+d\n"), "line 5: a line of a hunk begins with a space"),
        (
            format!("{names}@@ -1 +1 @@\n-a\n+b\nc\n@@ -4 +4 @@\n-d\n+e\n"),
            "line 6: a line of a hunk begins with a space",
        ),
        (format!("{names}@@ -1 +1 @@\n-a\n+b\n\nc\n@@ -4 +4 @@\n-d\n+e\n"), "but this is `c`; put a space"),
        (format!("{names}@@ -1 +1 @@\n-a\n+b\nc\n+d\n"), "line 6: a line of a hunk begins with a space"),
        (format!("{names}@@ -1 +1,3 @@\n-a\n+b\n\nc\n"), "line 7: a line of a hunk begins with a space"),
        (
            format!("{names}@@ -1 +1,3 @@\n-a\n+b\nc\n--- a/g\n+++ b/g\n@@ -1 +1 @@\n-a\n+b\n"),
            "line 6: a line of a hunk begins with a space",
        ),
        ("--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+b\n".to_owned(), "before nor after; write its name"),
        ("+++ b/f\n@@ -1 +1 @@\n-a\n+b\n".to_owned(), "line 1: `+++` follows no `---` line"),
        (
            "diff --git a/f b/f\nnew file mode 120000\n--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+x\n".to_owned(),
            "line 2: a symbolic link",
        ),
        (
            "diff --git a/f b/f\nindex 1..2 100644\nGIT binary patch\nliteral 3\nabc\n".to_owned(),
            "line 3: a binary file",
        ),
        ("Binary files a/f and b/f differ\n".to_owned(), "line 1: a binary file"),
        ("*** a/f\n--- b/f\n***************\n*** 1 ****\n".to_owned(), "line 3: this is a context diff"),
        (
            "*** Begin Patch\n*** Update File: f\n@@\n-a\n+b\n*** End Patch\n".to_owned(),
            "line 1: this is another form of patch",
        ),
        ("diff --cc f\nindex 1,2..3\n--- a/f\n+++ b/f\n@@@ -1,1 -1,1 +1,1 @@@\n".to_owned(), "line 1: a combined diff"),
        ("--- \"a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n".to_owned(), "line 1: the quotes or escapes"),
        (format!("{names}@@ -1 +1 @@\n\\ No newline at end of file\n"), "`\\` follows no line"),
    ] {
        let error = patch::parse(&text, None).unwrap_err();
        assert!(error.message().contains(says), "`{says}` is not in: {error}\n{text}");
    }
    // All of them at once.
    let error = patch::parse(&format!("@@\n-a\n{names}\n{names}@@\nx\n"), None).unwrap_err();
    assert!(["line 1:", "line 3:", "line 9:"].iter().all(|line| error.message().contains(line)), "{error}");
}

#[test]
fn names_are_stripped() {
    for (old, new, strip, expected) in [
        ("a/x", "b/x", None, "x"),
        ("a/x", "a/x", None, "a/x"),
        ("x", "x", None, "x"),
        ("./x", ".//x", None, "x"),
        ("a/x", "x", None, "x"),
        ("x", "b/x", None, "x"),
        ("p/q/x", "p/q/x", Some(2), "x"),
        ("a/x", "b/x", Some(0), "b/x"),
    ] {
        let text = format!("--- {old}\n+++ {new}\n@@ -1 +1 @@\n-1\n+2\n");
        let sections = patch::parse(&text, strip).unwrap();
        let mut memory = Memory::of(&[(expected, "1\n")]);
        let changes = patch::apply(sections, false, None, &mut memory).unwrap_or_else(|faults| panic!("{faults:?}"));
        assert_eq!(changes[0].path, expected, "{old} {new}");
    }
    assert!(
        patch::parse("--- x\n+++ x\n@@ -1 +1 @@\n-1\n+2\n", Some(1))
            .unwrap_err()
            .message()
            .contains("`strip` too large")
    );
}

#[test]
fn where_hunks_went_is_told() {
    let mut memory = Memory::of(&[("f", "0\n0\na\nb\nc\nd \ne\nf\ng\nh\ni\n")]);
    let text =
        "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -4,2 +4,2 @@\n d\n-e\n+E\n@@ -7,3 +7,3 @@\n G\n-h\n+H\n i\n";
    let changes = patch::apply(patch::parse(text, None).unwrap(), false, None, &mut memory).unwrap();
    let placed: Vec<_> = changes[0].placed.iter().map(|placed| (placed.line, placed.offset, placed.fuzz)).collect();
    assert_eq!(placed, [(3, Some(2), Fuzz::None), (6, Some(2), Fuzz::Space), (10, Some(2), Fuzz::Context(1))]);
    assert_eq!(changes[0].after, b"0\n0\nA\nb\nc\nd \nE\nf\ng\nH\ni\n");
}

#[test]
fn a_patch_is_taken_back() {
    let text = "--- a/f\n+++ b/f\n@@ -1,2 +1,3 @@\n a\n-b\n+B\n+C\ndiff --git a/n b/n\nnew file mode 100644\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n";
    let mut memory = Memory::of(&[("f", "a\nB\nC\n"), ("n", "x\n")]);
    let changes = patch::apply(patch::parse(text, None).unwrap(), true, None, &mut memory).unwrap();
    assert_eq!((changes[0].after.as_slice(), changes[1].action), (&b"a\nb\n"[..], Action::Deleted));
}

/// Lines of which patches are made, and what spoils them.
const LINES: &[&str] = &[
    "--- a/f",
    "+++ b/f",
    "--- a/g",
    "+++ /dev/null",
    "--- /dev/null",
    "diff --git a/f b/f",
    "diff --git a/f b/h",
    "rename from f",
    "rename to h",
    "new file mode 100644",
    "deleted file mode 100644",
    "@@ -1,2 +1,2 @@",
    "@@ -1 +1 @@",
    "@@ -2,3 +2,4 @@",
    "@@",
    "@@ -0,0 +1 @@",
    "@@ -4294967295,4294967295 +4294967295 @@",
    "@@ -99999999999999999999 +1 @@",
    " a",
    " b",
    "-a",
    "-b",
    "+a",
    "+x é",
    "\\ No newline at end of file",
    "",
    "-",
    "+",
    " ",
    "```",
    "-- ",
    "words",
    " a\r",
    "+x\r",
    "\tb",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_makes_it_panic(lines in prop::collection::vec(prop::sample::select(LINES), 0..24), reverse in any::<bool>()) {
        let text = lines.join("\n");
        let mut memory = Memory::of(&[("f", "a\nb\na\nb"), ("g", "a\r\nb\r\n"), ("e", "")]);
        if let Ok(sections) = patch::parse(&text, None) {
            let _ = patch::apply(sections, reverse, None, &mut memory);
        }
    }
}
