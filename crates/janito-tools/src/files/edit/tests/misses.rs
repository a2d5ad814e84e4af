//! What is said of an edit that cannot be made.

use super::super::miss;
use super::edit;
use std::time::{Duration, Instant};

#[track_caller]
fn says(text: &str, old: &str, parts: &[&str]) {
    let error = edit(text.as_bytes(), old, "new", false).unwrap_err();
    for part in parts {
        assert!(error.message().contains(part), "`{part}` is not in: {error}");
    }
}

#[test]
fn what_differs_is_named() {
    let go = "func main() {\n\tif x {\n\t\treturn 1\n\t}\n}\n";
    for (text, old, parts) in [
        (go, "    if x {\n        return 1\n", &["lines 2-3", "white space (tabs and spaces)", r#""\tif x {""#][..]),
        ("a = 1  \nb = 2\n", "a = 1\nb = 2", &["lines 1-2", "blanks at the end of a line"]),
        ("a = 1\n\n\nb = 2\n", "a = 1\nb = 2", &["lines 1-4", "blank lines"]),
        ("  a = 1\n  b = 2\n", "  a = 1\n    b = 2", &["lines 1-2", "white space"]),
        ("Hello World\n", "hello world", &["line 1", "letter case"]),
        ("say “hi”\n", "say \"hi\"", &["line 1", "`“` (U+201C)"]),
        ("a\u{a0}b\n", "a b", &["line 1", "U+00A0"]),
        ("x – y\n", "x - y", &["`–` (U+2013)"]),
        ("cafe\u{301} au lait\n", "café au lait", &["line 1"]),
        ("x\nfoo(1)\n", "2: foo(1)", &["line numbers", "line 2"]),
        ("x\nfoo(1)\nbar(2)\n", "     2\tfoo(1)\n     3\tbar(2)\n", &["line numbers", "lines 2-3"]),
        ("a\nb\n", r"a\nb", &["backslash escapes", "line 1"]),
        (r#"print("a\nb")"#, "print(\"a\nb\")", &["as escapes such as \\n"]),
        ("a < b && c\n", "a &lt; b &amp;&amp; c", &["entities"]),
        ("a &lt; b\n", "a < b", &["entities"]),
        (
            "let total = compute(first, second);\n",
            "let total = compute(first, third);",
            &["nearest is line 1", "second"],
        ),
        ("one\ntwo\n", "quite something else that is not there", &["no line is like it"]),
        ("", "x", &["the file is empty"]),
    ] {
        says(text, old, parts);
    }
}

#[test]
fn the_nearest_lines_are_facts() {
    let error = edit(b"\tif x:\n\t\tpass\n", "  if x:\n    pass\n", "y", false).unwrap_err();
    let facts: Vec<String> = error.facts().iter().map(|(key, value)| format!("{key}={value}")).collect();
    assert_eq!(facts, ["occurrences=0", r#"nearest=[{"line":1,"text":"\tif x:"},{"line":2,"text":"\t\tpass"}]"#]);
}

#[test]
fn a_miss_in_a_long_file_is_explained_at_once() {
    let line = "some words of a line that is there again and again, with a number at its end: ";
    let numbered: Vec<String> = (0..100_000).map(|number| format!("{line}{number}")).collect();
    let many = numbered.join("\n");
    let one = line.repeat(120_000);
    let short = "x\n".repeat(5_000_000);
    let old = format!("{line}77777 and more that is not there\n{line}77778\n");
    for text in [&many, &one, &short] {
        for old in [&old, "}", &"x ".repeat(20_000)] {
            let begun = Instant::now();
            let _ = miss::explain(text.as_bytes(), old);
            // Tests are not optimised, and other tests run meanwhile.
            assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
        }
    }
    let error = miss::explain(many.as_bytes(), &old);
    assert!(error.message().contains("lines 77778-77779"), "{error}");
}
