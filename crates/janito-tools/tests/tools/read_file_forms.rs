//! `ReadFile`: what is text, what is not, and what is no file.

use crate::bench::{Bench, assert_says, error_of};
use serde_json::{Value, json};
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::process::Command;

/// Reads these bytes.
fn read(bytes: impl AsRef<[u8]>, mut arguments: Value) -> Value {
    let bench = Bench::new();
    bench.write("t", bytes);
    arguments["filepath"] = json!("t");
    bench.call("ReadFile", &arguments)
}

fn wide(text: &str, big: bool) -> Vec<u8> {
    let units = text.encode_utf16();
    units.flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
}

#[test]
fn a_byte_order_mark_is_hidden_and_heeded() {
    assert_eq!(read("\u{feff}hi\n", json!({}))["content"], "hi\n");
    let text = read([b"\xff\xfe".to_vec(), wide("needle ä💥\r\nb\r\n", false)].concat(), json!({}));
    assert_eq!(text["content"], "needle ä💥\nb\n");
    assert_eq!((&text["encoding"], &text["line_endings"]), (&json!("utf-16le"), &json!("crlf")));
    let text = read([b"\xfe\xff".to_vec(), wide("needle", true)].concat(), json!({"encoding": "windows-1252"}));
    assert_eq!((&text["content"], &text["encoding"]), (&json!("needle"), &json!("utf-16be")));
}

#[test]
fn lines_of_utf_16() {
    // U+0A00 and U+000A, U+0A0A: each has a byte that looks like LF.
    let lines = ["\u{a00}x", "\u{a0a}\u{a0a}", "", "last \u{100a}"];
    for big in [false, true] {
        let content = lines.join("\n").repeat(3000) + "\n";
        let mark = if big { b"\xfe\xff" } else { b"\xff\xfe" };
        let bench = Bench::new();
        bench.write("t", [mark.to_vec(), wide(&content, big)].concat());
        let all: Vec<&str> = content.lines().collect();
        for start in [1_i64, 2, 3, 5000, 9001, -1, -2, -3000, -9001] {
            let text = bench.done("ReadFile", &json!({"filepath": "t", "start_line": start, "max_lines": 2}));
            let total = i64::try_from(all.len()).unwrap();
            let first = usize::try_from(if start < 0 { total + start } else { start - 1 }).unwrap();
            let expected: String = all[first..].iter().take(2).flat_map(|line| [*line, "\n"]).collect();
            assert_eq!(text["content"], expected, "{big} {start}");
            assert_eq!((&text["total_lines"], &text["start_line"]), (&json!(total), &json!(first + 1)));
        }
    }
}

#[test]
fn every_place_of_a_tail_is_exact() {
    // Line ends around the borders of blocks, with and without one at the end.
    for extra in [0, 1, 2, 3] {
        for end in ["", "\n"] {
            let content = "x".repeat((64 << 10) - 2) + &"\nab\n\nc".repeat(20_000) + &"y".repeat(extra) + end;
            let bench = Bench::with(&[("t", &content)]);
            let all: Vec<&str> = content.split_inclusive('\n').collect();
            for back in [1, 2, 3, 4, 1000, 43_690, 43_691, 43_692, all.len() - 1, all.len(), all.len() + 1] {
                let shown = all.len().saturating_sub(back);
                let start = -i64::try_from(back).unwrap();
                let text = bench.done("ReadFile", &json!({"filepath": "t", "start_line": start, "max_lines": 3}));
                assert_eq!((&text["start_line"], &text["total_lines"]), (&json!(shown + 1), &json!(all.len())));
                if shown > 0 {
                    assert_eq!(text["content"], all[shown..].iter().take(3).copied().collect::<String>(), "-{back}");
                }
            }
        }
    }
}

#[test]
fn line_ends_are_named() {
    for (content, shown, ends) in [
        ("a\r\nb\r\n", "a\nb\n", Some("crlf")),
        ("a\r\nb", "a\nb", Some("crlf")),
        ("a\r\nb\n", "a\nb\n", Some("mixed")),
        ("a\nb\n", "a\nb\n", None),
        ("a\rb\r", "a\rb\r", None),
        ("a\r\r\n", "a\r\n", Some("crlf")),
        ("\r\n", "\n", Some("crlf")),
    ] {
        let text = read(content, json!({}));
        assert_eq!(text["content"], shown, "{content:?}");
        assert_eq!(text.get("line_endings"), ends.map(|ends| json!(ends)).as_ref(), "{content:?}");
    }
    // The CR is the last byte of a block, the LF the first of the next.
    let content = "x".repeat((64 << 10) - 1) + "\r\nnext\r\n";
    let text = read(&content, json!({"start_column": 60_000}));
    assert!(text["content"].as_str().unwrap().ends_with("xx\nnext\n"));
    assert_eq!(text["line_endings"], "crlf");
}

