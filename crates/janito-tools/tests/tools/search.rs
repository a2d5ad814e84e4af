//! `SearchText` and `SearchRegex`: what matches, how it is told, what is cut and what is left out.

use crate::bench::{Bench, assert_says};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::net::UnixListener;

/// Searches for a text with further arguments.
#[track_caller]
fn text(bench: &Bench, query: &str, more: &Value) -> Value {
    let mut arguments = more.clone();
    arguments["query"] = json!(query);
    bench.done("SearchText", &arguments)
}

/// The matching lines of a regular expression.
#[track_caller]
fn regex(bench: &Bench, pattern: &str) -> Vec<String> {
    lines(&bench.done("SearchRegex", &json!({"pattern": pattern})))
}

fn lines(result: &Value) -> Vec<String> {
    serde_json::from_value(result["matches"].clone()).unwrap()
}

#[test]
fn lines_that_hold_a_text() {
    let bench = Bench::with(&[
        ("b.txt", "one\nTwo (a+b)\nthree"),
        ("a/x.rs", "two\ntwo two\n\nnone\n"),
        (".hidden/f", "two"),
        (".git/config", "two"),
        ("empty", ""),
    ]);
    let result = text(&bench, "two", &json!({}));
    let expected = json!({
        "success": true, "matches": ["./.hidden/f:1: two", "./a/x.rs:1: two", "./a/x.rs:2: two two"], "total_matches": 3, "returned": 3,
        "files_searched": 4, "files_with_matches": 2, "binary_files_skipped": 0, "unreadable": 0, "respect_gitignore": true,
        "gitignore_applied": false, "janitoignore_applied": false, "files_ignored_by_gitignore": 0, "files_ignored_by_janitoignore": 0,
    });
    assert_eq!(result, expected);
    assert_eq!(text(&bench, "two", &json!({"case_sensitive": false}))["total_matches"], 4);
    assert_eq!(lines(&text(&bench, "(a+b)", &json!({}))), ["./b.txt:2: Two (a+b)"]);
    assert_eq!(lines(&text(&bench, "three", &json!({}))), ["./b.txt:3: three"]);
    assert_eq!(lines(&text(&bench, "^two", &json!({}))), Vec::<String>::new());
    let counted = text(&bench, "two", &json!({"count_only": true, "max_results": 1}));
    assert_eq!(counted["counts"], json!({"./.hidden/f": 1, "./a/x.rs": 2}));
    assert_eq!((counted.get("matches"), &counted["total_matches"]), (None, &json!(3)));
    assert_says(&bench.error("SearchText", &json!({"query": ""})), &["query"]);
    assert_says(&bench.error("SearchText", &json!({"query": "x", "max_results": 0})), &["max_results"]);
}

#[test]
fn lines_that_match_an_expression() {
    let bench = Bench::with(&[("t", "foo\r\nfoobar\nbar foo\n\nfn a_b(\nÄrger\n")]);
    for (pattern, expected) in [
        ("foo$", vec!["./t:1: foo", "./t:3: bar foo"]),
        ("^foo$", vec!["./t:1: foo"]),
        ("^foo", vec!["./t:1: foo", "./t:2: foobar"]),
        ("^$", vec!["./t:4: "]),
        (r"fn\s+\w+\(", vec!["./t:5: fn a_b("]),
        ("(?i)FOOBAR", vec!["./t:2: foobar"]),
        ("^.rger", vec!["./t:6: Ärger"]),
        (r"\bfoo\b", vec!["./t:1: foo", "./t:3: bar foo"]),
        (r"foo\r", vec!["./t:1: foo"]),
        ("foo\\r?\\nfoobar", vec!["./t:1: foo", "./t:2: foobar"]),
        ("foobar\nbar", vec!["./t:2: foobar", "./t:3: bar foo"]),
    ] {
        assert_eq!(regex(&bench, pattern), expected, "{pattern}");
    }
    let result = bench.done("SearchRegex", &json!({"pattern": "ÄRGER", "case_sensitive": false}));
    assert_eq!(result["total_matches"], 1);
    assert_eq!(bench.done("SearchRegex", &json!({"pattern": "x*"}))["total_matches"], 6);
}

