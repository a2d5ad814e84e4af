//! `ReadFile`: pages make up the file, whatever its encoding, its line ends and its length.

use crate::bench::Bench;
use proptest::prelude::*;
use serde_json::{Value, json};

/// A line, mostly short, now and then longer than is shown at once.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[a-z é日💥\\t\\r\u{2028}\u{feff}]{0,12}",
        1 => ("[ab日💥]", 8_000_usize..40_000).prop_map(|(letters, count)| letters.repeat(count)),
    ]
}

fn text() -> impl Strategy<Value = String> {
    let ending = prop::sample::select(vec!["\n", "\n", "\r\n"]);
    (prop::collection::vec((line(), ending), 0..12), line()).prop_map(|(lines, last)| {
        lines.into_iter().flat_map(|(line, ending)| [line, ending.to_owned()]).chain([last]).collect()
    })
}

/// The text as it is shown: a CR before an LF belongs to the line's end.
fn shown(text: &str) -> String {
    text.replace("\r\n", "\n")
}

fn bytes() -> impl Strategy<Value = u32> {
    prop_oneof![1 => 2_000_u32..10_000, 3 => Just(262_144)]
}

fn encoded(text: &str, encoding: u8) -> Vec<u8> {
    let units = || "\u{feff}".encode_utf16().chain(text.encode_utf16());
    match encoding {
        0 => text.as_bytes().to_vec(),
        1 => ["\u{feff}", text].concat().into_bytes(),
        2 => units().flat_map(u16::to_le_bytes).collect(),
        _ => units().flat_map(u16::to_be_bytes).collect(),
    }
}

/// Reads a file page by page, and lines that are cut to their ends.
fn pages(bench: &Bench, most: u64, bytes: u32) -> String {
    let (mut all, mut next) = (String::new(), Some(1));
    while let Some(line) = next {
        let page = bench
            .done("ReadFile", &json!({"filepath": "t", "start_line": line, "max_lines": most, "max_bytes": bytes}));
        assert!(page["content"].as_str().unwrap().len() <= bytes as usize + 1, "{page}");
        let cut = page["cut_lines"].as_array().cloned().unwrap_or_default();
        let lines = page["content"].as_str().unwrap().split_inclusive('\n');
        for (number, text) in (line..).zip(lines) {
            match cut.iter().find(|cut| cut["line"] == number) {
                Some(cut) => all.push_str(&rest(bench, number, text, cut, bytes)),
                None => all.push_str(text),
            }
        }
        next = page["next_line"].as_i64();
        assert!(next.is_none_or(|next| next > line), "{page}");
    }
    all
}

/// A line of which only the beginning was shown.
fn rest(bench: &Bench, line: i64, begin: &str, cut: &Value, bytes: u32) -> String {
    let ended = begin.ends_with('\n');
    let (mut all, mut column) = (begin.trim_end_matches('\n').to_owned(), cut["next_column"].as_u64());
    while let Some(at) = column {
        let part = bench.done(
            "ReadFile",
            &json!({"filepath": "t", "start_line": line, "start_column": at, "max_lines": 1, "max_bytes": bytes}),
        );
        all.push_str(part["content"].as_str().unwrap().trim_end_matches('\n'));
        column = part["cut_lines"][0]["next_column"].as_u64();
    }
    all + if ended { "\n" } else { "" }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pages_make_up_the_file(text in text(), encoding in 0_u8..4, most in 1_u64..6, bytes in bytes()) {
        // A mark that begins a text without one would be its mark.
        let text = text.trim_start_matches('\u{feff}');
        let bench = Bench::new();
        bench.write("t", encoded(text, encoding));
        prop_assert_eq!(pages(&bench, most, bytes), shown(text));
        let whole = bench.done("ReadFile", &json!({"filepath": "t", "max_lines": 1}));
        let lines = shown(text).split_inclusive('\n').count();
        prop_assert_eq!(&whole["total_lines"], lines);
    }
}
