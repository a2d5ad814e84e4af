//! `ListFiles`: entries, patterns, what is left out.

use crate::bench::{Bench, assert_says, error_of};
use serde_json::{Value, json};
use std::fs;

/// The paths that are listed.
#[track_caller]
fn list(bench: &Bench, arguments: &Value) -> Vec<String> {
    serde_json::from_value(bench.done("ListFiles", arguments)["files"].clone()).unwrap()
}

fn tree() -> Bench {
    Bench::with(&[
        ("a.ts", ""),
        (".eslintrc.json", ""),
        (".github/workflows/ci.yml", ""),
        ("src/b.ts", ""),
        ("src/x/c.ts", ""),
        ("src-old/d.js", ""),
        ("src.txt", ""),
    ])
}

#[test]
fn entries_in_order() {
    let bench = tree();
    assert_eq!(list(&bench, &json!({})), [".eslintrc.json", ".github/", "a.ts", "src-old/", "src.txt", "src/"]);
    assert_eq!(list(&bench, &json!({"directory": "src"})), ["b.ts", "x/"]);
    let all = list(&bench, &json!({"recursive": true}));
    let expected = [
        ".eslintrc.json",
        ".github/",
        ".github/workflows/",
        ".github/workflows/ci.yml",
        "a.ts",
        "src-old/",
        "src-old/d.js",
        "src.txt",
        "src/",
        "src/b.ts",
        "src/x/",
        "src/x/c.ts",
    ];
    assert_eq!(all, expected);
    assert!(all.is_sorted());
}

#[test]
fn depth() {
    let bench = tree();
    let deep = |depth: u32| list(&bench, &json!({"recursive": true, "max_depth": depth, "pattern": "*.ts"}));
    assert_eq!(deep(0), ["a.ts"]);
    assert_eq!(deep(1), ["a.ts", "src/b.ts"]);
    assert_eq!(deep(2), ["a.ts", "src/b.ts", "src/x/c.ts"]);
    assert_eq!(list(&bench, &json!({"max_depth": 5})), list(&bench, &json!({})));
}

#[test]
fn patterns() {
    let bench = tree();
    let root = bench.path("").canonicalize().unwrap();
    let absolute = format!("{}/src/*.ts", root.display());
    for (pattern, expected) in [
        ("*.ts", vec!["a.ts", "src/b.ts", "src/x/c.ts"]),
        ("**/*.ts", vec!["a.ts", "src/b.ts", "src/x/c.ts"]),
        ("src/**/*.ts", vec!["src/b.ts", "src/x/c.ts"]),
        ("src/*.ts", vec!["src/b.ts"]),
        ("src/b.ts", vec!["src/b.ts"]),
        ("./src/b.ts", vec!["src/b.ts"]),
        (&absolute, vec!["src/b.ts"]),
        ("{a,b}.ts", vec!["a.ts", "src/b.ts"]),
        ("[!a].ts", vec!["src/b.ts", "src/x/c.ts"]),
        (".github/**/*.yml", vec![".github/workflows/ci.yml"]),
        ("*.yml", vec![".github/workflows/ci.yml"]),
        ("src*/", vec!["src-old/", "src/"]),
        ("*/", vec![".github/", ".github/workflows/", "src-old/", "src/", "src/x/"]),
        ("src/*/", vec!["src/x/"]),
        ("none", vec![]),
    ] {
        assert_eq!(list(&bench, &json!({"recursive": true, "pattern": pattern})), expected, "{pattern}");
    }
    let everything = list(&bench, &json!({"recursive": true}));
    for pattern in [json!(""), json!("**"), json!("*"), json!(null), json!("./")] {
        let all = list(&bench, &json!({"recursive": true, "pattern": pattern}));
        assert_eq!(all, everything, "{pattern}");
    }
    for pattern in ["[a", "{a,b", "/etc/*"] {
        assert_says(&bench.error("ListFiles", &json!({"pattern": pattern})), &["pattern", pattern, "not valid"]);
    }
    let listing = bench.done("ListFiles", &json!({"pattern": "src/*.ts"}));
    assert_says(listing["note"].as_str().unwrap(), &["recursive=true"]);
    let listing = bench.done("ListFiles", &json!({"pattern": "**/a.ts"}));
    assert_eq!((&listing["files"], listing.get("note")), (&json!(["a.ts"]), None));
    let listing = bench.done("ListFiles", &json!({"max_depth": 3}));
    assert_says(listing["note"].as_str().unwrap(), &["max_depth means nothing without recursive=true"]);
}

