//! `ReplaceTextInFile`.

use crate::bench::{Bench, assert_says, error_of, without_ids};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;

/// Replaces in a file of these bytes; returns the envelope and the bytes after it.
fn replace(bytes: impl AsRef<[u8]>, old: &str, new: &str, mut more: Value) -> (Value, Vec<u8>) {
    let bench = Bench::new();
    bench.write("t", bytes);
    more["filepath"] = json!("t");
    more["old_str"] = json!(old);
    more["new_str"] = json!(new);
    let outcome = bench.call_at_once("ReplaceTextInFile", &more);
    (outcome, bench.read("t"))
}

#[track_caller]
fn gives(bytes: impl AsRef<[u8]>, old: &str, new: &str, expected: impl AsRef<[u8]>) {
    let (outcome, after) = replace(bytes, old, new, json!({}));
    assert_eq!(outcome["success"], true, "{old:?}: {outcome}");
    assert_eq!(String::from_utf8_lossy(&after), String::from_utf8_lossy(expected.as_ref()), "{old:?}");
    assert_eq!(after, expected.as_ref());
}

/// Nothing is changed, and the error says this.
#[track_caller]
fn fails(bytes: impl AsRef<[u8]>, old: &str, new: &str, more: Value, parts: &[&str]) -> Value {
    let (outcome, after) = replace(&bytes, old, new, more);
    assert_says(&error_of(&outcome), parts);
    assert_eq!(after, bytes.as_ref());
    outcome
}

fn wide(text: &str, mark: &[u8], big: bool) -> Vec<u8> {
    let units = text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() });
    mark.iter().copied().chain(units).collect()
}

#[test]
fn what_it_returns() {
    let bench = Bench::with(&[("t", "x = 1\ny = 2\n")]);
    let arguments = json!({"filepath": "t", "old_str": "y = 2", "new_str": "y = 3"});
    let expected = json!({
        "success": true, "filepath": "t", "old_str": "y = 2", "new_str": "y = 3", "occurrences": 1, "replacements": 1, "lines": [2],
    });
    assert_eq!(without_ids(bench.done("ReplaceTextInFile", &arguments)), expected);
    assert_eq!(bench.read("t"), b"x = 1\ny = 3\n");
    let reports = bench.reports.lock().unwrap().clone();
    let expected = [
        r#"ReplaceTextInFile Start("Replacing text in ./t")"#,
        r#"ReplaceTextInFile Diff { old: "x = 1\ny = 2\n", new: "x = 1\ny = 3\n" }"#,
        r#"ReplaceTextInFile Done("1 replaced")"#,
    ];
    assert_eq!(reports, expected);
}

#[test]
fn line_ends_of_the_file_stay() {
    for (before, old, new, after) in [
        ("a\r\n\tb\r\nc\r\n", "a\n\tb", "a\n\tX", "a\r\n\tX\r\nc\r\n"),
        ("a=1\r\nb=2\r\nc=3\r\n", "b=2", "b=9", "a=1\r\nb=9\r\nc=3\r\n"),
        ("a=1\r\nb=2\r\n", "a=1\r\nb=2", "a=3\r\nb=4", "a=3\r\nb=4\r\n"),
        ("a=1\nb=2\n", "a=1\r\nb=2", "a=3\r\nb=4", "a=3\nb=4\n"),
        ("a\r\nb\r\n", "b", "b\nc\nd", "a\r\nb\r\nc\r\nd\r\n"),
        ("a\nb\n", "b", "b\r\nc", "a\nb\nc\n"),
        // A mixed file: the ending of what is replaced, and what is equal is not touched.
        ("a\r\nb\nc\r\n", "a\nb\nc\n", "a\nB\nc\n", "a\r\nB\nc\r\n"),
        ("a\nb\r\nc\n", "b\nc", "b\nx\ny", "a\nb\r\nx\r\ny\n"),
        ("a\r\nb\r\nc\nd", "d", "d\ne", "a\r\nb\r\nc\nd\r\ne"),
        // The CR of a CR LF goes with it.
        ("a\r\nb\r\n", "a\n", "", "b\r\n"),
        ("a\r\nb", "\n", "; ", "a; b"),
        // A lone CR is text.
        ("a\rb\rc", "b", "x", "a\rx\rc"),
        ("a\rb\r\n", "a\rb", "c\rd", "c\rd\r\n"),
        ("a\r\r\nb\r\n", "a\r\n", "c\r\n", "c\r\r\nb\r\n"),
        // Without any line end, as it is given.
        ("ab", "a", "x\r\ny", "x\r\nyb"),
        ("ab", "b", "b\n", "ab\n"),
        ("last", "last", "new", "new"),
    ] {
        gives(before, old, new, after);
    }
    let lines = "some words\r\n".repeat(100);
    let (outcome, after) = replace(lines.replacen("some", "one", 1), "one", "two", json!({}));
    assert_eq!((outcome["success"].as_bool(), after), (Some(true), lines.replacen("some", "two", 1).into_bytes()));
}