#[test]
fn a_character_may_lie_on_the_border_of_a_block() {
    let content = "語言\n".repeat(40_000);
    let text = read(&content, json!({"start_line": 9_000, "max_lines": 2_000}));
    assert_eq!(text["content"], "語言\n".repeat(2_000));
    // A sample of 8 KiB that is cut in a character is no sign of a binary file.
    let text = read("語".repeat(334), json!({}));
    assert_eq!(text["content"].as_str().unwrap().len(), 1002);
    assert_eq!(read("\u{fffd} is text\n", json!({}))["content"], "\u{fffd} is text\n");
    assert_eq!(read("\u{1b}[31mred\u{c}\u{7f}\n", json!({}))["content"], "\u{1b}[31mred\u{c}\u{7f}\n");
}

#[test]
fn declared_encodings() {
    assert_eq!(read(b"caf\xe9\n", json!({"encoding": "latin1"}))["content"], "café\n");
    let text = read(b"\x93\xfa\x96\x7b\n", json!({"encoding": "Shift_JIS"}));
    assert_eq!((&text["content"], &text["encoding"]), (&json!("日本\n"), &json!("shift_jis")));
    let text = read(wide("a\nb\n", false), json!({"encoding": "utf-16le", "start_line": 2}));
    assert_eq!((&text["content"], &text["total_lines"]), (&json!("b\n"), &json!(2)));
    let error = error_of(&read("x", json!({"encoding": "klingon"})));
    assert_says(&error, &["encoding", "`klingon`", "windows-1252", "shift_jis"]);
    let outcome = read(b"ab\xff\xff", json!({"encoding": "shift_jis"}));
    assert_says(&error_of(&outcome), &["not valid shift_jis at byte 2"]);
}

#[test]
fn bytes_that_are_no_text() {
    let outcome = read(b"one\ncaf\xe9 au lait\n", json!({}));
    assert_says(&error_of(&outcome), &["the file is not valid utf-8 at byte 7: ./t", "windows-1252"]);
    assert_eq!((&outcome["byte_offset"], &outcome["size"]), (&json!(7), &json!(17)));
    // Where the byte is not in what is asked for, it does not matter.
    assert_eq!(read(b"one\ncaf\xe9\ntwo\n", json!({"max_lines": 1}))["content"], "one\n");
    assert_eq!(read(b"one\ncaf\xe9\ntwo\n", json!({"start_line": 3}))["content"], "two\n");
    // Cut at the end.
    assert_says(&error_of(&read(b"one\n\xe8\xaa", json!({}))), &["at byte 4"]);
    // A long way in, and across blocks.
    let bytes = ["é".repeat(100_000).as_bytes(), b"\xe8\xaa\n"].concat();
    assert_says(&error_of(&read(bytes, json!({"start_column": 99_999}))), &["at byte 200000"]);
}

#[test]
fn binary_files_are_named() {
    let elf = [b"\x7fELF\x02\x01\x01".to_vec(), vec![0; 100]].concat();
    let late = ["a\n".repeat(5_000).into_bytes(), b"\0".to_vec(), b"b\n".to_vec()].concat();
    for (bytes, kind) in [
        (elf, "ELF program"),
        (b"PK\x03\x04\x14\0\x08\0".to_vec(), "ZIP archive"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\x0d".to_vec(), "PNG image"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n".to_vec(), "PDF document"),
        (b"\x1f\x8b\x08\0\0".to_vec(), "gzip archive"),
        (b"a\0b".to_vec(), "unknown form"),
        (late, "unknown form"),
    ] {
        let outcome = read(&bytes, json!({}));
        assert_says(&error_of(&outcome), &["binary", kind, &format!("{} bytes", bytes.len()), "./t"]);
        assert_eq!(outcome["binary"], true);
        assert!(outcome.to_string().len() < 300, "{outcome}");
    }
    let outcome = read(wide("plain words, and more\n", false), json!({}));
    assert_says(&error_of(&outcome), &["UTF-16", "\"utf-16le\""]);
    // A mark is no licence for NUL.
    assert_eq!(read(b"\xef\xbb\xbfa\0b", json!({}))["binary"], true);
    assert_eq!(read(b"a\0b", json!({"encoding": "latin1"}))["binary"], true);
}

