//! `ReadFile`: lines, and how to go on.

use crate::bench::{Bench, assert_says};
use serde_json::{Value, json};

const FIVE: &str = "one\ntwo\nthree\nfour\nfive\n";

/// Reads `t`.
#[track_caller]
fn read(bench: &Bench, mut arguments: Value) -> Value {
    arguments["filepath"] = json!("t");
    bench.done("ReadFile", &arguments)
}

#[test]
fn windows() {
    let bench = Bench::with(&[("t", FIVE)]);
    for (start, most, content, first, next) in [
        (None, None, FIVE, 1, None),
        (Some(1), Some(2), "one\ntwo\n", 1, Some(3)),
        (Some(2), Some(1), "two\n", 2, Some(3)),
        (Some(5), None, "five\n", 5, None),
        (Some(4), Some(2), "four\nfive\n", 4, None),
        (Some(4), Some(1_000_000_000_000_u64), "four\nfive\n", 4, None),
        (Some(-1), None, "five\n", 5, None),
        (Some(-2), Some(1), "four\n", 4, Some(5)),
        (Some(-5), None, FIVE, 1, None),
        (Some(-100), Some(1), "one\n", 1, Some(2)),
    ] {
        let text = read(&bench, json!({"start_line": start, "max_lines": most}));
        let case = format!("{start:?} {most:?}: {text}");
        assert_eq!(text["content"], content, "{case}");
        assert_eq!(text["start_line"], first, "{case}");
        assert_eq!(text["lines_read"], content.lines().count(), "{case}");
        assert_eq!(text["total_lines"], 5, "{case}");
        assert_eq!(text["max_lines"], json!(most), "{case}");
        assert_eq!(text.get("next_line"), next.map(|next: i64| json!(next)).as_ref(), "{case}");
        assert_eq!(text.get("truncated"), None, "{case}");
    }
}

#[test]
fn the_keys_of_a_plain_result() {
    let bench = Bench::with(&[("t", "a\nb")]);
    let expected = json!({
        "success": true, "content": "a\nb", "filepath": "t", "start_line": 1, "max_lines": null, "total_lines": 2, "lines_read": 2,
        "size": 3,
    });
    assert_eq!(read(&bench, json!({})), expected);
}

#[test]
fn lines_are_counted_to_the_end() {
    for (content, total) in [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n", 1), ("\n\n", 2), ("a\rb\n", 1)] {
        let bench = Bench::with(&[("t", content)]);
        let text = read(&bench, json!({}));
        assert_eq!(text["content"], content);
        assert_eq!((&text["total_lines"], &text["lines_read"]), (&json!(total), &json!(total)), "{content:?}");
        let tail = read(&bench, json!({"start_line": -9}));
        assert_eq!((&tail["content"], &tail["total_lines"]), (&json!(content), &json!(total)), "{content:?}");
        let beyond = total + 1;
        if beyond > 1 {
            let outcome = bench.call("ReadFile", &json!({"filepath": "t", "start_line": beyond}));
            let says = format!("start_line ({beyond}) is out of range. File has {total} lines.");
            assert_eq!((&outcome["error"], &outcome["total_lines"]), (&json!(says), &json!(total)));
        }
    }
}

#[test]
fn lines_that_do_not_exist() {
    let bench = Bench::with(&[("t", FIVE), ("empty", "")]);
    let outcome = bench.call("ReadFile", &json!({"filepath": "t", "start_line": 7}));
    assert_eq!(outcome["error"], "start_line (7) is out of range. File has 5 lines.");
    assert_eq!(outcome["total_lines"], 5);
    let outcome = bench.call("ReadFile", &json!({"filepath": "t", "start_line": 0}));
    assert_says(outcome["error"].as_str().unwrap(), &["start_line (0) is out of range", "from 1"]);
    assert_eq!(outcome["total_lines"], 5);
    let outcome = bench.call("ReadFile", &json!({"filepath": "empty", "start_line": 2}));
    assert_eq!((&outcome["success"], &outcome["total_lines"]), (&json!(false), &json!(0)));
    for most in [json!(0), json!(-1), json!("x"), json!(1.5)] {
        assert_says(&bench.error("ReadFile", &json!({"filepath": "t", "max_lines": most})), &["max_lines"]);
    }
    assert_says(
        &bench.error("ReadFile", &json!({"filepath": "t", "start_column": 4})),
        &["start_column (4) is out of range", "3 characters"],
    );
}

