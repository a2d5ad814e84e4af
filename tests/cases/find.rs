//! Finding: what git and ripgrep do is what users expect.

use crate::case::Case;
use serde_json::{Value, json};

#[test]
fn patterns() {
    let cases = [
        ("**/*.ts", vec!["./a.ts", "./src/b.ts", "./src/x/c.ts"]),
        ("src/**/*.ts", vec!["./src/b.ts", "./src/x/c.ts"]),
        ("src/*.ts", vec!["./src/b.ts"]),
        ("src/b.ts", vec!["./src/b.ts"]),
        ("./src/b.ts", vec!["./src/b.ts"]),
        ("*.ts", vec!["./a.ts", "./src/b.ts", "./src/x/c.ts"]),
        ("{a,b}.ts", vec!["./a.ts", "./src/b.ts"]),
        ("**", vec!["./a.ts", "./src/b.ts", "./src/x/c.ts"]),
        ("ROOT/src/*.ts", vec!["./src/b.ts"]),
        ("src/**", vec!["./src/b.ts", "./src/x/c.ts"]),
        ("[ab].ts", vec!["./a.ts", "./src/b.ts"]),
        ("?.ts", vec!["./a.ts", "./src/b.ts", "./src/x/c.ts"]),
        ("**/x/*", vec!["./src/x/c.ts"]),
        ("*.rs", vec![]),
    ];
    crate::run(
        cases
            .into_iter()
            .map(|(pattern, found)| {
                let found: Value = found.into();
                Case::new("FD02", "globs")
                    .files(&["a.ts", "src/b.ts", "src/x/c.ts"])
                    .call("FindFiles", json!({"pattern": pattern}))
                    .done()
                    .is("/files", found)
            })
            .collect(),
    );
}

#[test]
fn cases() {
    let dots = || {
        Case::new("FD01", "dot files")
            .file(".github/workflows/ci.yml", "uses: x\n")
            .file(".eslintrc.json", "{}\n")
            .file(".git/config", "uses: y\n")
            .file("a.yml", "a: 1\n")
    };
    let many = |count: usize| {
        (0..count)
            .fold(Case::new("SR01", "a limit is told"), |case, number| case.file(format!("f{number:03}"), "needle\n"))
    };
    crate::run(vec![
        dots()
            .call("FindFiles", json!({"pattern": ".github/**/*.yml"}))
            .done()
            .is("/files", json!(["./.github/workflows/ci.yml"])),
        dots()
            .call("FindFiles", json!({"pattern": "**/*.yml"}))
            .done()
            .is("/files", json!(["./.github/workflows/ci.yml", "./a.yml"])),
        dots().call("FindFiles", json!({"paths": [".github"]})).done().is("/total_found", 1),
        dots().call("FindFiles", json!({"pattern": ".eslintrc.json"})).done().is("/total_found", 1),
        dots()
            .call("SearchText", json!({"query": "uses:"}))
            .done()
            .is("/matches", json!(["./.github/workflows/ci.yml:1: uses: x"])),
        many(99)
            .call("FindFiles", json!({"max_results": 100}))
            .done()
            .is("/total_found", 99)
            .is("/truncated", Value::Null),
        many(100)
            .call("FindFiles", json!({"max_results": 100}))
            .done()
            .is("/total_found", 100)
            .is("/truncated", Value::Null),
        many(101)
            .call("FindFiles", json!({"max_results": 100}))
            .done()
            .is("/total_found", 101)
            .is("/returned", 100)
            .is("/files/99", "./f099")
            .says("/truncated", &["101"]),
        many(5).call("FindFiles", json!({"max_results": 0})).fails(&["max_results"]),
        Case::new("FD03", "rules of parents and of folders beneath")
            .folder(".git")
            .file(".gitignore", "dist/\n")
            .file("sub/.gitignore", "*.log\n!keep.log\n")
            .files(&["dist/a", "sub/dist/b", "sub/x.log", "sub/keep.log", "sub/c", "y.log"])
            .call("FindFiles", json!({}))
            .done()
            .is("/files", json!(["./.gitignore", "./sub/.gitignore", "./sub/c", "./sub/keep.log", "./y.log"]))
            .call("FindFiles", json!({"paths": ["sub"]}))
            .done()
            .is("/files", json!(["./sub/.gitignore", "./sub/c", "./sub/keep.log"]))
            .call("FindFiles", json!({"paths": ["sub"], "respect_gitignore": false, "pattern": "*.log"}))
            .done()
            .is("/files", json!(["./sub/keep.log", "./sub/x.log"])),
        Case::new("FD02", "sizes, kinds and the order before the cut")
            .file("small", "x")
            .file("big", "x".repeat(3000))
            .file("d/middle", "x".repeat(50))
            .link("big", "l")
            .call("FindFiles", json!({"sort_by": "size", "descending": true, "max_results": 1}))
            .done()
            .is("/files", json!(["./big"]))
            .is("/total_found", 3)
            .call("FindFiles", json!({"min_size": "2KB"}))
            .done()
            .is("/files", json!(["./big"]))
            .call("FindFiles", json!({"min_size": 2, "max_size": 100}))
            .done()
            .is("/files", json!(["./d/middle"]))
            .call("FindFiles", json!({"file_type": "dir"}))
            .done()
            .is("/files", json!(["./d/"]))
            .call("FindFiles", json!({"file_type": "symlink"}))
            .done()
            .is("/files", json!(["./l"]))
            .call("FindFiles", json!({"modified_within_days": 1, "file_type": "file"}))
            .done()
            .is("/total_found", 3)
            .call("FindFiles", json!({"older_than_days": 1}))
            .done()
            .is("/total_found", 0)
            .call("FindFiles", json!({"min_size": "abc"}))
            .fails(&["min_size"]),
        Case::new("FD02", "paths that are not there")
            .file("a/f", "x")
            .call("FindFiles", json!({"paths": ["a", "b"]}))
            .done()
            .is("/total_found", 1)
            .is("/missing", json!(["b"]))
            .call("FindFiles", json!({"paths": ["b", "c"]}))
            .fails(&["b"])
            .call("FindFiles", json!({"paths": ["a", "./a", "a/f"]}))
            .done()
            .is("/total_found", 1),
        Case::new("FD02", "a pattern that is none")
            .call("FindFiles", json!({"pattern": "a[b"}))
            .fails(&["pattern"])
            .call("FindFiles", json!({"exclude": ["{a"]}))
            .fails(&["{a"]),
    ]);
}
