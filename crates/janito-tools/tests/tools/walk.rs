//! What the tools that walk folders share: what a glob means and says, many paths, `.git`, and long arguments.

use crate::bench::{Bench, assert_says};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[track_caller]
fn find(bench: &Bench, arguments: &Value) -> Vec<String> {
    serde_json::from_value(bench.done("FindFiles", arguments)["files"].clone()).unwrap()
}

fn tree() -> Bench {
    Bench::with(&[
        ("a.ts", "x"),
        ("k", "x"),
        ("sub/k", "x"),
        ("sub/a.ts", "x"),
        ("build/o", "x"),
        ("sub/build/o", "x"),
        ("src/b.ts", "x"),
        ("src/src/c.ts", "x"),
    ])
}

#[test]
fn a_glob_that_begins_with_the_folder_stays_there() {
    let bench = tree();
    let root = bench.path("").canonicalize().unwrap().display().to_string();
    for (pattern, expected) in [
        ("./*.ts".to_owned(), vec!["./a.ts"]),
        (".//./k".to_owned(), vec!["./k"]),
        (format!("{root}/k"), vec!["./k"]),
        (format!("{root}//./*.ts"), vec!["./a.ts"]),
        ("src//b.ts".to_owned(), vec!["./src/b.ts"]),
        ("src/./b.ts".to_owned(), vec!["./src/b.ts"]),
        ("k".to_owned(), vec!["./k", "./sub/k"]),
    ] {
        assert_eq!(find(&bench, &json!({"pattern": pattern})), expected, "{pattern}");
        let searched = bench.done("SearchText", &json!({"query": "x", "include": [pattern], "count_only": true}));
        assert_eq!(searched["counts"].as_object().unwrap().keys().collect::<Vec<_>>(), expected, "{pattern}");
    }
    let objects = |exclude: &str| find(&bench, &json!({"pattern": "o", "exclude": [exclude]}));
    assert_eq!(objects("./build"), ["./sub/build/o"]);
    assert_eq!(objects(&format!("{root}/build/")), ["./sub/build/o"]);
    assert_eq!(objects("build"), Vec::<String>::new());
    assert_eq!(find(&bench, &json!({"paths": ["src"], "pattern": "./*.ts"})), ["./src/b.ts"]);
    assert_eq!(find(&bench, &json!({"pattern": root})).len(), 8);
}

#[test]
fn a_glob_that_finds_nothing_says_why() {
    let bench = tree();
    for pattern in ["../a.ts", "src/../a.ts", "a\0"] {
        let error = bench.error("FindFiles", &json!({"pattern": pattern}));
        assert_says(&error, &["is not valid", if pattern.contains('.') { "`..` leads out" } else { "NUL" }]);
    }
    let result = bench.done("FindFiles", &json!({"paths": ["src"], "pattern": "src/b.ts"}));
    assert_says(result["note"].as_str().unwrap(), &["`src/b.ts`", "beneath ./src/", "pass `./b.ts`"]);
    let result = bench.done("SearchText", &json!({"query": "x", "paths": ["sub"], "include": ["sub/k"]}));
    assert_says(result["note"].as_str().unwrap(), &["`sub/k`", "beneath ./sub/"]);
    let result = bench.done("ListFiles", &json!({"directory": "src", "pattern": "src/b.ts", "recursive": true}));
    assert_says(result["note"].as_str().unwrap(), &["pass `./b.ts`"]);
    // There it means something.
    let result = bench.done("FindFiles", &json!({"paths": ["src"], "pattern": "src/c.ts"}));
    assert_eq!((&result["total_found"], result.get("note")), (&json!(1), None));
}

#[test]
fn a_repository_is_walked_where_it_is_named() {
    let bench = Bench::with(&[
        (".git/config", "needle\n"),
        (".git/HEAD", "x\n"),
        (".gitignore", "config\n"),
        ("f", "needle\n"),
    ]);
    assert_eq!(find(&bench, &json!({})), ["./.gitignore", "./f"]);
    assert_eq!(find(&bench, &json!({"paths": [".git"]})), ["./.git/HEAD", "./.git/config"]);
    let result = bench.done("SearchText", &json!({"query": "needle", "paths": [".git"]}));
    assert_eq!((&result["matches"], result.get("note")), (&json!(["./.git/config:1: needle"]), None));
    let result = bench.done("FindFiles", &json!({"pattern": ".git/*"}));
    assert_says(result["note"].as_str().unwrap(), &["`.git/*`", "walked only where `.git` itself is searched"]);
}

#[test]
fn many_paths_and_globs_take_no_longer_than_they_must() {
    let bench = Bench::new();
    let paths: Vec<String> = (0..10_000).map(|number| format!("{}/{number}", number % 10)).collect();
    for path in &paths {
        bench.write(path, "x\n");
    }
    let begin = Instant::now();
    let result = bench.done("SearchText", &json!({"query": "x", "paths": paths, "max_results": 10}));
    assert_eq!(result["total_matches"], 10_000);
    let globs: Vec<String> = (0..1000).map(|number| format!("**/no{number}*x")).collect();
    let result = bench.done("FindFiles", &json!({"exclude": globs}));
    assert_eq!(result["total_found"], 10_000);
    assert!(begin.elapsed() < Duration::from_secs(12), "{:?}", begin.elapsed());
    // A folder and what lies in it, between others whose names begin as its does.
    let result = bench.done("FindFiles", &json!({"paths": ["1", "1/1", "2/2", "2/2"]}));
    assert_eq!(result["total_found"], 1001);
}

#[test]
fn long_arguments_are_told_short() {
    let bench = Bench::with(&[("f", "x")]);
    let long = "p".repeat(6000);
    for (tool, arguments) in [
        ("FindFiles", json!({"paths": [long]})),
        ("SearchText", json!({"query": "x", "paths": [long]})),
        ("ListFiles", json!({"directory": long})),
        ("FindFiles", json!({"pattern": format!("{long}[")})),
        ("SearchRegex", json!({"pattern": "(".repeat(3000)})),
        ("SearchRegex", json!({"pattern": format!("{long}(?=x){long}")})),
        ("SearchRegex", json!({"pattern": format!("(?:{long}){{1000}}")})),
    ] {
        let error = bench.error(tool, &arguments);
        assert!(error.len() < 1000, "{tool}: {} bytes: {error}", error.len());
        assert!(error.contains('…'), "{tool}: {error}");
    }
    let none: Vec<String> = (0..500).map(|number| format!("none{number}")).collect();
    let failed = bench.call("FindFiles", &json!({"paths": none}));
    assert_eq!(failed["missing"].as_array().unwrap().len(), 20);
    assert_says(failed["error"].as_str().unwrap(), &["none19", "the first 20 of 500"]);
    assert!(!failed["error"].as_str().unwrap().contains("none20"));
    let paths = [&none[..], &["f".to_owned()]].concat();
    let some = bench.done("FindFiles", &json!({"paths": paths}));
    assert_eq!((some["missing"].as_array().unwrap().len(), &some["total_found"]), (20, &json!(1)));
}