#[test]
fn the_keys_of_a_result_and_that_counts_add_up() {
    let bench = tree();
    bench.write(".gitignore", "*.js\n");
    bench.write(".janitoignore", ".eslintrc.json\n");
    bench.link("src", "link");
    let listing = bench.done("ListFiles", &json!({"recursive": true, "pattern": "*.ts", "max_depth": 1}));
    let expected = json!({
        "success": true, "files": ["a.ts", "src/b.ts"], "directory": ".", "pattern": "*.ts", "recursive": true, "max_depth": 1,
        "respect_gitignore": true, "gitignore_applied": true, "janitoignore_applied": true,
        "stats": {
            "total_items": 2, "files": 2, "directories": 0, "links": 0, "others": 0, "gitignore_ignored": 1, "janitoignore_ignored": 2,
        },
    });
    assert_eq!(listing, expected);
    let listing = bench.done("ListFiles", &json!({"recursive": true}));
    let stats = &listing["stats"];
    let count = |key: &str| stats[key].as_u64().unwrap();
    assert_eq!(listing["files"].as_array().unwrap().len() as u64, count("total_items"));
    assert_eq!(count("total_items"), count("files") + count("directories") + count("links") + count("others"));
    assert_eq!((count("links"), count("directories")), (1, 5));
    let reports = bench.reports.lock().unwrap();
    assert_says(reports.last().unwrap(), &["directories, 1 links)"]);
}

#[test]
fn a_listing_is_bounded_and_says_so() {
    let bench = Bench::new();
    fs::create_dir(bench.path("many")).unwrap();
    for count in [5000, 5001] {
        for number in 0..count {
            let path = bench.path(&format!("many/{number:05}"));
            if !path.exists() {
                fs::write(path, "").unwrap();
            }
        }
        let listing = bench.done("ListFiles", &json!({"directory": "many"}));
        assert_eq!(listing["files"].as_array().unwrap().len(), 5000);
        assert_eq!(listing["stats"]["total_items"], count);
        assert_eq!(listing.get("truncated").is_some(), count > 5000);
    }
    let listing = bench.done("ListFiles", &json!({"directory": "many"}));
    assert_says(listing["truncated"].as_str().unwrap(), &["entries 1 to 5000 of 5001", "offset=5000"]);
}

#[test]
fn links_are_shown_and_not_followed() {
    let bench = Bench::with(&[("1/f", ""), ("2/g", "")]);
    bench.link("..", "1/loop");
    bench.link("..", "2/loop");
    bench.link("/etc", "etc");
    bench.link("nowhere", "dangling");
    let listing = bench.call_at_once("ListFiles", &json!({"recursive": true}));
    assert_eq!(listing["files"], json!(["1/", "1/f", "1/loop", "2/", "2/g", "2/loop", "dangling", "etc"]));
    // Asked for by name, a link within the root is followed, and one that leads outside is not.
    assert_eq!(list(&bench, &json!({"directory": "1/loop"})), ["1/", "2/", "dangling", "etc"]);
    for path in ["etc", "..", "/etc", "1/loop/.."] {
        assert_says(&bench.error("ListFiles", &json!({"directory": path})), &["lies outside"]);
    }
}

#[test]
fn what_is_no_directory() {
    let bench = Bench::with(&[("f", "")]);
    let error = |path: &str| bench.error("ListFiles", &json!({"directory": path}));
    assert_eq!(error("none"), "the directory does not exist: ./none");
    assert_eq!(error("f"), "the path is not a directory: ./f");
    assert_says(&error(""), &["the path is empty"]);
}

