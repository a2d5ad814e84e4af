//! `WordCount`.

use crate::bench::{Bench, assert_says};
use serde_json::json;

#[test]
fn counts() {
    for (content, lines, words, characters) in [
        ("", 0, 0, 0),
        ("\n", 1, 0, 1),
        ("one", 1, 1, 3),
        ("one two\n", 1, 2, 8),
        ("one\ntwo three", 2, 3, 13),
        ("  a\t b\r\n\r\nc ", 3, 3, 12),
        ("\u{feff}word\n", 1, 1, 5),
        ("日本語 テキスト\u{3000}だ\n", 1, 3, 11),
        ("a\u{a0}b c\u{2028}d", 1, 4, 7),
        ("💥 e\u{301}", 1, 2, 4),
    ] {
        let bench = Bench::with(&[("t", content)]);
        let counts = bench.done("WordCount", &json!({"filepath": "t"}));
        let expected = json!({
            "success": true, "filepath": "t", "lines": lines, "words": words, "characters": characters,
            "bytes": content.len(),
        });
        assert_eq!(counts, expected, "{content:?}");
    }
}

#[test]
fn a_block_may_end_within_a_word_and_within_a_character() {
    // 3 bytes a character: 64 KiB, the size of a block, is no multiple of it.
    let content = "語".repeat(50_000) + " " + &"ä語💥 ".repeat(40_000);
    let bench = Bench::with(&[("t", &content)]);
    let counts = bench.done("WordCount", &json!({"filepath": "t"}));
    assert_eq!(counts["words"], content.split_whitespace().count());
    assert_eq!(counts["characters"], content.chars().count());
    assert_eq!(counts["lines"], 1);
}

#[test]
fn other_encodings() {
    let bench = Bench::new();
    bench.write("latin", b"caf\xe9 cr\xe8me\n");
    bench.write("wide", b"\xff\xfea\0 \0b\0\n\0");
    assert_says(&bench.error("WordCount", &json!({"filepath": "latin"})), &["not valid utf-8 at byte 3", "`encoding`"]);
    let counts = bench.done("WordCount", &json!({"filepath": "latin", "encoding": "latin1"}));
    assert_eq!((&counts["words"], &counts["characters"]), (&json!(2), &json!(11)));
    let counts = bench.done("WordCount", &json!({"path": "wide"}));
    assert_eq!((&counts["words"], &counts["characters"], &counts["bytes"]), (&json!(2), &json!(4), &json!(10)));
}

#[test]
fn what_is_no_text_is_refused() {
    let bench = Bench::new();
    bench.write("late", [b"a".repeat(100_000), b"\0".to_vec()].concat());
    assert_says(&bench.error("WordCount", &json!({"filepath": "late"})), &["binary", "100001 bytes", "./late"]);
    assert_says(&bench.error("WordCount", &json!({"filepath": "."})), &["is a directory"]);
    assert_says(&bench.error("WordCount", &json!({"filepath": "none"})), &["the file does not exist: ./none"]);
    assert_says(&bench.error("WordCount", &json!({})), &["filepath"]);
}

#[test]
fn it_reports() {
    let bench = Bench::with(&[("sub/t", "a b\n")]);
    bench.done("WordCount", &json!({"filepath": "sub/../sub/t"}));
    let reports = bench.reports.lock().unwrap();
    assert_eq!(reports[0], "WordCount Start(\"Counting words in ./sub/../sub/t\")");
    assert_eq!(reports[1], "WordCount Done(\"1 lines, 2 words, 4 characters\")");
}