#[test]
fn expressions_that_are_not_valid() {
    let bench = Bench::with(&[("t", "foo(\n")]);
    for (pattern, column, parts) in [
        ("foo(", 4, ["unclosed group", "    foo(\n       ^"]),
        ("é[a", 2, ["unclosed character class", "    é[a\n     ^"]),
        ("a)(b", 2, ["unopened group", "SearchText"]),
        ("*a", 1, ["repetition operator missing expression", "SearchText"]),
        ("a(?=x)", 2, ["look-around", "linear time"]),
        (r"(a)\1", 4, ["backreferences are not supported", "linear time"]),
        (r"\p{Nope}", 1, ["Unicode property not found", "SearchText"]),
    ] {
        let outcome = bench.call("SearchRegex", &json!({"pattern": pattern}));
        let error = outcome["error"].as_str().unwrap_or_default();
        assert_says(error, &["not valid", &format!("character {column}"), parts[0], parts[1]]);
        assert_eq!((&outcome["column"], &outcome["success"]), (&json!(column), &json!(false)));
    }
    let outcome = bench.call_at_once("SearchRegex", &json!({"pattern": "(?:a{1000}){1000}"}));
    assert_says(
        outcome["error"].as_str().unwrap(),
        &["cannot be searched for", "when compiled", "smaller repetitions"],
    );
}

#[test]
fn no_expression_takes_for_ever() {
    let bench = Bench::with(&[("t", &format!("{}!\n", "a".repeat(40)))]);
    bench.write("long", format!("{}!\n", "a".repeat(100_000)));
    for pattern in ["(a+)+$", "^(a+)+$", "(a|aa)+$", "(a*)*b", "(.*)(.*)(.*)(.*)x"] {
        let result = bench.call_at_once("SearchRegex", &json!({"pattern": pattern}));
        assert_eq!(result["total_matches"], 0, "{pattern}: {result}");
    }
}

#[test]
fn a_text_of_several_lines() {
    let bench = Bench::with(&[
        ("lf", "a\nfn f() {\n    1\n}\nz"),
        ("crlf", "a\r\nfn f() {\r\n    1\r\n}\r\nz"),
        ("other", "fn f() {\n}"),
    ]);
    for query in ["{\n    1\n}", "{\r\n    1\r\n}"] {
        let result = text(&bench, query, &json!({}));
        let found =
            ["./crlf:2: fn f() {", "./crlf:3:     1", "./crlf:4: }", "./lf:2: fn f() {", "./lf:3:     1", "./lf:4: }"];
        assert_eq!(lines(&result), found);
        assert_eq!((&result["total_matches"], &result["files_with_matches"]), (&json!(6), &json!(2)));
    }
    assert_eq!(lines(&text(&bench, "}\nZ", &json!({"case_sensitive": false}))).len(), 4);
    let result = text(&bench, "1\n}", &json!({"context": 1, "paths": "lf"}));
    assert_eq!(lines(&result), ["./lf-2- fn f() {", "./lf:3:     1", "./lf:4: }", "./lf-5- z"]);
}

#[test]
fn lines_around() {
    let bench = Bench::with(&[("a", "1\n2\nhit\n4\nhit\n6\n7\n8\n9\nhit"), ("b", "hit\n2\n3")]);
    let shown = |more: Value| lines(&text(&bench, "hit", &more));
    let expected = [
        "./a-2- 2",
        "./a:3: hit",
        "./a-4- 4",
        "./a:5: hit",
        "./a-6- 6",
        "--",
        "./a-9- 9",
        "./a:10: hit",
        "--",
        "./b:1: hit",
        "./b-2- 2",
    ];
    assert_eq!(shown(json!({"context": 1})), expected);
    assert_eq!(shown(json!({"context": 1, "max_results": 1})), ["./a-2- 2", "./a:3: hit", "./a-4- 4"]);
    assert_eq!(shown(json!({"context": 1, "max_results": 1, "offset": 1})), ["./a-4- 4", "./a:5: hit", "./a-6- 6"]);
    assert_eq!(shown(json!({"context": 1, "max_results": 1, "offset": 2})), ["./a-9- 9", "./a:10: hit"]);
    assert_eq!(shown(json!({"context": 1, "max_results": 1, "offset": 3})), ["./b:1: hit", "./b-2- 2"]);
    assert_eq!(shown(json!({"context": 20, "paths": "b"})), ["./b:1: hit", "./b-2- 2", "./b-3- 3"]);
    assert_says(&bench.error("SearchText", &json!({"query": "hit", "context": 21})), &["context"]);
}

