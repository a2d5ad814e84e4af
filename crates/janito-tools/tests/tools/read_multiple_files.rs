//! `ReadMultipleFiles`.

use crate::bench::{Bench, assert_says, error_of};
use serde_json::json;

#[test]
fn each_file_is_told_in_order() {
    let bench = Bench::with(&[("a", "1\n2\n3\n"), ("sub/b", "x"), ("empty", "")]);
    bench.write("binary", b"\0\x01");
    let read = bench.done(
        "ReadMultipleFiles",
        &json!({"filepaths": ["a", "missing", "sub/b", "binary", "empty", "a"], "max_lines": 2}),
    );
    assert_eq!(
        (&read["total_files"], &read["successful_files"], &read["max_lines"]),
        (&json!(6), &json!(4), &json!(2))
    );
    let of = |index: usize| &read["files"][index];
    let expected = json!({
        "success": true, "content": "1\n2\n", "filepath": "a", "start_line": 1, "max_lines": 2, "total_lines": 3, "lines_read": 2,
        "size": 6, "next_line": 3,
    });
    assert_eq!((of(0), of(5)), (&expected, &expected));
    assert_eq!(of(1), &json!({"success": false, "filepath": "missing", "error": "the file does not exist: ./missing"}));
    assert_eq!((&of(2)["content"], &of(2)["lines_read"]), (&json!("x"), &json!(1)));
    assert_says(of(3)["error"].as_str().unwrap(), &["binary"]);
    assert_eq!((&of(4)["content"], &of(4)["total_lines"]), (&json!(""), &json!(0)));
}

#[test]
fn names_are_taken_as_they_are() {
    let bench = Bench::with(&[(" spaces ", "x"), ("l.txt", "y")]);
    let read = bench.done("ReadMultipleFiles", &json!({"filepaths": [" spaces "]}));
    assert_eq!(read["files"][0]["content"], "x");
    // One text for a list of one.
    let read = bench.done("ReadMultipleFiles", &json!({"filepaths": "l.txt"}));
    assert_eq!(read["files"][0]["content"], "y");
}

#[test]
fn all_together_have_a_bound() {
    let line = format!("{}\n", "x".repeat(999));
    let bench = Bench::with(&[("big", &line.repeat(200)), ("next", &line.repeat(200)), ("small", "s\n")]);
    let read = bench.done("ReadMultipleFiles", &json!({"filepaths": ["big", "next", "big", "small"]}));
    let files = read["files"].as_array().unwrap();
    let lengths: Vec<usize> = files.iter().map(|file| file["content"].as_str().unwrap().len()).collect();
    assert_eq!(lengths, [200_000, 62_000, 0, 2]);
    assert_eq!((&files[1]["next_line"], &files[2]["next_line"]), (&json!(63), &json!(1)));
    for cut in [1, 2] {
        assert_says(files[cut]["truncated"].as_str().unwrap(), &["start_line"]);
    }
    let text = read.to_string();
    assert!(text.len() < 300_000, "{}", text.len());
}

#[test]
fn nothing_read_is_a_failure() {
    let bench = Bench::new();
    let outcome = bench.call("ReadMultipleFiles", &json!({"filepaths": ["no", "../no"]}));
    assert_says(&error_of(&outcome), &["none of the files could be read"]);
    assert_says(outcome["files"][0]["error"].as_str().unwrap(), &["does not exist"]);
    assert_says(outcome["files"][1]["error"].as_str().unwrap(), &["lies outside"]);
    assert_says(&bench.error("ReadMultipleFiles", &json!({"filepaths": []})), &["No file paths provided"]);
    assert_says(&bench.error("ReadMultipleFiles", &json!({"filepaths": vec!["x"; 201]})), &["too many", "200"]);
}
