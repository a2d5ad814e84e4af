//! Paths: the name that a user sees reaches the file that has it, and no other.

use crate::case::Case;
use serde_json::json;

#[test]
fn cases() {
    let mut cases = Vec::new();
    for (path, says) in [
        ("file:///c%3A/temp", "Windows"),
        ("C:\\x\\y", "Windows"),
        ("C:/x", "Windows"),
        ("\\\\host\\share", "Windows"),
        ("src\\a.txt", "src/a.txt"),
        ("file://elsewhere/x", "file:"),
        ("", "empty"),
        ("~/x", "~"),
    ] {
        cases.push(
            Case::new("PA04", "spellings of other systems")
                .file("src/a.txt", "x")
                .call("ReadFile", json!({"filepath": path}))
                .fails(&[says])
                .call("CreateFile", json!({"filepath": path, "content": "x"}))
                .fails(&[says])
                .call("MoveFile", json!({"source": "src/a.txt", "destination": path, "create_dirs": true}))
                .fails(&[says])
                .count(".", 1),
        );
    }
    for name in
        ["back\\slash", "CON", "a:b", " lead and trail ", "日本語", "e\u{301}", "-n", "a'b\"c", "new\nline", "*?[x]"]
    {
        cases.push(
            Case::new("PA04", "every name is reached")
                .file(name, "x\n")
                .call("ReadFile", json!({"filepath": name}))
                .done()
                .is("/content", "x\n")
                .call("ReplaceTextInFile", json!({"filepath": name, "old_str": "x", "new_str": "y"}))
                .done()
                .content(name, "y\n")
                .call("MoveFile", json!({"source": name, "destination": "plain"}))
                .done()
                .content("plain", "y\n")
                .file(name, "z\n")
                .call("DeleteFile", json!({"filepath": name}))
                .done()
                .call("DeleteFile", json!({"filepath": "plain"}))
                .done()
                .count(".", 0),
        );
    }
    cases.push(
        Case::new("PA04", "URIs")
            .file("a b/ü.txt", "x")
            .call("ReadFile", json!({"filepath": "file://ROOT/a%20b/%C3%BC.txt"}))
            .done()
            .is("/content", "x"),
    );
    cases.push(
        Case::new("W36", "paths with spaces are searched")
            .file("my dir/f", "needle\n")
            .file("other", "needle\n")
            .call("SearchText", json!({"paths": ["my dir"], "query": "needle"}))
            .done()
            .is("/total_matches", 1)
            .call("SearchText", json!({"paths": "my dir", "query": "needle"}))
            .done()
            .is("/total_matches", 1)
            .call("FindFiles", json!({"paths": "my dir"}))
            .done()
            .is("/total_found", 1)
            .call("FindFiles", json!({"paths": "other f"}))
            .fails(&["other f"]),
    );
    crate::run(cases);
}
