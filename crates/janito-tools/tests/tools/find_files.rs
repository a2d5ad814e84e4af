//! `FindFiles`: names, kinds, sizes, ages, what is cut and what is left out.

use crate::bench::{Bench, assert_says};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::time::{Duration, SystemTime};

/// The paths that are found.
#[track_caller]
fn find(bench: &Bench, arguments: &Value) -> Vec<String> {
    serde_json::from_value(bench.done("FindFiles", arguments)["files"].clone()).unwrap()
}

fn tree() -> Bench {
    Bench::with(&[
        ("a.ts", ""),
        (".eslintrc.json", ""),
        (".github/workflows/ci.yml", "uses: x\n"),
        ("src/b.ts", ""),
        ("src/x/c.ts", ""),
        ("src-old/d.js", ""),
        (".git/HEAD", "ref: refs/heads/main\n"),
    ])
}

#[test]
fn patterns() {
    let bench = tree();
    let root = bench.path("").canonicalize().unwrap();
    let absolute = format!("{}/src/*.ts", root.display());
    for (pattern, expected) in [
        ("**/*.ts", vec!["./a.ts", "./src/b.ts", "./src/x/c.ts"]),
        ("*.ts", vec!["./a.ts", "./src/b.ts", "./src/x/c.ts"]),
        ("src/**/*.ts", vec!["./src/b.ts", "./src/x/c.ts"]),
        ("src/*.ts", vec!["./src/b.ts"]),
        ("src/b.ts", vec!["./src/b.ts"]),
        ("./src/b.ts", vec!["./src/b.ts"]),
        ("{a,b}.ts", vec!["./a.ts", "./src/b.ts"]),
        ("{src,src-old}/*.{ts,js}", vec!["./src-old/d.js", "./src/b.ts"]),
        (&absolute, vec!["./src/b.ts"]),
        (".github/**/*.yml", vec!["./.github/workflows/ci.yml"]),
        ("**/*.yml", vec!["./.github/workflows/ci.yml"]),
        ("*.yml", vec!["./.github/workflows/ci.yml"]),
        (".*", vec!["./.eslintrc.json"]),
        ("[ab].ts", vec!["./a.ts", "./src/b.ts"]),
        ("?.ts", vec!["./a.ts", "./src/b.ts", "./src/x/c.ts"]),
        ("A.TS", vec![]),
        ("src/", vec![]),
    ] {
        assert_eq!(find(&bench, &json!({"pattern": pattern})), expected, "{pattern}");
    }
    let all = find(&bench, &json!({}));
    assert_eq!(all.len(), 6);
    for pattern in ["**", "*", "", "./"] {
        assert_eq!(find(&bench, &json!({"pattern": pattern})), all, "{pattern}");
    }
    for (pattern, parts) in [
        ("[a", ["character 1", "`\\[`"]),
        ("x{a,b", ["character 2", "close it"]),
        ("a}", ["character 2", "closes nothing"]),
        ("[z-a]", ["`z-a`", "`a-z`"]),
        ("/etc/*", ["absolute", "relative"]),
    ] {
        let error = bench.error("FindFiles", &json!({"pattern": pattern}));
        assert_says(&error, &["the pattern", pattern, parts[0], parts[1]]);
    }
}

#[test]
fn kinds() {
    let bench = tree();
    bench.link("a.ts", "link");
    bench.link("nowhere", "dangling");
    bench.link("src", "folder");
    let found = |kind: &str| find(&bench, &json!({"file_type": kind, "max_depth": 0}));
    assert_eq!(found("file"), ["./.eslintrc.json", "./a.ts"]);
    assert_eq!(found("dir"), ["./.github/", "./src-old/", "./src/"]);
    assert_eq!(found("symlink"), ["./dangling", "./folder", "./link"]);
    assert_eq!(found("any").len(), 8);
    assert_says(&bench.error("FindFiles", &json!({"file_type": "socket"})), &["file_type", "dir", "symlink"]);
}

#[test]
fn depth_is_as_everywhere() {
    let bench = tree();
    for (depth, expected) in [(0, 1), (1, 2), (2, 3), (9, 3)] {
        let found = find(&bench, &json!({"pattern": "*.ts", "max_depth": depth}));
        assert_eq!(found.len(), expected, "{depth}");
        let listed = bench.done("ListFiles", &json!({"pattern": "*.ts", "max_depth": depth, "recursive": true}));
        assert_eq!(listed["files"].as_array().unwrap().len(), expected, "{depth}");
    }
}