#[test]
fn a_cut_is_told_exactly() {
    for count in [99, 100, 101] {
        let bench = Bench::new();
        for number in 0..count {
            bench.write(&format!("{number:03}"), "x\nneedle\n");
        }
        let result = text(&bench, "needle", &json!({}));
        assert_eq!((&result["total_matches"], &result["returned"]), (&json!(count), &json!(count.min(100))));
        assert_eq!(result.get("truncated").is_some(), count > 100);
    }
    let bench = Bench::with(&[("t", &"word\n".repeat(441)), (".gitignore", "ignored/\n")]);
    for number in 0..1200 {
        bench.write(&format!("ignored/{number}"), "word wanted\n");
    }
    let result = text(&bench, "word", &json!({"max_results": 50}));
    assert_eq!((&result["total_matches"], &result["returned"]), (&json!(441), &json!(50)));
    assert_says(result["truncated"].as_str().unwrap(), &["1 to 50 of 441", "offset=50", "max_results"]);
    // Filtered first, then cut.
    bench.write("z", "wanted\n");
    assert_eq!(lines(&text(&bench, "wanted", &json!({"max_results": 1}))), ["./z:1: wanted"]);
    // Pages make up the whole.
    let whole = lines(&text(&bench, "word", &json!({"max_results": 1000})));
    let pages: Vec<String> = (0..9)
        .flat_map(|page| lines(&text(&bench, "word", &json!({"max_results": 50, "offset": page * 50}))))
        .collect();
    assert_eq!((pages.len(), &pages), (441, &whole));
    let beyond = text(&bench, "word", &json!({"offset": 1000}));
    assert_says(beyond["truncated"].as_str().unwrap(), &["441 matching lines", "offset=1000"]);
}

#[test]
fn a_long_line_is_cut_around_the_match() {
    let bench = Bench::new();
    let long = format!("{}needle{}", "x".repeat(500_000), "y".repeat(500_000));
    bench.write("min.js", &long);
    bench.write("end", format!("{}needle\r\n", "é".repeat(700)));
    bench.write("begin", format!("needle{}", "日".repeat(600)));
    bench.write("odd", [&b"\xff\xfe\xff".repeat(400)[..], b"needle"].concat());
    let found = lines(&text(&bench, "needle", &json!({"exclude": "odd"})));
    let shown: Vec<&str> = found.iter().map(|line| line.split_once(": ").unwrap().1).collect();
    for line in &shown {
        assert!(line.contains("needle") && line.chars().count() <= 502 && !line.contains('\u{fffd}'), "{line}");
    }
    assert!(shown[0].starts_with("needle日") && shown[0].ends_with('…'));
    assert!(shown[1].starts_with('…') && shown[1].ends_with("éneedle"), "{}", shown[1]);
    assert!(shown[2].starts_with("…x") && shown[2].ends_with("y…"));
    assert_eq!(lines(&bench.done("SearchRegex", &json!({"pattern": "x{10}needle"})))[0].len(), found[2].len());
    // Just short enough.
    bench.write("exact", "n".repeat(500));
    assert_eq!(lines(&text(&bench, "nnn", &json!({})))[0], format!("./exact:1: {}", "n".repeat(500)));
}

#[test]
fn a_result_is_bounded() {
    let bench = Bench::new();
    for number in 0..20 {
        bench.write(&format!("{number:02}"), format!("needle {}\n", "x".repeat(400)).repeat(100));
    }
    let result = text(&bench, "needle", &json!({"max_results": 5000}));
    let returned = result["returned"].as_u64().unwrap();
    let length: usize = lines(&result).iter().map(String::len).sum();
    assert!(length <= 256 << 10 && length > 250 << 10, "{length}");
    assert_eq!(result["total_matches"], 2000);
    assert_says(result["truncated"].as_str().unwrap(), &["too long", &format!("offset={returned}")]);
    let next = text(&bench, "needle", &json!({"max_results": 1, "offset": returned}));
    let line = returned % 100 + 1;
    assert!(lines(&next)[0].starts_with(&format!("./{:02}:{line}: ", returned / 100)), "{next}");
}