#[test]
fn the_new_text_is_literal() {
    for new in ["$$100", "$&", "$1", "${name}", r"\1", "$`", "$'", r"\n", "&lt;b&gt;&amp;", r"\u0041", "back\\", "%s"] {
        gives("price: TOKEN\n", "TOKEN", new, format!("price: {new}\n"));
    }
    gives("print(\"a\\nb\")\n", r"a\nb", r"a\tb", "print(\"a\\tb\")\n");
    gives("a.c abc\n", "a.c", "x", "x abc\n");
    gives("keep, drop\n", ", drop", "", "keep\n");
}

#[test]
fn other_bytes_stay_whatever_they_are() {
    gives(b"caf\xe9\nx\n", "x", "y", b"caf\xe9\ny\n");
    gives(b"caf\xe9\nx\n", "x", "y\nz", b"caf\xe9\ny\nz\n");
    gives(b"\xef\xbb\xbfhi\n", "hi", "ho", b"\xef\xbb\xbfho\n");
    gives(b"\xef\xbb\xbf\xff hi\n", "hi", "h\u{f6}", b"\xef\xbb\xbf\xff h\xc3\xb6\n");
    for (mark, big) in [(&b"\xff\xfe"[..], false), (b"\xfe\xff", true)] {
        gives(
            wide("a\r\nx \u{a00}\u{100a}\r\n", mark, big),
            "x \u{a00}",
            "y💥\nz",
            wide("a\r\ny💥\r\nz\u{100a}\r\n", mark, big),
        );
        // Bytes of two characters that look like one.
        let text = wide("\u{6161}\u{61}b", mark, big);
        gives(text, "a", "c", wide("\u{6161}cb", mark, big));
    }
    // Of an encoding that is not known, what cannot be told is refused.
    fails(b"caf\xe9\nx\n", "x", "\u{e9}", json!({}), &["not valid UTF-8 at byte 3", "`é`", "pass its `encoding`"]);
    // In GBK this is one character, of which the second byte looks like an x.
    fails(b"\x81x\n", "x", "y", json!({}), &["not valid UTF-8", "whether a character begins", "`encoding`"]);
    fails(b"\x81x\n", "x", "y", json!({"encoding": "gbk"}), &["not found"]);
}

#[test]
fn declared_encodings() {
    for (before, old, new, encoding, after) in [
        (&b"caf\xe9\nx\n"[..], "café", "thé", "windows-1252", &b"th\xe9\nx\n"[..]),
        (b"\x93\xfa\x96\x7b\n", "日", "本", "shift_jis", b"\x96\x7b\x96\x7b\n"),
        (b"\x83\x5c\\\n", "\\", "/", "shift_jis", b"\x83\x5c/\n"),
        (b"a\0b\0\n\0", "b", "c", "utf-16le", b"a\0c\0\n\0"),
        (b"caf\xe9 x\n", "x", "\u{f6}", "utf-8", b"caf\xe9 \xc3\xb6\n"),
    ] {
        let (outcome, bytes) = replace(before, old, new, json!({"encoding": encoding}));
        assert_eq!((outcome["success"].as_bool(), bytes.as_slice()), (Some(true), after), "{encoding}: {outcome}");
    }
    let windows = json!({"encoding": "windows-1252"});
    fails(b"caf\xe9\n", "caf", "日本", windows, &["windows-1252", "no `日` (U+65E5)", "nothing was written"]);
    fails(b"ab\xff\xff", "a", "b", json!({"encoding": "shift_jis"}), &["not valid shift_jis at byte 2"]);
    fails(b"a", "a", "b", json!({"encoding": "iso-2022-jp"}), &["iso-2022-jp is not edited"]);
    // A byte order mark says more than the caller.
    let (outcome, bytes) = replace(wide("x", b"\xff\xfe", false), "x", "y", json!({"encoding": "windows-1252"}));
    assert_eq!((outcome["success"].as_bool(), bytes), (Some(true), wide("y", b"\xff\xfe", false)));
}

