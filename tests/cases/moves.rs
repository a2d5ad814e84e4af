//! Moving: nothing is lost on the way, and nothing is replaced unless that was asked for.

use crate::case::Case;
use serde_json::json;

#[test]
fn cases() {
    let case = |what: &'static str| {
        Case::new("MV01", what)
            .file("src", "s")
            .file("dst", "d")
            .file("full/f", "f")
            .folder("empty")
            .link("dst", "link")
            .link("no", "dangling")
    };
    let mut cases: Vec<Case> = ["dst", "full", "empty", "link", "dangling", "./dst"]
        .into_iter()
        .map(|destination| {
            case("a target that is there stays")
                .call("MoveFile", json!({"source": "src", "destination": destination}))
                .fails(&["estination already exists"])
                .content("src", "s")
                .content("dst", "d")
                .content("full/f", "f")
                .leads_to("link", "dst")
                .leads_to("dangling", "no")
                .count("empty", 0)
        })
        .collect();
    for destination in ["full", "empty", "full/"] {
        cases.push(
            case("a folder is never replaced, nor moved into by chance")
                .call("MoveFile", json!({"source": "src", "destination": destination, "overwrite": true}))
                .fails(&["folder"])
                .content("src", "s")
                .content("full/f", "f")
                .count("empty", 0),
        );
    }
    cases.extend([
        case("it is replaced if that was asked for, and comes back")
            .call("MoveFile", json!({"source": "src", "destination": "dst", "overwrite": true}))
            .done()
            .is("/overwritten", true)
            .is("/operation", "rename")
            .gone("src")
            .content("dst", "s")
            .call("RestoreFile", json!({"filepath": "dst", "overwrite": true}))
            .done()
            .content("dst", "d"),
        case("a link is replaced itself")
            .call("MoveFile", json!({"source": "src", "destination": "link", "overwrite": true}))
            .done()
            .content("link", "s")
            .content("dst", "d"),
        case("the same")
            .call("MoveFile", json!({"source": "src", "destination": "./src", "overwrite": true}))
            .fails(&["same"])
            .content("src", "s"),
        case("into itself")
            .call("MoveFile", json!({"source": "full", "destination": "full/sub/x", "create_dirs": true}))
            .fails(&["itself"])
            .content("full/f", "f")
            .gone("full/sub"),
        case("a missing folder")
            .call("MoveFile", json!({"source": "src", "destination": "a/b/c"}))
            .fails(&["create_dirs=true"])
            .gone("a")
            .call("MoveFile", json!({"source": "src", "destination": "a/b/c", "create_dirs": true}))
            .done()
            .is("/operation", "move_rename")
            .content("a/b/c", "s"),
        case("a file where a folder should be")
            .call("MoveFile", json!({"source": "src", "destination": "dst/x", "create_dirs": true}))
            .fails(&["not a directory"])
            .content("src", "s"),
        case("folders and links")
            .call("MoveFile", json!({"source": "full", "destination": "other"}))
            .done()
            .is("/is_directory", true)
            .content("other/f", "f")
            .call("MoveFile", json!({"source": "link", "destination": "empty/link"}))
            .done()
            .is("/operation", "move")
            .leads_to("empty/link", "dst"),
        case("a missing source")
            .call("MoveFile", json!({"source": "nothing", "destination": "x"}))
            .fails(&["does not exist"]),
    ]);
    crate::run(cases);
}
