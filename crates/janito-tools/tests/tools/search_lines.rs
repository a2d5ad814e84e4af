//! Lines that are searched: what ends one, pages of them, what is too long, and what is text in another encoding.

use crate::bench::{Bench, assert_says};
use crate::oracle::oracle;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::process::Command;

#[track_caller]
fn lines(bench: &Bench, tool: &str, arguments: &Value) -> Vec<String> {
    serde_json::from_value(bench.done(tool, arguments)["matches"].clone()).unwrap()
}

#[test]
fn only_lf_and_cr_lf_end_a_line() {
    let bench = Bench::new();
    bench.write("t", b"a\rb\nfoo\r\nfoo\r\r\nb\r\n\r\nx\ry\r\nlast\r");
    let found = |pattern: &str| -> Vec<u64> {
        let found = lines(&bench, "SearchRegex", &json!({"pattern": pattern}));
        found.iter().map(|line| line.split(':').nth(1).unwrap().parse().unwrap()).collect()
    };
    for (pattern, expected) in [
        ("^b", vec![4]),
        ("a$", vec![]),
        ("foo$", vec![2]),
        ("^foo$", vec![2]),
        ("foo.$", vec![3]),
        ("foo.", vec![3]),
        ("^$", vec![5]),
        ("a.b", vec![1]),
        (r"x\sy", vec![6]),
        (r"^b\s", vec![]),
        ("[^x]y", vec![6]),
        ("b[^x]", vec![]),
        ("last$", vec![]),
        ("last.$", vec![7]),
        (r"b\z", vec![1, 4]),
        (r"foo\r", vec![2, 3]),
        ("(?i)FOO$", vec![2]),
        ("(foo|b)$|zzz", vec![1, 2, 4]),
    ] {
        assert_eq!(found(pattern), expected, "{pattern}");
    }
}

#[test]
fn ends_of_lines_as_grep_has_them() {
    if !oracle("grep") {
        return;
    }
    let (bench, plain) = (Bench::new(), Bench::new());
    // Any numbers will do that are not in order.
    let mut state = 12_345_u64;
    let mut next = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let mut text = String::new();
    for _ in 0..20_000 {
        text.push_str(["a", "b", " ", "\r", "\n", "\r\n", "ab"][usize::try_from(next(7)).unwrap()]);
    }
    text.push('\n');
    bench.write("t", &text);
    // grep takes LF alone for an end, so that it is given lines without the CR of theirs.
    plain.write("t", text.replace("\r\n", "\n"));
    for pattern in ["^b", "a$", "^$", "^a*$", "a.", ".b$", "[^a]$", "^[^b]", "a[[:space:]]b", "^.$", "b$|^a", "(ab)+$"]
    {
        let output =
            Command::new("grep").args(["-a", "-n", "-E", pattern]).arg(plain.path("t")).env("LC_ALL", "C").output();
        let output = String::from_utf8(output.unwrap().stdout).unwrap();
        let number = |line: &str| line.split(':').next().unwrap().to_owned();
        let expected: Vec<String> = output.split_terminator('\n').map(number).collect();
        let found = lines(&bench, "SearchRegex", &json!({"pattern": pattern, "max_results": 10_000}));
        let own: Vec<String> = found.iter().map(|line| line.split(':').nth(1).unwrap().to_owned()).collect();
        assert_eq!(own, expected, "{pattern}");
    }
}

#[test]
fn a_line_feed_in_an_expression() {
    let bench = Bench::with(&[("lf", "aa\nbb\ncc"), ("crlf", "aa\r\nbb\r\ncc"), ("other", "aax\r\nbb\r\n")]);
    for pattern in ["aa\nbb", r"aa\nbb", "aa$\n^bb", r"^aa$\n^bb$", r"aa\r?\nbb", r"(?:aa\n)bb$", r"a{2}\n(b)b"] {
        let found = lines(&bench, "SearchRegex", &json!({"pattern": pattern}));
        assert_eq!(found, ["./crlf:1: aa", "./crlf:2: bb", "./lf:1: aa", "./lf:2: bb"], "{pattern}");
    }
    assert_eq!(lines(&bench, "SearchRegex", &json!({"pattern": r"aa.\nbb"})), ["./other:1: aax", "./other:2: bb"]);
}

#[test]
fn neighbours_that_are_on_another_page() {
    let bench = Bench::with(&[("t", "m1\nm2\nm3\nm4\nm5\nm6\nm7\nm8\n")]);
    let page = |offset: u64| {
        lines(&bench, "SearchText", &json!({"query": "m", "context": 2, "max_results": 1, "offset": offset}))
    };
    assert_eq!(page(4), ["./t-3- m3", "./t-4- m4", "./t:5: m5", "./t-6- m6", "./t-7- m7"]);
    assert_eq!(page(0), ["./t:1: m1", "./t-2- m2", "./t-3- m3"]);
    assert_eq!(page(7), ["./t-6- m6", "./t-7- m7", "./t:8: m8"]);
}