#[test]
fn paths_that_are_given() {
    let bench = tree();
    bench.write("my dir/e f.ts", "");
    let found = |paths: Value| find(&bench, &json!({"paths": paths, "pattern": "*.ts"}));
    assert_eq!(found(json!(["src", "my dir"])), ["./my dir/e f.ts", "./src/b.ts", "./src/x/c.ts"]);
    assert_eq!(found(json!("my dir")), ["./my dir/e f.ts"]);
    assert_eq!(found(json!("[\"src\", \"my dir\"]")).len(), 3);
    assert_eq!(found(json!("src/b.ts")), ["./src/b.ts"]);
    assert_eq!(found(json!(bench.path("src"))), ["./src/b.ts", "./src/x/c.ts"]);
    // Each once, however often it is reached.
    assert_eq!(found(json!(["src", "src", "./src/", "src/x", "src/b.ts", "."])).len(), 4);
    let all = bench.done("FindFiles", &json!({"paths": [".", "src", "src/x"], "pattern": "*.ts", "max_results": 1}));
    assert_eq!((&all["total_found"], &all["returned"]), (&json!(4), &json!(1)));
    // A pattern is relative to each folder.
    assert_eq!(find(&bench, &json!({"paths": [".", "src"], "pattern": "x/*.ts"})), ["./src/x/c.ts"]);
    assert_eq!(find(&bench, &json!({"paths": [".", "src"], "pattern": "src/*.ts"})), ["./src/b.ts"]);

    let some = bench.done("FindFiles", &json!({"paths": ["none", "src", "/etc"], "pattern": "*.ts"}));
    assert_eq!((&some["missing"], &some["total_found"]), (&json!(["none", "/etc"]), &json!(2)));
    assert_says(some["note"].as_str().unwrap(), &["does not exist: ./none", "lies outside"]);
    let error = bench.error("FindFiles", &json!({"paths": "src my"}));
    assert_says(&error, &["does not exist: ./src my"]);
    let error = bench.error("FindFiles", &json!({"paths": "src src-old"}));
    assert_says(&error, &["does not exist", "[\"src\", \"src-old\"]"]);
    let failed = bench.call("FindFiles", &json!({"paths": ["none", "neither"]}));
    assert_says(failed["error"].as_str().unwrap(), &["nothing can be searched", "./none", "./neither"]);
    assert_eq!(failed["missing"], json!(["none", "neither"]));
    assert_says(&bench.error("FindFiles", &json!({"paths": []})), &["`paths`"]);
}

#[test]
fn what_leads_outside() {
    let bench = tree();
    fs::create_dir(bench.outside("out")).unwrap();
    fs::write(bench.outside("out/secret.ts"), "SECRET").unwrap();
    bench.link(bench.outside("out"), "leak");
    bench.link("../../out", "src/leak");
    for path in ["leak", "src/leak", "..", "/etc", "../root-evil", "src/../.."] {
        let outcome = bench.call("FindFiles", &json!({"paths": [path]})).to_string();
        assert!(outcome.contains("\"success\":false") && !outcome.contains("secret.ts"), "{path}: {outcome}");
    }
    assert_eq!(find(&bench, &json!({"pattern": "*.ts"})).len(), 3);
}

#[test]
fn sizes() {
    let bench = Bench::new();
    for (name, length) in [("0", 0), ("1023", 1023), ("1024", 1024), ("1536", 1536), ("2m", 2 << 20)] {
        bench.write(name, vec![b'x'; length]);
    }
    let found = |arguments: Value| find(&bench, &arguments).join(" ");
    for (least, expected) in [
        (json!(1024), "./1024 ./1536 ./2m"),
        (json!("1KB"), "./1024 ./1536 ./2m"),
        (json!("1.5k"), "./1536 ./2m"),
        (json!("1.5 KiB"), "./1536 ./2m"),
        (json!("2 MB"), "./2m"),
        (json!("1GB"), ""),
        (json!("1024"), "./1024 ./1536 ./2m"),
        (json!(0), "./0 ./1023 ./1024 ./1536 ./2m"),
    ] {
        assert_eq!(found(json!({"min_size": least})), expected, "{least}");
    }
    assert_eq!(found(json!({"max_size": 0})), "./0");
    assert_eq!(found(json!({"min_size": 1, "max_size": "1KB"})), "./1023 ./1024");
    assert_eq!(found(json!({"min_size": 0, "file_type": "dir"})), "");
    for wrong in [json!("abc"), json!("10XB"), json!(-1), json!(""), json!("KB")] {
        assert_says(&bench.error("FindFiles", &json!({"min_size": wrong, "max_size": 5})), &["min_size"]);
    }
}

