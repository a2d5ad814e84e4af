//! Editing: one change was asked for; every other byte, and the file's mode, belong to the user.

use crate::case::Case;
use serde_json::json;

fn replace(old: &str, new: &str) -> serde_json::Value {
    json!({"filepath": "f", "old_str": old, "new_str": new})
}

fn utf16(text: &str) -> Vec<u8> {
    "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

#[test]
fn bytes() {
    let crlf = (1..=100).map(|number| format!("line {number}\r\n")).collect::<Vec<_>>().concat();
    let mut cases: Vec<Case> = [
        ("ED01", "LF in the text, CR LF in the file", "a\r\n\tb\r\nc\r\n", "a\n\tb", "a\n\tX", "a\r\n\tX\r\nc\r\n"),
        ("ED01", "CR LF in both", "a\r\nb\r\nc\r\n", "a\r\nb", "a\r\nX", "a\r\nX\r\nc\r\n"),
        ("ED01", "new lines get the file's ending", "a\r\nb\r\n", "b", "b\nc", "a\r\nb\r\nc\r\n"),
        ("W3", "only the match changes", "a=1\r\nb=2\r\nc=3\r\n", "b=2", "b=9", "a=1\r\nb=9\r\nc=3\r\n"),
        ("W4", "CR LF is found", "a\r\nb\r\n", "a\r\nb\r\n", "x\r\n", "x\r\n"),
        (
            "ED02",
            "each line that stays keeps its ending",
            "a\r\nb\nc\r\nd\n",
            "a\nb\nc\nd",
            "A\nb\nc\nD",
            "A\r\nb\nc\r\nD\n",
        ),
        (
            "ED02",
            "a line that comes has that of the one before",
            "a\nb\r\nc\nd\n",
            "a\nb\nc\nd",
            "A\nb\nx\nc\nD",
            "A\nb\r\nx\r\nc\nD\n",
        ),
        ("ED02", "mixed endings stay", "a\r\nb\nc\r\nd\n", "c", "X", "a\r\nb\nX\r\nd\n"),
        (
            "ED03",
            "dollars are dollars",
            "price: TOKEN\n",
            "TOKEN",
            "$$100 $& $1 ${name} \\1 $` $'",
            "price: $$100 $& $1 ${name} \\1 $` $'\n",
        ),
        ("ED03", "the old text is no pattern", "a.c abc\n", "a.c", "x", "x abc\n"),
        ("ED10", "tabs", "\tif x {\n\t\ty\n\t}\n", "\tif x {\n\t\ty", "\tif x {\n\t\tz", "\tif x {\n\t\tz\n\t}\n"),
        ("ED11", "the mark stays", "\u{feff}hi\n", "hi", "ho", "\u{feff}ho\n"),
        ("ED11", "the first line is found", "\u{feff}hi\nx\n", "hi\nx", "ho\nx", "\u{feff}ho\nx\n"),
        ("ED04", "a lone CR is text", "a\rb\n", "a\rb", "x", "x\n"),
        ("ED02", "no line end at the end", "a\nb", "b", "c", "a\nc"),
        ("CR01", "escapes are written as they are", "x\n", "x", "\\n &lt; \\u0041", "\\n &lt; \\u0041\n"),
        ("W6", "a text may be deleted", "abc\n", "b", "", "ac\n"),
    ]
    .into_iter()
    .map(|(id, what, before, old, new, after)| {
        Case::new(id, what).file("f", before).call("ReplaceTextInFile", replace(old, new)).done().content("f", after)
    })
    .collect();
    cases.extend([
        Case::new("ED02", "a hundred endings")
            .file("f", &crlf)
            .call("ReplaceTextInFile", replace("line 50\n", "line fifty\n"))
            .done()
            .is("/occurrences", 1)
            .content("f", crlf.replace("line 50\r", "line fifty\r")),
        Case::new("ED04", "bytes that are no UTF-8 stay")
            .file("f", b"caf\xe9\nx\n")
            .call("ReplaceTextInFile", replace("x", "y"))
            .done()
            .content("f", b"caf\xe9\ny\n"),
        Case::new("ED04", "an encoding that is declared")
            .file("f", b"caf\xe9\n")
            .call(
                "ReplaceTextInFile",
                json!({"filepath": "f", "old_str": "é", "new_str": "ü", "encoding": "windows-1252"}),
            )
            .done()
            .content("f", b"caf\xfc\n")
            .call(
                "ReplaceTextInFile",
                json!({"filepath": "f", "old_str": "ü", "new_str": "日", "encoding": "windows-1252"}),
            )
            .fails(&["windows-1252"])
            .content("f", b"caf\xfc\n"),
        Case::new("ED04", "UTF-16 stays UTF-16")
            .file("f", utf16("a\r\nb日\r\n"))
            .call("ReplaceTextInFile", replace("a\nb日", "é\n💥"))
            .done()
            .content("f", utf16("é\r\n💥\r\n")),
        Case::new("ED05", "a program stays one")
            .file("f", "#!/bin/sh\necho a\n")
            .mode("f", 0o755)
            .call("ReplaceTextInFile", replace("echo a", "echo b"))
            .done()
            .has_mode("f", 0o755)
            .mode("f", 0o600)
            .call("EditFile", json!({"filepath": "f", "edits": [{"old_str": "echo b", "new_str": "echo c"}]}))
            .done()
            .has_mode("f", 0o600)
            .mode("f", 0o444)
            .call("ReplaceTextInFile", replace("echo c", "echo d"))
            .done()
            .has_mode("f", 0o444)
            .count(".", 1),
        Case::new("ED05", "a link stays one")
            .file("sub/f", "a\n")
            .link("sub/f", "f")
            .call("ReplaceTextInFile", replace("a", "b"))
            .done()
            .leads_to("f", "sub/f")
            .content("sub/f", "b\n"),
    ]);
    crate::run(cases);
}

#[test]
fn refusals() {
    let edits = |edits: serde_json::Value| json!({"filepath": "f", "edits": edits});
    let mut cases: Vec<Case> = [
        (
            "ED06",
            "nothing to look for",
            "abc",
            json!({"filepath": "f", "old_str": "", "new_str": "X"}),
            vec!["old_str"],
        ),
        (
            "W6",
            "nothing to look for, everywhere",
            "abc",
            json!({"filepath": "f", "old_str": "", "new_str": "-", "replace_all": true}),
            vec!["old_str"],
        ),
        ("ED07", "several", "x=1\ny=2\nx=1\n", replace("x=1", "x=2"), vec!["2", "1", "3", "replace_all"]),
        (
            "ED10",
            "the miss is only white space",
            "\tif x:\n\t\ty\n",
            replace("    if x:", "    if z:"),
            vec!["white space"],
        ),
        (
            "ED16",
            "nothing is taken for another indentation",
            "  if x:\n\tif x:\n",
            replace("    if x:\n      a", "b"),
            vec!["not found"],
        ),
        ("CR01", "an escape may have been meant", "a\nb\n", replace("a\\nb", "c"), vec!["\\n"]),
        ("W6", "nothing would change", "abc", replace("b", "b"), vec!["nothing would change"]),
        ("ED04", "a binary file", "a\u{0}b", replace("a", "b"), vec!["binary"]),
    ]
    .into_iter()
    .map(|(id, what, before, arguments, says)| {
        let says: Vec<&'static str> = says;
        Case::new(id, what).file("f", before).call("ReplaceTextInFile", arguments).fails(&says).content("f", before)
    })
    .collect();
    cases.extend([
        Case::new("ED07", "all of them")
            .file("f", "x=1\ny=2\nx=1\n")
            .call("ReplaceTextInFile", json!({"filepath": "f", "old_str": "x=1", "new_str": "x=2", "replace_all": true}))
            .done()
            .is("/replacements", 2)
            .content("f", "x=2\ny=2\nx=2\n"),
        Case::new("ED06", "in a list of edits")
            .file("f", "abc")
            .call("EditFile", edits(json!([{"old_str": "a", "new_str": "b"}, {"old_str": "", "new_str": "X"}])))
            .fails(&["edits[1]"])
            .content("f", "abc")
            .call("EditFile", edits(json!([])))
            .fails(&["edits"]),
        Case::new("ED07", "all or nothing, and every fault is told")
            .file("f", "a\nb\nb\n")
            .call(
                "EditFile",
                edits(json!([{"old_str": "a", "new_str": "x"}, {"old_str": "b", "new_str": "y"}, {"old_str": "c", "new_str": "z"}])),
            )
            .fails(&["edits[1]", "edits[2]"])
            .content("f", "a\nb\nb\n"),
        Case::new("ED07", "each edit sees those before it")
            .file("f", "a\n")
            .call("EditFile", edits(json!([{"old_str": "a", "new_str": "b"}, {"old_str": "b", "new_str": "c"}])))
            .done()
            .content("f", "c\n"),
        Case::new("ED07", "a dry run writes nothing")
            .file("f", "a\nb\n")
            .call("EditFile", json!({"filepath": "f", "edits": [{"old_str": "a", "new_str": "x"}], "dry_run": true}))
            .done()
            .says("/diff", &["-a\n", "+x\n", "@@"])
            .content("f", "a\nb\n"),
        Case::new("RD03", "a pipe and a folder are not edited")
            .pipe("f")
            .folder("d")
            .call("ReplaceTextInFile", replace("a", "b"))
            .fails(&["is a named pipe"])
            .call("ReplaceTextInFile", json!({"filepath": "d", "old_str": "a", "new_str": "b"}))
            .fails(&["directory"])
            .call("ReplaceTextInFile", json!({"filepath": "missing", "old_str": "a", "new_str": "b"}))
            .fails(&["does not exist"]),
    ]);
    crate::run(cases);
}

#[test]
fn patches() {
    let patch = |text: &str| json!({"patch": text});
    crate::run(vec![
        Case::new("ED01", "a patch of a file with CR LF")
            .file("f", "a\r\nb\r\nc\r\n")
            .call("ApplyPatch", patch("--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"))
            .done()
            .content("f", "a\r\nx\r\nc\r\n"),
        Case::new("ED07", "a patch that would fit in two places")
            .file("f", "x\na\nx\na\n")
            .call("ApplyPatch", patch("--- a/f\n+++ b/f\n@@ -9,2 +9,2 @@\n x\n-a\n+b\n"))
            .fails(&["1", "3"])
            .content("f", "x\na\nx\na\n"),
        Case::new("ED07", "all files or none")
            .file("f", "a\n")
            .file("g", "b\n")
            .call("ApplyPatch", patch("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+x\n--- a/g\n+++ b/g\n@@ -1 +1 @@\n-c\n+y\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+n\n"))
            .fails(&["g"])
            .content("f", "a\n")
            .content("g", "b\n")
            .gone("new"),
        Case::new("ED07", "several files, one new, one gone, one elsewhere")
            .file("f", "a\n")
            .file("old", "b\n")
            .file("from", "1\n2\n3\n")
            .mode("from", 0o755)
            .call(
                "ApplyPatch",
                patch(
                    "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1,2 @@\n a\n+b\n--- /dev/null\n+++ b/sub/new\n@@ -0,0 +1 @@\n+n\n\
                     diff --git a/old b/old\ndeleted file mode 100644\n--- a/old\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n\
                     diff --git a/from b/to\nrename from from\nrename to to\n--- a/from\n+++ b/to\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n",
                ),
            )
            .done()
            .content("f", "a\nb\n")
            .content("sub/new", "n\n")
            .gone("old")
            .gone("from")
            .content("to", "1\ntwo\n3\n")
            .has_mode("to", 0o755),
        Case::new("SB01", "a patch leads outside")
            .file("OUTSIDE/f", "a\n")
            .call("ApplyPatch", patch("--- ../outside/f\n+++ ../outside/f\n@@ -1 +1 @@\n-a\n+b\n"))
            .fails(&["lies outside"])
            .content("OUTSIDE/f", "a\n")
            .call("ApplyPatch", json!({"patch": "--- /dev/null\n+++ ../outside/new\n@@ -0,0 +1 @@\n+n\n", "dry_run": true}))
            .fails(&["lies outside"]),
    ]);
}