#[test]
fn binary_files_are_refused() {
    for bytes in [&b"\x7fELF\x02\x01\x01\0\0x"[..], b"x\0y", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\nx"] {
        let outcome = fails(bytes, "x", "y", json!({}), &["./t: the file is binary", "it is not edited"]);
        assert_eq!(outcome["binary"], true);
    }
    fails(wide("plain words x", b"", false), "x", "y", json!({}), &["UTF-16", "\"utf-16le\""]);
}

#[test]
fn an_empty_old_text_is_refused() {
    for all in [false, true] {
        for content in ["abc", ""] {
            fails(content, "", "X", json!({"replace_all": all}), &["old_str"]);
        }
    }
}

#[test]
fn a_text_must_be_there_once() {
    let outcome = fails(
        "x=1\ny=2\nx=1\n",
        "x=1",
        "x=2",
        json!({}),
        &["./t: old_str was found 2 times, on lines 1, 3", "replace_all"],
    );
    assert_eq!((&outcome["occurrences"], &outcome["lines"]), (&json!(2), &json!([1, 3])));
    let (outcome, after) = replace("x=1\ny=2\nx=1\n", "x=1", "x=2", json!({"replace_all": "true"}));
    assert_eq!(after, b"x=2\ny=2\nx=2\n");
    assert_eq!((&outcome["replacements"], &outcome["lines"]), (&json!(2), &json!([1, 3])));
    let (outcome, after) = replace("aaaa", "aa", "b", json!({"replace_all": true}));
    assert_eq!((&outcome["occurrences"], after.as_slice()), (&json!(2), &b"bb"[..]));
    // Which of two that overlap is meant is not known, either.
    fails("}\n}\n}\n", "}\n}\n", "", json!({}), &["2 times, on lines 1, 2"]);
    let many = "word\n".repeat(1000);
    fails(&many, "word", "x", json!({}), &["1000 times", "lines 1, 2, 3", "19, 20 and 980 more"]);
    let outcome = fails("abc", "x", "y", json!({}), &["old_str was not found"]);
    assert_eq!(outcome["occurrences"], 0);
    fails("abc", "b", "b", json!({}), &["the same", "nothing would change"]);
    fails("a\r\nb", "a\r\n", "a\n", json!({}), &["line ends, which stay as the file has them"]);
    fails("", "x", "y", json!({}), &["the file is empty"]);
}

#[test]
fn nothing_is_replaced_that_is_only_like_it() {
    let text = "  if x:\n    a()\n\tif x:\n\t\ta()\n";
    fails(
        text,
        "    if x:\n        a()\n",
        "    if y:\n        b()\n",
        json!({}),
        &["lines 1-2", "white space", "1 more place"],
    );
    let outcome = fails(text, "   if x:", "if y:", json!({}), &["line 1 is \"  if x:\" in the file"]);
    assert_eq!(outcome["nearest"], json!([{"line": 1, "text": "  if x:"}]));
}

#[test]
fn what_was_read_can_be_edited() {
    for content in [
        "package a\n\nfunc f() {\n\tif x {\n\t\treturn\n\t}\n}\n",
        "a:\r\n\tgcc  \r\n\r\n",
        "\u{feff}x\ny\n",
        "a\r\r\nb\r\n",
    ] {
        let bench = Bench::with(&[("t", content)]);
        let read = bench.done("ReadFile", &json!({"filepath": "t"}))["content"].clone();
        bench.done("ReplaceTextInFile", &json!({"filepath": "t", "old_str": read, "new_str": "new\n"}));
        let after = String::from_utf8(bench.read("t")).unwrap();
        assert_eq!(after.trim_start_matches('\u{feff}').replace("\r\n", "\n"), "new\n");
        assert_eq!(after.starts_with('\u{feff}'), content.starts_with('\u{feff}'));
        assert_eq!(after.contains("\r\n"), content.contains("\r\n"));
    }
}