#[test]
fn ages() {
    const DAY: Duration = Duration::from_hours(24);
    let bench = Bench::with(&[("now", ""), ("week", ""), ("month", ""), ("future", ""), ("ancient", "")]);
    let set = |name: &str, time: SystemTime| File::open(bench.path(name)).unwrap().set_modified(time).unwrap();
    set("week", SystemTime::now() - 7 * DAY);
    set("month", SystemTime::now() - 30 * DAY);
    set("future", SystemTime::now() + DAY);
    set("ancient", SystemTime::UNIX_EPOCH - DAY);
    let found = |arguments: Value| find(&bench, &arguments).join(" ");
    assert_eq!(found(json!({"modified_within_days": 1})), "./future ./now");
    assert_eq!(found(json!({"modified_within_days": 7.5})), "./future ./now ./week");
    assert_eq!(found(json!({"older_than_days": 7.5})), "./ancient ./month");
    assert_eq!(found(json!({"older_than_days": 0.5, "modified_within_days": 10})), "./week");
    assert_eq!(found(json!({"sort_by": "mtime"})), "./ancient ./month ./week ./now ./future");
    assert_eq!(found(json!({"sort_by": "mtime", "descending": true, "max_results": 2})), "./future ./now");
    assert_says(&bench.error("FindFiles", &json!({"modified_within_days": -1})), &["modified_within_days"]);
    assert_says(&bench.error("FindFiles", &json!({"modified_within_days": 1e300})), &["days ago"]);
}

#[test]
fn sorted_and_then_cut() {
    let bench = Bench::new();
    for number in 0..250 {
        bench.write(&format!("{}/{number:03}", number % 7), vec![b'x'; 1000 - number]);
    }
    let result = bench.done("FindFiles", &json!({"sort_by": "size", "max_results": 3}));
    assert_eq!(result["files"], json!(["./4/249", "./3/248", "./2/247"]));
    assert_eq!((&result["total_found"], &result["returned"]), (&json!(250), &json!(3)));
    assert_says(result["truncated"].as_str().unwrap(), &["1 to 3 of 250", "offset=3"]);
    let result = bench.done("FindFiles", &json!({"sort_by": "size", "descending": true, "max_results": 1}));
    assert_eq!(result["files"], json!(["./0/000"]));
    assert_eq!(find(&bench, &json!({"descending": true, "max_results": 1})), ["./6/244"]);

    // As many as asked for are not too many.
    for (max, cut) in [(249, true), (250, false), (251, false)] {
        let result = bench.done("FindFiles", &json!({"max_results": max}));
        assert_eq!(result.get("truncated").is_some(), cut, "{max}");
    }
    assert_eq!(find(&bench, &json!({})).len(), 200);
    // Pages make up the whole.
    let whole = find(&bench, &json!({"max_results": 1000}));
    let pages: Vec<String> =
        (0..5).flat_map(|page| find(&bench, &json!({"max_results": 60, "offset": page * 60}))).collect();
    assert_eq!(pages, whole);
    assert!(whole.is_sorted());
    let beyond = bench.done("FindFiles", &json!({"offset": 300}));
    assert_says(beyond["truncated"].as_str().unwrap(), &["250 results", "offset=300"]);
    assert_says(&bench.error("FindFiles", &json!({"max_results": 0})), &["max_results"]);
}

#[test]
fn what_is_excluded() {
    let bench = tree();
    bench.write("src/gen/x.ts", "");
    for (exclude, expected) in [
        (json!("src"), vec!["./a.ts"]),
        (json!(["src/"]), vec!["./a.ts"]),
        (json!(["x", "gen"]), vec!["./a.ts", "./src/b.ts"]),
        (json!("src/gen"), vec!["./a.ts", "./src/b.ts", "./src/x/c.ts"]),
        (json!("src/{x,gen}/**"), vec!["./a.ts", "./src/b.ts"]),
        (json!("{a,b}.ts"), vec!["./src/gen/x.ts", "./src/x/c.ts"]),
        (json!([]), vec!["./a.ts", "./src/b.ts", "./src/gen/x.ts", "./src/x/c.ts"]),
    ] {
        assert_eq!(find(&bench, &json!({"pattern": "*.ts", "exclude": exclude})), expected, "{exclude}");
    }
    assert_eq!(find(&bench, &json!({"paths": "a.ts", "exclude": "*.ts"})), Vec::<String>::new());
    assert_says(&bench.error("FindFiles", &json!({"exclude": ["ok", "[x"]})), &["`[x`"]);
}