#[test]
fn pages_of_long_results() {
    let bench = Bench::new();
    for number in 0..3 {
        bench.write(&format!("{number}"), format!("{0}\n{0}\nneedle {0}\n{0}\n", "日".repeat(400)).repeat(100));
    }
    let (mut pages, mut count, mut offset) = (Vec::new(), 0, 0);
    while pages.is_empty() || offset < 300 {
        let result = text(&bench, "needle", &json!({"context": 2, "max_results": 1000, "offset": offset}));
        pages.extend(lines(&result).into_iter().filter(|line| line.contains("needle")));
        (count, offset) = (count + 1, offset + result["returned"].as_u64().unwrap());
        assert_eq!((&result["total_matches"], result.get("truncated").is_some()), (&json!(300), offset < 300));
    }
    assert!(count > 3, "{count}");
    let expected = (0..3).flat_map(|file| (0..100).map(move |line| format!("./{file}:{}: needle ", line * 4 + 3)));
    assert!(pages.iter().zip(expected).all(|(line, begin)| line.starts_with(&begin)) && pages.len() == 300);
}

#[test]
fn what_is_text() {
    let utf16 = |text: &str, little: bool| -> Vec<u8> {
        let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
        units.flat_map(|unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
    };
    let bench = Bench::new();
    bench.write("elf", b"\x7fELF\0\0needle\n");
    bench.write("late", [&b"needle\n".repeat(1500)[..], b"\0"].concat());
    bench.write("later", [&b"needle\n".repeat(60_000)[..], b"\0"].concat());
    bench.write("le", utf16("eins\nnadel needle\n", true));
    bench.write("be", utf16("needle é\r\n", false));
    bench.write("bom", "\u{feff}needle\n");
    bench.write("cjk", format!("{}needle", "日本".repeat(167)));
    bench.write("latin", b"caf\xe9 needle\n");
    bench.write("replaced", "\u{fffd} needle\n");
    let result = text(&bench, "needle", &json!({}));
    let found = lines(&result);
    let expected = ["./be:1: needle é", "./bom:1: needle", "./latin:1: caf\u{fffd} needle", "./le:2: nadel needle"];
    assert!(expected.iter().all(|line| found.contains(&(*line).to_owned())), "{found:?}");
    assert_eq!((found.len(), &result["binary_files_skipped"]), (6, &json!(3)));
    assert_says(result["note"].as_str().unwrap(), &["3 binary files were skipped: ./elf; ./late; ./later"]);
    assert_eq!(regex(&bench, "^needle").len(), 2);
    // A declared encoding is for files that do not tell theirs.
    let result = text(&bench, "café needle", &json!({"encoding": "windows-1252"}));
    assert_eq!(lines(&result), ["./latin:1: café needle"]);
    assert_eq!(lines(&text(&bench, "nadel", &json!({"encoding": "windows-1252"}))), ["./le:2: nadel needle"]);
    assert_says(&bench.error("SearchText", &json!({"query": "x", "encoding": "klingon"})), &["klingon"]);
}

#[test]
fn what_is_no_file_is_not_opened() {
    let bench = Bench::with(&[("f", "needle\n")]);
    mknodat(CWD, bench.path("pipe"), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let _socket = UnixListener::bind(bench.path("socket")).unwrap();
    bench.link("pipe", "to_pipe");
    bench.link("/dev/zero", "zero");
    let result = bench.call_at_once("SearchText", &json!({"query": "needle"}));
    assert_eq!((&result["matches"], &result["files_searched"]), (&json!(["./f:1: needle"]), &json!(1)));
    let result = bench.call_at_once("SearchText", &json!({"query": "needle", "paths": ["pipe", "f"]}));
    assert_eq!((&result["total_matches"], &result["unreadable"]), (&json!(1), &json!(1)));
    assert_says(result["note"].as_str().unwrap(), &["./pipe is a named pipe"]);
    let outcome = bench.call_at_once("SearchText", &json!({"query": "needle", "paths": ["zero"]}));
    assert_says(outcome["error"].as_str().unwrap(), &["lies outside"]);
}

#[test]
fn cycles_of_links_end() {
    let bench = Bench::with(&[("1/f", "needle"), ("2/g", "needle")]);
    bench.link("..", "1/loop");
    bench.link("..", "2/loop");
    assert_eq!(bench.call_at_once("SearchText", &json!({"query": "needle"}))["total_matches"], 2);
}

#[test]
fn what_leads_outside() {
    let bench = Bench::with(&[("f", "x")]);
    fs::create_dir(bench.outside("out")).unwrap();
    fs::write(bench.outside("out/f"), "SECRET").unwrap();
    bench.link(bench.outside("out"), "leak");
    bench.link("../out/f", "file");
    for path in ["leak", "file", "..", "../out", "/etc"] {
        let outcome = bench.call("SearchText", &json!({"query": "SECRET", "paths": path})).to_string();
        assert!(outcome.contains("\"success\":false") && !outcome.contains(":1: SECRET"), "{path}: {outcome}");
    }
    assert_eq!(text(&bench, "SECRET", &json!({}))["total_matches"], 0);
}

#[test]
fn which_files() {
    let bench = Bench::with(&[
        ("a.rs", "hit"),
        ("src/b.rs", "hit"),
        ("src/x/c.ts", "hit"),
        ("my dir/d.rs", "hit"),
        (".gitignore", "*.log\nout/\n"),
        ("e.log", "hit"),
        ("out/f", "hit"),
        ("sub/.gitignore", "g\n"),
        ("sub/g", "hit"),
        (".janitoignore", "secret*\n"),
        ("secret.txt", "hit"),
    ]);
    let files = |more: Value| -> Vec<String> {
        let found = lines(&text(&bench, "hit", &more));
        found.iter().map(|line| line.strip_suffix(":1: hit").unwrap().to_owned()).collect()
    };
    assert_eq!(files(json!({})), ["./a.rs", "./my dir/d.rs", "./src/b.rs", "./src/x/c.ts"]);
    assert_eq!(files(json!({"max_depth": 0})), ["./a.rs"]);
    assert_eq!(files(json!({"max_depth": 1})), ["./a.rs", "./my dir/d.rs", "./src/b.rs"]);
    assert_eq!(files(json!({"include": "*.ts"})), ["./src/x/c.ts"]);
    assert_eq!(files(json!({"glob": "src/**"})), ["./src/b.rs", "./src/x/c.ts"]);
    assert_eq!(files(json!({"include": ["*.ts", "a.*"], "exclude": "x"})), ["./a.rs"]);
    assert_eq!(files(json!({"exclude": ["src", "*dir*"]})), ["./a.rs"]);
    assert_eq!(files(json!({"paths": "my dir"})), ["./my dir/d.rs"]);
    assert_eq!(files(json!({"paths": ["src", ".", "src/x/c.ts"]})).len(), 4);
    assert_eq!(files(json!({"respect_gitignore": false})).len(), 7);
    // Named outright: git has no say, a .janitoignore has.
    assert_eq!(files(json!({"paths": ["e.log", "out", "sub/g"]})), ["./e.log", "./out/f", "./sub/g"]);
    for paths in [json!("secret.txt"), json!(["secret.txt"])] {
        assert_says(
            &bench.error("SearchText", &json!({"query": "hit", "paths": paths})),
            &["hidden by a .janitoignore"],
        );
    }
    let result = text(&bench, "hit", &json!({"paths": ["src", "none"]}));
    assert_eq!((&result["missing"], &result["total_matches"]), (&json!(["none"]), &json!(2)));
    let result = text(&bench, "g\nhit", &json!({}));
    assert_eq!(
        (&result["files_ignored_by_gitignore"], &result["files_ignored_by_janitoignore"]),
        (&json!(3), &json!(2))
    );
    assert_eq!((&result["gitignore_applied"], &result["janitoignore_applied"]), (&json!(true), &json!(true)));
    assert_says(result["note"].as_str().unwrap(), &["3 entries", "respect_gitignore=false"]);
}

#[test]
fn the_same_every_time() {
    let bench = Bench::new();
    for number in 0..400 {
        bench.write(&format!("{}/{}/{number}.txt", number % 11, number % 3), "a\nneedle\nb\nneedle\n");
    }
    for more in [
        json!({"max_results": 37, "context": 1}),
        json!({"max_results": 300, "offset": 99}),
        json!({"count_only": true}),
    ] {
        let first = text(&bench, "needle", &more);
        for _ in 0..15 {
            assert_eq!(text(&bench, "needle", &more), first);
        }
    }
}

#[test]
fn reports() {
    let bench = Bench::with(&[("a/x", "q\nq\n"), ("b", ""), ("c", ""), ("d", "q")]);
    text(&bench, "q", &json!({"paths": ["a", "b", "c", "d"], "exclude": ["*.o", "tmp"]}));
    bench.done("SearchRegex", &json!({"pattern": "q+"}));
    let reports = bench.reports.lock().unwrap();
    let expected = [
        "SearchText Start(\"Searching for exact text 'q' in ./a, ./b, ./c (+1 more) exclude '*.o tmp'\")",
        "SearchText Done(\"3 matching lines in 2 files (4 searched)\")",
    ];
    assert_eq!(reports[..2], expected);
    assert!(reports[2].starts_with("SearchRegex Start(\"Searching for regex 'q+' in "), "{reports:?}");
}