/// The resident memory of this process at its highest, in KiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn a_page_far_behind_is_as_any_other() {
    let bench = Bench::new();
    for file in 0..4 {
        let mut text = String::new();
        for line in 0..20_000 {
            writeln!(text, "needle {file} {line}{}", if line % 3 == 0 { "\nother" } else { "" }).unwrap();
        }
        bench.write(&format!("{file}"), text);
    }
    let whole: Vec<String> =
        (0..4).flat_map(|file| (0..20_000).map(move |line| format!("needle {file} {line}"))).collect();
    for offset in [0_usize, 1000, 19_999, 20_000, 39_990, 79_995] {
        for context in [0, 2] {
            let arguments = json!({"query": "needle", "max_results": 20, "offset": offset, "context": context});
            let result = bench.done("SearchText", &arguments);
            let found: Vec<String> = serde_json::from_value(result["matches"].clone()).unwrap();
            let own: Vec<&str> = found.iter().filter_map(|line| Some(line.split_once(": ")?.1)).collect();
            let end = whole.len().min(offset + 20);
            assert_eq!(own, whole[offset..end], "{offset}");
            assert_eq!((&result["total_matches"], &result["returned"]), (&json!(80_000), &json!(end - offset)));
            assert_eq!(result.get("truncated").is_some(), end < 80_000);
        }
    }
    let result = bench.done("SearchText", &json!({"query": "needle", "offset": 90_000}));
    assert_says(result["truncated"].as_str().unwrap(), &["80000 matching lines, all before offset=90000"]);
}

#[test]
fn what_is_skipped_is_not_kept() {
    let bench = Bench::new();
    let mut file = File::create(bench.path("t")).unwrap();
    let block = "needle\n".repeat(25_000);
    for _ in 0..80 {
        file.write_all(block.as_bytes()).unwrap();
    }
    let before = peak();
    let result = bench.done("SearchText", &json!({"query": "needle", "offset": 1_999_999}));
    assert_eq!((&result["returned"], &result["total_matches"]), (&json!(1), &json!(2_000_000)));
    // The other tests of this program run meanwhile.
    assert!(peak() - before < 60 << 10, "{} KiB", peak() - before);
}

#[test]
fn a_declared_encoding_is_for_files_that_are_in_it() {
    let bench = Bench::new();
    let utf16: Vec<u8> = "\u{feff}café needle\nx\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    bench.write("bom16", utf16);
    bench.write("bom8", "\u{feff}café needle\nx\n");
    bench.write("utf8", "café needle\nx\n");
    bench.write("latin", b"caf\xe9 needle\nx\n");
    bench.write("long8", format!("{}café needle\nx\n", "plain\n".repeat(100_000)));
    bench.write("longlatin", [&b"plain\n".repeat(100_000)[..], b"caf\xe9 needle\nx\n"].concat());
    let expected = ["./bom16", "./bom8", "./latin", "./long8", "./longlatin", "./utf8"];
    for (tool, key, needle) in [
        ("SearchText", "query", "café needle"),
        ("SearchText", "query", "café needle\nx"),
        ("SearchRegex", "pattern", "^caf. needle$"),
        ("SearchRegex", "pattern", "^café needle\\nx"),
    ] {
        let result = bench.done(tool, &json!({key: needle, "encoding": "windows-1252", "count_only": true}));
        assert_eq!(result["counts"].as_object().unwrap().keys().collect::<Vec<_>>(), expected, "{needle}");
        let found = lines(&bench, tool, &json!({key: needle, "encoding": "windows-1252"}));
        assert_eq!(found.iter().filter(|line| line.ends_with(": café needle")).count(), 6, "{found:?}");
    }
    bench.write("sixteen", "needle here\n".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
    let result = bench.done("SearchText", &json!({"query": "needle here", "encoding": "utf-16le"}));
    assert_eq!(result["matches"], json!(["./sixteen:1: needle here"]));
}

#[test]
fn a_line_that_is_too_long_ends_the_search_of_its_file_alone() {
    let bench = Bench::with(&[("other", "needle\n")]);
    let mut file = File::create(bench.path("long")).unwrap();
    file.write_all(b"needle\nmore\n").unwrap();
    for _ in 0..66 {
        file.write_all(&vec![b'x'; 1 << 20]).unwrap();
    }
    file.write_all(b"\nneedle\n").unwrap();
    let result = bench.done("SearchText", &json!({"query": "needle"}));
    assert_eq!(result["matches"], json!(["./long:1: needle", "./other:1: needle"]));
    assert_eq!((&result["unreadable"], &result["files_searched"]), (&json!(1), &json!(1)));
    assert_says(
        result["note"].as_str().unwrap(),
        &["./long", "64 MiB", "what comes before it was searched", "exclude"],
    );
}

#[test]
fn long_results_are_read_on() {
    let bench = Bench::new();
    let name = "n".repeat(200);
    for number in 0..2500 {
        bench.write(&format!("{name}{number:04}"), "x\n");
    }
    for (tool, key, arguments) in [
        ("FindFiles", "files", json!({"max_results": 100_000})),
        ("ListFiles", "files", json!({})),
        ("SearchText", "counts", json!({"query": "x", "count_only": true})),
    ] {
        let (mut names, mut pages) = (Vec::new(), 0);
        loop {
            let mut arguments = arguments.clone();
            arguments["offset"] = json!(names.len());
            let result = bench.done(tool, &arguments);
            let page: Vec<String> = match &result[key] {
                Value::Object(counts) => counts.keys().cloned().collect(),
                list => serde_json::from_value(list.clone()).unwrap(),
            };
            assert!(page.iter().map(String::len).sum::<usize>() <= 256 << 10);
            names.extend(page);
            pages += 1;
            let Some(truncated) = result.get("truncated") else { break };
            assert_says(truncated.as_str().unwrap(), &["of 2500", &format!("offset={}", names.len())]);
        }
        let sorted = names.is_sorted_by(|a, b| a < b);
        assert!(pages > 1 && names.len() == 2500 && sorted, "{tool}: {pages} pages, {} names", names.len());
    }
}