#[test]
fn what_is_no_file_does_not_block() {
    let bench = Bench::with(&[("dir/x", ""), ("f", "hello\n")]);
    assert!(Command::new("mkfifo").arg(bench.path("pipe")).status().unwrap().success());
    let _listener = UnixListener::bind(bench.path("socket")).unwrap();
    symlink("pipe", bench.path("to_pipe")).unwrap();
    for (path, says) in [
        ("pipe", "is a named pipe"),
        ("to_pipe", "is a named pipe"),
        ("dir", "is a directory"),
        ("none", "the file does not exist: ./none"),
        ("f/x", "a part of the path is not a directory"),
    ] {
        assert_says(&error_of(&bench.call_at_once("ReadFile", &json!({"filepath": path}))), &[says]);
    }
    error_of(&bench.call_at_once("ReadFile", &json!({"filepath": "socket"})));
    symlink("/dev/zero", bench.path("zero")).unwrap();
    error_of(&bench.call_at_once("ReadFile", &json!({"filepath": "zero"})));
    let listing = bench.call_at_once("ListFiles", &json!({"recursive": true}));
    assert_eq!(listing["files"], json!(["dir/", "dir/x", "f", "pipe", "socket", "to_pipe", "zero"]));
}

#[test]
fn nothing_outside_the_root_is_read() {
    let bench = Bench::with(&[("in/f", "inside\n")]);
    std::fs::write(bench.outside("secret"), "secret\n").unwrap();
    std::fs::create_dir(bench.outside("root2")).unwrap();
    std::fs::write(bench.outside("root2/secret"), "secret\n").unwrap();
    bench.link(bench.outside("secret"), "leak");
    bench.link("../secret", "leak_relative");
    bench.link(bench.outside(""), "up");
    bench.link("in/f", "good");
    bench.link("loop", "loop");
    for path in [
        "leak",
        "leak_relative",
        "up/secret",
        "../secret",
        "in/../../secret",
        "/etc/passwd",
        "loop",
        bench.outside("root2/secret").to_str().unwrap(),
        "file:///etc/passwd",
    ] {
        let outcome = bench.call_at_once("ReadFile", &json!({"filepath": path}));
        let error = error_of(&outcome);
        assert!(!outcome.to_string().contains("secret\\n"), "{path}: {outcome}");
        if path != "loop" {
            assert_says(&error, &["lies outside what may be reached here"]);
        }
    }
    for path in ["good", "in/../in/f", "./in//f", "in/./f", bench.path("in/f").to_str().unwrap()] {
        assert_eq!(bench.done("ReadFile", &json!({"filepath": path}))["content"], "inside\n", "{path}");
    }
}

#[test]
fn names_that_look_like_something_else() {
    let bench = Bench::with(&[("src/a.txt", "1\n"), ("odd\\name", "2\n"), ("a b é.txt", "3\n"), ("100%.txt", "4\n")]);
    assert_eq!(bench.done("ReadFile", &json!({"filepath": "odd\\name"}))["content"], "2\n");
    assert_says(&bench.error("ReadFile", &json!({"filepath": "src\\a.txt"})), &["write `src/a.txt`"]);
    assert_says(&bench.error("ReadFile", &json!({"filepath": "C:\\x\\y"})), &["Windows path"]);
    assert_says(&bench.error("ReadFile", &json!({"filepath": "\\\\host\\x"})), &["Windows path"]);
    assert_eq!(bench.done("ReadFile", &json!({"filepath": "100%.txt"}))["content"], "4\n");
    let root = bench.path("").display().to_string();
    for (uri, content) in [("src/a.txt", "1\n"), ("a%20b%20%C3%A9.txt", "3\n"), ("100%25.txt", "4\n")] {
        let path = format!("file://{root}{uri}");
        assert_eq!(bench.done("ReadFile", &json!({"filepath": path}))["content"], content, "{path}");
    }
}