#[test]
fn mode_and_links_stay() {
    for mode in [0o755, 0o600, 0o444] {
        let bench = Bench::with(&[("run.sh", "echo one\n")]);
        bench.link("run.sh", "link");
        fs::set_permissions(bench.path("run.sh"), fs::Permissions::from_mode(mode)).unwrap();
        let outcome = bench.call("ReplaceTextInFile", &json!({"filepath": "link", "old_str": "one", "new_str": "two"}));
        if outcome["success"] == true {
            assert_eq!(bench.read("run.sh"), b"echo two\n");
        }
        assert_eq!(fs::metadata(bench.path("run.sh")).unwrap().permissions().mode() & 0o777, mode);
        assert!(fs::symlink_metadata(bench.path("link")).unwrap().is_symlink());
    }
    let bench = Bench::with(&[("a", "one\n")]);
    fs::hard_link(bench.path("a"), bench.path("b")).unwrap();
    let outcome = bench.done("ReplaceTextInFile", &json!({"filepath": "a", "old_str": "one", "new_str": "two"}));
    assert_says(outcome["note"].as_str().unwrap(), &["1 other name", "old content"]);
}

#[test]
fn edits_at_once_are_all_there() {
    let numbered = |word: &str| (1..=100).map(|number| format!("{word} {number};\n")).collect::<Vec<_>>().concat();
    let numbers = numbered("line");
    let bench = Bench::with(&[("f", &numbers)]);
    std::thread::scope(|scope| {
        for number in 1..=100 {
            let (session, bench) = (bench.session.clone(), &bench);
            scope.spawn(move || {
                let arguments = json!({"filepath": "f", "old_str": format!("line {number};"), "new_str": format!("done {number};")});
                let text = session.call(("ReplaceTextInFile", arguments.to_string())).to_json();
                assert!(text.starts_with(r#"{"success":true"#), "{text} {}", bench.path("f").display());
            });
        }
    });
    assert_eq!(String::from_utf8(bench.read("f")).unwrap(), numbered("done"));
}

#[test]
fn a_file_that_others_changed_is_not_overwritten() {
    let bench = Bench::with(&[("t", "one\ntwo\n")]);
    bench.done("ReadFile", &json!({"filepath": "t"}));
    bench.write("t", "one\ntwo\nthree\n");
    let arguments = json!({"filepath": "t", "old_str": "one", "new_str": "1"});
    assert_says(&bench.error("ReplaceTextInFile", &arguments), &["changed by somebody else", "read it again"]);
    assert_eq!(bench.read("t"), b"one\ntwo\nthree\n");
    bench.done("ReadFile", &json!({"filepath": "t"}));
    bench.done("ReplaceTextInFile", &arguments);
    // What this session wrote itself is no change by others.
    bench.done("ReplaceTextInFile", &json!({"filepath": "t", "old_str": "two", "new_str": "2"}));
    assert_eq!(bench.read("t"), b"1\n2\nthree\n");
}

#[test]
fn paths_and_arguments() {
    let bench = Bench::with(&[("sub/t", "one\n")]);
    for (path, says) in
        [("none", "does not exist: ./none"), ("sub", "is a directory"), ("../x", "outside"), ("/etc/passwd", "outside")]
    {
        assert_says(
            &bench.error("ReplaceTextInFile", &json!({"filepath": path, "old_str": "a", "new_str": "b"})),
            &[says],
        );
    }
    bench.done("ReplaceTextInFile", &json!({"file_path": "sub/t", "oldString": "one", "newString": "[1,2]"}));
    assert_eq!(bench.read("sub/t"), b"[1,2]\n");
    let error = bench.error("ReplaceTextInFile", &json!({"filepath": "sub/t"}));
    assert_says(&error, &["old_str", "new_str"]);
    // A half of a character in the arguments fails before anything is written.
    let text = r#"{"filepath": "sub/t", "old_str": "1", "new_str": "\ud83d"}"#;
    assert!(!bench.session.call(("ReplaceTextInFile", text.to_owned())).is_success());
    assert_eq!(bench.read("sub/t"), b"[1,2]\n");
}
