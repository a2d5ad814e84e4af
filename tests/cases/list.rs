//! Listing: one odd entry does not hide the others.

use crate::case::Case;
use serde_json::json;

#[test]
fn cases() {
    crate::run(vec![
        Case::new("LS02", "links in a circle")
            .file("1/f", "needle\n")
            .link("..", "1/loop")
            .link("../1", "2/loop")
            .link(".", "1/here")
            .call("ListFiles", json!({"recursive": true}))
            .done()
            .is("/files", json!(["1/", "1/f", "1/here", "1/loop", "2/", "2/loop"]))
            .call("FindFiles", json!({"file_type": "any"}))
            .done()
            .is("/total_found", 6)
            .call("SearchText", json!({"query": "needle"}))
            .done()
            .is("/total_matches", 1),
        Case::new("LS02", "a pipe and a name that is odd")
            .pipe("p")
            .file("new\nline", "x")
            .file("a", "x")
            .call("ListFiles", json!({}))
            .done()
            .is("/files", json!(["a", "new\nline", "p"]))
            .is("/stats/others", 1),
        Case::new("W44", "the counts add up")
            .file(".gitignore", "*.log\n")
            .files(&["a.rs", "b.log", "d/c.rs"])
            .call("ListFiles", json!({"recursive": true, "pattern": "*.rs"}))
            .done()
            .is("/files", json!(["a.rs", "d/c.rs"]))
            .is("/stats/total_items", 2)
            .is("/stats/files", 2)
            .is("/stats/directories", 0)
            .is("/stats/gitignore_ignored", 1),
        Case::new("W39", "depth 0 is the folder's own entries, for every tool")
            .files(&["a", "d/b", "d/e/c"])
            .call("ListFiles", json!({"recursive": true, "max_depth": 0}))
            .done()
            .is("/files", json!(["a", "d/"]))
            .call("FindFiles", json!({"max_depth": 0}))
            .done()
            .is("/files", json!(["./a"]))
            .call("SearchText", json!({"query": "x", "max_depth": 0}))
            .done()
            .is("/total_matches", 1)
            .call("SearchRegex", json!({"pattern": "x", "max_depth": 1}))
            .done()
            .is("/total_matches", 2)
            .call("FindFiles", json!({"max_depth": 1}))
            .done()
            .is("/files", json!(["./a", "./d/b"])),
        Case::new("W41", "an ignore file that is none")
            .folder(".gitignore")
            .file("a", "x")
            .call("ListFiles", json!({}))
            .done()
            .is("/files", json!([".gitignore/", "a"])),
        Case::new("W41", "an ignore file that is no text")
            .file(".gitignore", b"\xff\xfe\na\n")
            .files(&["a", "b"])
            .call("ListFiles", json!({}))
            .done()
            .is("/files", json!([".gitignore", "b"])),
        Case::new("W41", "a folder that is ignored, and named outright")
            .file(".gitignore", "build/\n")
            .file("build/out", "needle\n")
            .call("ListFiles", json!({"directory": "build"}))
            .done()
            .is("/files", json!(["out"]))
            .call("SearchText", json!({"paths": ["build"], "query": "needle"}))
            .done()
            .is("/total_matches", 1),
        Case::new("W44", "what is missing, and what is no folder")
            .file("f", "x")
            .call("ListFiles", json!({"directory": "missing"}))
            .fails(&["does not exist"])
            .call("ListFiles", json!({"directory": "f"}))
            .fails(&["not a directory"]),
    ]);
}