#[test]
fn what_is_ignored() {
    let bench = tree();
    bench.write(".gitignore", "*.js\nbuild/\n");
    bench.write("src/.gitignore", "c.ts\n");
    bench.write(".janitoignore", "*.json\n");
    bench.write("build/out.js", "");
    let result = bench.done("FindFiles", &json!({}));
    let expected = json!(["./.github/workflows/ci.yml", "./.gitignore", "./a.ts", "./src/.gitignore", "./src/b.ts"]);
    assert_eq!(result["files"], expected);
    // Seen and not left out: five files, `.github`, its `workflows`, `src`, `src/x` and `src-old`.
    let stats = json!({"entries_scanned": 10, "gitignore_ignored": 3, "janitoignore_ignored": 2});
    assert_eq!(result["stats"], stats);
    assert_eq!(result.get("note"), None);
    let result = bench.done("FindFiles", &json!({"pattern": "*.js"}));
    assert_eq!(result["files"], json!([]));
    assert_says(result["note"].as_str().unwrap(), &["3 entries", "respect_gitignore=false"]);
    assert_eq!(find(&bench, &json!({"pattern": "*.js", "respect_gitignore": false})).len(), 2);
    assert_eq!(find(&bench, &json!({"pattern": "*.json", "respect_gitignore": false})), Vec::<String>::new());
    // What is named outright is not left out by git, and is by .janitoignore.
    let result = bench.done("FindFiles", &json!({"paths": ["build", "src-old/d.js"]}));
    assert_eq!(result["files"], json!(["./build/out.js", "./src-old/d.js"]));
    assert_says(result["note"].as_str().unwrap(), &["build is itself ignored by git"]);
    assert_says(&bench.error("FindFiles", &json!({"paths": ".eslintrc.json"})), &["hidden by a .janitoignore"]);
    // Below a folder that has rules above it.
    assert_eq!(find(&bench, &json!({"paths": "src/x"})), Vec::<String>::new());
    assert_eq!(find(&bench, &json!({"paths": "src-old"})), Vec::<String>::new());
}

#[test]
fn cycles_of_links_end() {
    let bench = Bench::with(&[("1/f", ""), ("2/g", "")]);
    bench.link("..", "1/loop");
    bench.link("..", "2/loop");
    bench.link("self", "self");
    let result = bench.call_at_once("FindFiles", &json!({"file_type": "any"}));
    assert_eq!(result["files"], json!(["./1/", "./1/f", "./1/loop", "./2/", "./2/g", "./2/loop", "./self"]));
}

#[test]
fn names_that_are_odd() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let bench = Bench::with(&[(" lead", ""), ("new\nline", ""), ("[x]", ""), ("日本", "")]);
    fs::write(bench.path("").join(OsStr::from_bytes(b"bad\xff")), "").unwrap();
    let result = bench.done("FindFiles", &json!({}));
    assert_eq!(result["files"], json!(["./ lead", "./[x]", "./bad\u{fffd}", "./new\nline", "./日本"]));
    assert_says(result["note"].as_str().unwrap(), &["no valid text: 1", "cannot be used as a path"]);
    for path in [" lead", "[x]", "new\nline", "日本"] {
        assert_eq!(find(&bench, &json!({"paths": [path]})), [format!("./{path}")]);
    }
    // One text is a list of one, unless it may be meant as several.
    assert_eq!(find(&bench, &json!({"paths": " lead"})), ["./ lead"]);
    assert_says(&bench.error("FindFiles", &json!({"paths": "a,b"})), &["array of strings"]);
}

#[test]
fn the_same_every_time() {
    let bench = Bench::new();
    for number in 0..600 {
        bench.write(&format!("{}/{}/{number}.txt", number % 13, number % 5), "needle\n");
    }
    let arguments = json!({"max_results": 37, "sort_by": "size"});
    let first = bench.done("FindFiles", &arguments);
    for _ in 0..20 {
        assert_eq!(bench.done("FindFiles", &arguments), first);
    }
}

#[test]
fn reports() {
    let bench = tree();
    find(&bench, &json!({"paths": ["src", ".github", ".", "src-old"], "pattern": "*.ts", "exclude": ["x", "y"]}));
    let reports = bench.reports.lock().unwrap();
    let start = "FindFiles Start(\"Finding *.ts in ./src, ./.github, ";
    assert!(reports[0].starts_with(start) && reports[0].ends_with(" (+1 more) exclude 'x y'\")"), "{reports:?}");
    assert_eq!(reports[1], "FindFiles Done(\"2 found\")");
}
