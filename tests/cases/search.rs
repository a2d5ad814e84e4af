//! Searching: an empty or short answer is taken as proof that there is no more.

use crate::case::Case;
use serde_json::{Value, json};

#[test]
fn cases() {
    let utf16: Vec<u8> = "\u{feff}a\r\nneedle\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let minified = format!("{}needle{}", "a;".repeat(300_000), "b;".repeat(300_000));
    let many = |count: usize| {
        (0..count)
            .fold(Case::new("SR01", "a limit is told"), |case, number| case.file(format!("f{number:03}"), "needle\n"))
    };
    let ignored = (0..1200)
        .fold(Case::new("SR01", "the limit comes after the rules").file(".gitignore", "skip/\n"), |case, number| {
            case.file(format!("skip/{number}"), "needle\n")
        });
    crate::run(vec![
        many(99)
            .call("SearchText", json!({"query": "needle", "max_results": 100}))
            .done()
            .is("/total_matches", 99)
            .is("/truncated", Value::Null),
        many(100)
            .call("SearchText", json!({"query": "needle"}))
            .done()
            .is("/total_matches", 100)
            .is("/truncated", Value::Null),
        many(101)
            .call("SearchText", json!({"query": "needle"}))
            .done()
            .is("/total_matches", 101)
            .says("/truncated", &["101"])
            .is("/matches/0", "./f000:1: needle")
            .is("/matches/99", "./f099:1: needle")
            .is("/matches/100", Value::Null),
        Case::new("SR01", "441 of a word in one file")
            .file("f", "word\n".repeat(441))
            .call("SearchText", json!({"query": "word", "max_results": 50}))
            .done()
            .is("/total_matches", 441)
            .says("/truncated", &["441"])
            .call("SearchText", json!({"query": "word", "count_only": true, "max_results": 50}))
            .done()
            .is("/counts", json!({"./f": 441}))
            .is("/total_matches", 441),
        ignored
            .file("zz", "needle\n")
            .call("SearchText", json!({"query": "needle"}))
            .done()
            .is("/matches", json!(["./zz:1: needle"])),
        Case::new("SR03", "a long line is cut around the match")
            .file("min.js", &minified)
            .call("SearchText", json!({"query": "needle"}))
            .done()
            .is("/total_matches", 1)
            .says("/matches/0", &["needle", "…"])
            .shorter(3000),
        Case::new("SR05", "patterns that are dear elsewhere")
            .file("f", format!("{}!\n", "a".repeat(40)))
            .call("SearchRegex", json!({"pattern": "(a+)+$"}))
            .done()
            .is("/total_matches", 0)
            .call("SearchRegex", json!({"pattern": "^(a+)+$"}))
            .done()
            .is("/total_matches", 0)
            .call("SearchRegex", json!({"pattern": "(?:a{1000}){1000}"}))
            .fails(&[])
            .call("SearchRegex", json!({"pattern": "(?=x)"}))
            .fails(&["look-around", "SearchText"])
            .call("SearchRegex", json!({"pattern": "foo("}))
            .fails(&["unclosed group"])
            .call("SearchText", json!({"query": "foo("}))
            .done()
            .is("/total_matches", 0),
        Case::new("W35", "an invalid pattern is a failure")
            .call("SearchRegex", json!({"pattern": "[a"}))
            .fails(&["not valid"]),
        Case::new("W45", "nothing to look for")
            .file("f", "x\n")
            .call("SearchText", json!({"query": ""}))
            .fails(&["query"])
            .call("SearchText", json!({"query": "x", "max_results": 0}))
            .fails(&["max_results"]),
        Case::new("W34", "pipes are not opened")
            .pipe("p")
            .file("f", "needle\n")
            .call("SearchText", json!({"query": "needle"}))
            .done()
            .is("/total_matches", 1)
            .call("SearchText", json!({"query": "needle", "paths": ["p"]}))
            .fails(&["pipe"]),
        Case::new("RD02", "what is no text is told, and UTF-16 is text")
            .file("bin", b"needle\0\x01needle\n")
            .file("late", format!("needle\n{}\0\n", "text\n".repeat(2000)))
            .file("wide", &utf16)
            .file("latin", b"caf\xe9 needle\n")
            .call("SearchText", json!({"query": "needle"}))
            .done()
            .is("/matches", json!(["./latin:1: caf\u{fffd} needle", "./wide:2: needle"]))
            .is("/binary_files_skipped", 2)
            .call("SearchText", json!({"query": "café", "encoding": "latin1"}))
            .done()
            .is("/matches", json!(["./latin:1: café needle"])),
        Case::new("W42", "line ends are no part of a line")
            .file("f", "foo\r\nbar\r\n")
            .call("SearchRegex", json!({"pattern": "foo$"}))
            .done()
            .is("/matches", json!(["./f:1: foo"]))
            .call("SearchText", json!({"query": "FOO", "case_sensitive": false}))
            .done()
            .is("/total_matches", 1)
            .call("SearchText", json!({"query": "FOO"}))
            .done()
            .is("/total_matches", 0),
        Case::new("SR01", "lines around a match")
            .file("f", "1\n2\nneedle\n4\n5\n6\n7\nneedle\n")
            .call("SearchText", json!({"query": "needle", "context": 1}))
            .done()
            .is("/matches", json!(["./f-2- 2", "./f:3: needle", "./f-4- 4", "--", "./f-7- 7", "./f:8: needle"]))
            .is("/total_matches", 2),
        Case::new("W36", "several paths, one of them a file")
            .file("a/f", "needle\n")
            .file("b", "needle\n")
            .call("SearchText", json!({"query": "needle", "paths": ["b", "a"]}))
            .done()
            .is("/matches", json!(["./a/f:1: needle", "./b:1: needle"]))
            .call("SearchText", json!({"query": "needle", "paths": ["b", "nothing"]}))
            .done()
            .is("/total_matches", 1)
            .call("SearchText", json!({"query": "needle", "paths": ["nothing"]}))
            .fails(&["nothing"]),
    ]);
}