#[test]
fn nested_rules_and_those_above() {
    let bench = Bench::with(&[
        (".gitignore", "dist/\n*.tmp\n"),
        ("sub/.gitignore", "*.log\n!keep.tmp\n"),
        ("sub/a.log", ""),
        ("sub/a.txt", ""),
        ("sub/keep.tmp", ""),
        ("sub/drop.tmp", ""),
        ("sub/dist/x", ""),
        ("top.log", ""),
    ]);
    for repository in [false, true] {
        if repository {
            bench.write(".git/info/exclude", "top.log\n");
            bench.write(".git/HEAD", "ref: refs/heads/main\n");
        }
        let mut expected = vec![".gitignore", "sub/", "sub/.gitignore", "sub/a.txt", "sub/keep.tmp"];
        if !repository {
            expected.push("top.log");
        }
        assert_eq!(list(&bench, &json!({"recursive": true})), expected);
        let sub = bench.done("ListFiles", &json!({"directory": "sub", "recursive": true}));
        assert_eq!(sub["files"], json!([".gitignore", "a.txt", "keep.tmp"]));
        assert_eq!(sub["stats"]["gitignore_ignored"], 3);
    }
    let all = list(&bench, &json!({"recursive": true, "respect_gitignore": false}));
    assert_eq!(all.len(), 10);
    assert!(all.iter().all(|path| !path.starts_with(".git/")), "{all:?}");
}

#[test]
fn rules_above_a_repository_and_of_one_within() {
    let bench = Bench::with(&[
        (".gitignore", "*.md\n"),
        ("repo/.git/HEAD", ""),
        ("repo/README.md", ""),
        ("repo/.gitignore", "*.log\n"),
        ("repo/x.log", ""),
        ("repo/sub/y.log", ""),
        ("worktree/.git", "gitdir: elsewhere\n"),
        ("worktree/README.md", ""),
        ("README.md", ""),
    ]);
    assert_eq!(
        list(&bench, &json!({"recursive": true})),
        [".gitignore", "repo/", "repo/.gitignore", "repo/README.md", "repo/sub/", "worktree/", "worktree/README.md"]
    );
    assert_eq!(list(&bench, &json!({"directory": "repo"})), [".gitignore", "README.md", "sub/"]);
    assert_eq!(list(&bench, &json!({"directory": "repo/sub"})), Vec::<String>::new());
}

#[test]
fn an_ignored_directory_that_is_asked_for() {
    let bench = Bench::with(&[
        (".gitignore", "node_modules/\nbuild/*\n*.log\n"),
        ("node_modules/pkg/index.js", ""),
        ("node_modules/pkg/x.log", ""),
        ("build/out", ""),
    ]);
    let listing = bench.done("ListFiles", &json!({"directory": "node_modules", "recursive": true}));
    assert_eq!(listing["files"], json!(["pkg/", "pkg/index.js", "pkg/x.log"]));
    assert_eq!(listing["gitignore_applied"], false);
    assert_says(listing["note"].as_str().unwrap(), &["itself ignored by git"]);
    assert_eq!(list(&bench, &json!({"directory": "node_modules/pkg"})), ["index.js", "x.log"]);
    let listing = bench.done("ListFiles", &json!({"directory": "build"}));
    assert_eq!((&listing["files"], &listing["stats"]["gitignore_ignored"]), (&json!([]), &json!(1)));
    assert_says(listing["note"].as_str().unwrap(), &["respect_gitignore=false"]);
}

#[test]
fn janitoignore_holds_whatever_is_asked_for() {
    let bench = Bench::with(&[
        (".janitoignore", "secret/\n*.key\n"),
        ("secret/deep/x", ""),
        ("a.key", ""),
        ("sub/.janitoignore", "!ok.key\nhidden\n"),
        ("sub/ok.key", ""),
        ("sub/no.key", ""),
        ("sub/hidden", ""),
        ("plain", ""),
    ]);
    for respect in [true, false] {
        let listing = bench.done("ListFiles", &json!({"recursive": true, "respect_gitignore": respect}));
        assert_eq!(listing["files"], json!(["plain", "sub/", "sub/ok.key"]));
        assert_eq!(listing["stats"]["janitoignore_ignored"], 6);
        assert_eq!((&listing["janitoignore_applied"], &listing["gitignore_applied"]), (&json!(true), &json!(false)));
    }
    bench.link("secret", "link");
    for path in ["secret", "secret/deep", "sub/../secret", "link"] {
        let outcome = bench.call("ListFiles", &json!({"directory": path}));
        assert_says(&error_of(&outcome), &["hidden by a .janitoignore"]);
    }
}

