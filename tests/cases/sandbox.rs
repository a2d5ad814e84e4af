//! The roots are a promise to the user; the system, and not the text of a path, decides where it leads.

use crate::case::Case;
use serde_json::{Value, json};

/// Every tool that takes a path, with arguments that lead there.
fn doors(path: &str) -> Vec<(&'static str, Value)> {
    vec![
        ("ReadFile", json!({"filepath": path})),
        ("ReadMultipleFiles", json!({"filepaths": [path]})),
        ("WordCount", json!({"filepath": path})),
        ("ListFiles", json!({"directory": path})),
        ("FindFiles", json!({"paths": [path]})),
        ("SearchText", json!({"paths": [path], "query": "SECRET"})),
        ("SearchRegex", json!({"paths": [path], "pattern": "SECRET"})),
        ("CreateFile", json!({"filepath": path, "content": "x", "overwrite": true})),
        ("CreateDirectory", json!({"directory": format!("{path}/new"), "parents": true})),
        ("RemoveDirectory", json!({"directory": format!("{path}/sub"), "recursive": true})),
        ("DeleteFile", json!({"filepath": format!("{path}/sub/f")})),
        ("MoveFile", json!({"source": format!("{path}/sub"), "destination": "stolen"})),
        ("MoveFile", json!({"source": "mine", "destination": format!("{path}/new")})),
        ("ReplaceTextInFile", json!({"filepath": path, "old_str": "SECRET", "new_str": "x"})),
        ("EditFile", json!({"filepath": path, "edits": [{"old_str": "SECRET", "new_str": "x"}]})),
        ("ApplyPatch", json!({"patch": format!("--- {path}\n+++ {path}\n@@ -1 +1 @@\n-SECRET\n+x\n"), "strip": 0})),
        ("RestoreFile", json!({"filepath": path})),
    ]
}

#[test]
fn nothing_leads_outside() {
    let mut cases = Vec::new();
    for path in [
        "leak",
        "folder",
        "up",
        "../outside",
        "OUTSIDE",
        "OUTSIDE/sub/f",
        "folder/sub/f",
        "mine/../../outside/f",
        "/etc/passwd",
    ] {
        for (tool, arguments) in doors(path) {
            cases.push(
                Case::new("SB01", "links, `..` and absolute paths")
                    .file("OUTSIDE/f", "SECRET\n")
                    .file("OUTSIDE/sub/f", "SECRET\n")
                    .file("mine", "x")
                    .link("OUTSIDE/f", "leak")
                    .link("OUTSIDE", "folder")
                    .link("../outside/f", "up")
                    .call(tool, arguments)
                    .fails(&[])
                    .never("SECRET\n")
                    .never("root:x:")
                    .content("OUTSIDE/f", "SECRET\n")
                    .content("OUTSIDE/sub/f", "SECRET\n")
                    .count("OUTSIDE/", 2)
                    .content("mine", "x")
                    .gone("stolen"),
            );
        }
    }
    cases.push(
        Case::new("SB01", "walks tell links and do not follow them")
            .file("OUTSIDE/f", "SECRET\n")
            .file("mine", "SECRET\n")
            .link("OUTSIDE", "folder")
            .link("OUTSIDE/f", "leak")
            .call("SearchText", json!({"query": "SECRET"}))
            .done()
            .is("/total_matches", 1)
            .call("FindFiles", json!({"file_type": "any"}))
            .done()
            .is("/total_found", 3)
            .call("ListFiles", json!({"recursive": true}))
            .done()
            .is("/stats/total_items", 3),
    );
    crate::run(cases);
}

#[test]
fn links_inside_work() {
    crate::run(vec![
        Case::new("SB01", "absolute links, and roots through links")
            .file("sub/f", "here\n")
            .link("ROOT/sub/f", "absolute")
            .link("ROOT/sub", "folder")
            .call("ReadFile", json!({"filepath": "absolute"}))
            .done()
            .is("/content", "here\n")
            .call("ReadFile", json!({"filepath": "ROOT/folder/f"}))
            .done()
            .is("/content", "here\n")
            .call("CreateFile", json!({"filepath": "folder/new", "content": "x"}))
            .done()
            .content("sub/new", "x")
            .call("ReplaceTextInFile", json!({"filepath": "absolute", "old_str": "here", "new_str": "there"}))
            .done()
            .content("sub/f", "there\n")
            .leads_to("absolute", "ROOT/sub/f")
            .call("SearchText", json!({"paths": ["folder"], "query": "there"}))
            .done()
            .is("/total_matches", 1),
    ]);
}

#[test]
fn hidden_things_are_out_of_reach() {
    let mut cases = Vec::new();
    for path in ["secret.txt", "./sub/../secret.txt", "ROOT/secret.txt", "alias", "vault", ".janitoignore"] {
        for (tool, arguments) in doors(path) {
            cases.push(
                Case::new("W23", "a .janitoignore holds for paths that are named, too")
                    .file(".janitoignore", "secret.txt\nvault/\n")
                    .file("secret.txt", "SECRET\n")
                    .file("vault/sub/f", "SECRET\n")
                    .folder("sub")
                    .file("mine", "x")
                    .link("secret.txt", "alias")
                    .call(tool, arguments)
                    .fails(&[])
                    .never("SECRET\n")
                    .content("secret.txt", "SECRET\n")
                    .content("vault/sub/f", "SECRET\n")
                    .content(".janitoignore", "secret.txt\nvault/\n")
                    .content("mine", "x")
                    .gone("stolen"),
            );
        }
    }
    crate::run(cases);
}
