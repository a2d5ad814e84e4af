//! Creating: the content is the whole truth about the file, and old content goes only when the new is complete.

use crate::case::Case;
use serde_json::json;

#[test]
fn cases() {
    let verbatim = [
        r#"print("a\nb")"#,
        r"\title",
        r"'\0'",
        "&lt;b&gt;&amp;",
        "ends in a backslash \\",
        r"\u0041 \x41",
        "\u{feff}mark",
        "a\r\nb\n\tc\r",
        "nul \u{0} inside",
        "💥 日本語 e\u{301}",
        "",
        "$1 $$ $& ${x}",
    ];
    let mut cases: Vec<Case> = verbatim
        .into_iter()
        .map(|content| {
            Case::new("CR01", "the content is written as it is given")
                .call("CreateFile", json!({"filepath": "sub/f", "content": content}))
                .done()
                .is("/bytes_written", content.len())
                .content("sub/f", content)
        })
        .collect();
    cases.extend([
        Case::new("CR02", "what is there stays unless it is to be replaced")
            .file("f", "old")
            .mode("f", 0o640)
            .call("CreateFile", json!({"filepath": "f", "content": "new"}))
            .fails(&["already exists", "overwrite=true"])
            .content("f", "old")
            .call("CreateFile", json!({"filepath": "f", "content": "new", "overwrite": true}))
            .done()
            .content("f", "new")
            .has_mode("f", 0o640)
            .count(".", 1),
        Case::new("W5", "half a pair is no text, and nothing is written")
            .file("f", "old")
            .text("CreateFile", r#"{"filepath": "f", "content": "a\ud83d", "overwrite": true}"#)
            .fails(&[])
            .content("f", "old")
            .text("ReplaceTextInFile", r#"{"filepath": "f", "old_str": "old", "new_str": "\ud83d"}"#)
            .fails(&[])
            .content("f", "old")
            .text("CreateFile", r#"{"filepath": "f", "content": "cut o"#)
            .fails(&["JSON"])
            .content("f", "old")
            .call("CreateFile", json!({"filepath": "f", "content": "x", "overwrite": "perhaps"}))
            .fails(&["overwrite"])
            .content("f", "old"),
        Case::new("W14", "a link that leads nowhere is not written through")
            .link("OUTSIDE/new", "l")
            .link("nowhere", "m")
            .call("CreateFile", json!({"filepath": "l", "content": "x"}))
            .fails(&["l"])
            .call("CreateFile", json!({"filepath": "l", "content": "x", "overwrite": true}))
            .fails(&["lies outside"])
            .gone("OUTSIDE/new")
            .call("CreateFile", json!({"filepath": "m", "content": "x"}))
            .fails(&["leads nowhere"])
            .gone("nowhere"),
        Case::new("CR02", "a pipe is not replaced")
            .pipe("p")
            .call("CreateFile", json!({"filepath": "p", "content": "x", "overwrite": true}))
            .fails(&["is a named pipe"])
            .call("CreateFile", json!({"filepath": "p", "content": "x"}))
            .fails(&["is a named pipe"]),
    ]);
    crate::run(cases);
}