#[test]
fn ignore_files_that_are_odd() {
    let bench = Bench::with(&[("a.log", ""), ("b.tmp", ""), ("c/.gitignore/x", ""), ("c/d.txt", ""), ("é", "")]);
    let mut rules = b"\xef\xbb\xbf*.log\r\n\xff\xfe\n[\n!\n/\n# a comment\n\\\n*.tmp   \n".to_vec();
    rules.extend("é\n".as_bytes());
    bench.write(".gitignore", rules);
    assert_eq!(
        list(&bench, &json!({"recursive": true})),
        [".gitignore", "c/", "c/.gitignore/", "c/.gitignore/x", "c/d.txt"]
    );
    // A link to somewhere else is as good as none.
    let bench = Bench::with(&[("a.log", "")]);
    fs::write(bench.outside("rules"), "*\n").unwrap();
    bench.link("../rules", ".gitignore");
    assert_eq!(list(&bench, &json!({})), [".gitignore", "a.log"]);
}

#[test]
fn names_that_are_odd() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let bench = Bench::with(&[(" lead", ""), ("new\nline", ""), ("[x]", ""), ("日本", "")]);
    fs::write(bench.path("").join(OsStr::from_bytes(b"bad\xff")), "").unwrap();
    assert_eq!(list(&bench, &json!({})), [" lead", "[x]", "bad\u{fffd}", "new\nline", "日本"]);
    assert_eq!(list(&bench, &json!({"pattern": "\\[x\\]"})), ["[x]"]);
}

#[test]
fn very_deep_folders() {
    let bench = Bench::new();
    // Deeper than a path may be long.
    let mut folder = bench.path("");
    let mut depth = 0;
    while depth < 600 {
        let part = "d/".repeat(100);
        fs::create_dir_all(folder.join(&part)).unwrap();
        depth += 100;
        folder.push(part);
    }
    fs::write(folder.join("f"), "needle").unwrap();
    let listing = bench.done("ListFiles", &json!({"recursive": true}));
    assert_eq!(listing["stats"]["directories"], 513);
    assert_says(listing["note"].as_str().unwrap(), &["512 folders deep"]);
    let found = bench.done("FindFiles", &json!({}));
    assert_says(found["note"].as_str().unwrap(), &["512 folders deep"]);
    // Wide at each depth: no more folders are open than a process may have.
    let bench = Bench::new();
    for depth in 0..300 {
        for name in ["a", "b", "c", "z"] {
            fs::create_dir_all(bench.path(&format!("{}{name}", "m/".repeat(depth)))).unwrap();
        }
    }
    let listing = bench.done("ListFiles", &json!({"recursive": true}));
    assert_eq!((&listing["stats"]["directories"], listing.get("note")), (&json!(300 * 4 + 299), None));
}

#[test]
fn other_names_and_reports() {
    let bench = tree();
    assert_eq!(list(&bench, &json!({"path": "src", "glob": "*.ts"})), ["b.ts"]);
    assert_eq!(list(&bench, &json!({"dir": bench.path("src"), "maxDepth": 0, "recursive": "true"})), ["b.ts", "x/"]);
    bench.reports.lock().unwrap().clear();
    list(&bench, &json!({"directory": "src", "recursive": true}));
    let reports = bench.reports.lock().unwrap();
    assert_eq!(reports[0], "ListFiles Start(\"Listing ./src recursively\")");
    assert_eq!(reports[1], "ListFiles Done(\"3 items (2 files, 1 directories)\")");
}