#[test]
fn a_long_result_ends_at_a_line_and_says_where_to_go_on() {
    let content = (1..=20_000).fold(String::new(), |text, line| text + &format!("this is line {line} of many\r\n"));
    let bench = Bench::with(&[("t", &content)]);
    let (mut all, mut next) = (String::new(), 1);
    loop {
        let text = read(&bench, json!({"start_line": next}));
        let shown = text["content"].as_str().unwrap();
        assert!(shown.len() <= 256 << 10);
        all.push_str(shown);
        assert_eq!((&text["total_lines"], &text["line_endings"]), (&json!(20_000), &json!("crlf")));
        let Some(go_on) = text.get("next_line") else { break };
        assert_says(text["truncated"].as_str().unwrap(), &[&format!("start_line={go_on}")]);
        assert_eq!(next + text["lines_read"].as_i64().unwrap(), go_on.as_i64().unwrap());
        next = go_on.as_i64().unwrap();
    }
    assert!(next > 1);
    assert_eq!(all, content.replace("\r\n", "\n"));
}

#[test]
fn a_line_that_is_too_long_is_cut_and_can_be_read_on() {
    let line: String = (0..).map(|n: u32| char::from_u32(0x4e00 + n % 20_000).unwrap()).take(100_000).collect();
    let content = format!("before\n{line}\nafter\n");
    let bench = Bench::with(&[("t", &content)]);
    let text = read(&bench, json!({}));
    assert_eq!((&text["total_lines"], &text["lines_read"]), (&json!(3), &json!(3)));
    let shown = text["content"].as_str().unwrap();
    assert!(shown.len() < 40_000 && shown.starts_with("before\n") && shown.ends_with("\nafter\n"));
    assert_says(text["truncated"].as_str().unwrap(), &["line 2 is longer than 32768 bytes", "start_line=2"]);
    assert_eq!(text["cut_lines"][0]["line"], 2);
    let (mut all, mut column) = (String::new(), 1);
    loop {
        let text = read(&bench, json!({"start_line": 2, "start_column": column, "max_lines": 1}));
        all.push_str(text["content"].as_str().unwrap().trim_end());
        let Some(cut) = text.get("cut_lines") else { break };
        column = cut[0]["next_column"].as_i64().unwrap();
        assert_eq!(column - 1, i64::try_from(all.chars().count()).unwrap());
    }
    assert!(all == line);
}

#[test]
fn a_line_of_five_megabytes_and_nothing_else() {
    let bench = Bench::with(&[("t", &"x".repeat(5_000_000))]);
    for start in [1, -1] {
        let text = read(&bench, json!({"start_line": start, "max_lines": 1}));
        assert_eq!(text["content"].as_str().unwrap().len(), 32 << 10);
        assert_eq!((&text["total_lines"], &text["size"]), (&json!(1), &json!(5_000_000)));
        assert_eq!(text["cut_lines"], json!([{"line": 1, "next_column": 32769}]));
        assert_eq!(text.get("next_line"), None);
    }
    // Of many such lines a few fill the result.
    let bench = Bench::with(&[("t", &format!("{}\n", "x".repeat(100_000)).repeat(20))]);
    let text = read(&bench, json!({}));
    assert!(text["content"].as_str().unwrap().len() <= 256 << 10);
    assert_eq!((&text["lines_read"], &text["next_line"], &text["total_lines"]), (&json!(7), &json!(8), &json!(20)));
    assert_says(text["truncated"].as_str().unwrap(), &["line 1 (and 6 more", "start_line=8"]);
}

#[test]
fn other_names_of_the_arguments() {
    let bench = Bench::with(&[("t", FIVE)]);
    for arguments in [
        json!({"path": "t", "offset": 2, "limit": 1}),
        json!({"file_path": "t", "startLine": 2, "maxLines": 1}),
        json!({"file": "./t", "start_line": "2", "max_lines": "1"}),
        json!({"filename": bench.path("t"), "start_line": 2, "max_lines": 1}),
    ] {
        assert_eq!(bench.done("ReadFile", &arguments)["content"], "two\n", "{arguments}");
    }
}

#[test]
fn it_reports() {
    let bench = Bench::with(&[("t", FIVE)]);
    read(&bench, json!({"max_lines": 2}));
    let reports = bench.reports.lock().unwrap();
    assert_eq!(*reports, ["ReadFile Start(\"Reading ./t\")", "ReadFile Done(\"2 of 5 lines\")"]);
}
