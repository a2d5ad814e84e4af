//! Deleting: a link and not what it leads to, never a root, and there is a way back.

use crate::case::Case;
use serde_json::json;

#[test]
fn cases() {
    let mut cases: Vec<Case> = [".", "./", "ROOT", "ROOT/", "sub/..", "..", "/", "../root", ""]
        .into_iter()
        .map(|path| {
            Case::new("DL01", "a root and what holds it stay")
                .file("sub/f", "x")
                .call("RemoveDirectory", json!({"directory": path, "recursive": true, "force": true}))
                .fails(&[])
                .call("DeleteFile", json!({"filepath": path, "force": true}))
                .fails(&[])
                .call("MoveFile", json!({"source": path, "destination": "sub/x"}))
                .fails(&[])
                .content("sub/f", "x")
        })
        .collect();
    cases.extend([
        Case::new("DL01", "a link goes, what it leads to stays")
            .file("d/f", "x")
            .file("g", "y")
            .link("d", "l")
            .link("g", "m")
            .call("DeleteFile", json!({"filepath": "l"}))
            .done()
            .call("DeleteFile", json!({"filepath": "m"}))
            .done()
            .gone("l")
            .gone("m")
            .content("d/f", "x")
            .content("g", "y"),
        Case::new("DL01", "a folder with a link to the outside")
            .file("OUTSIDE/f", "x")
            .link("OUTSIDE", "d/l")
            .file("d/g", "y")
            .call("RemoveDirectory", json!({"directory": "d"}))
            .fails(&["not empty", "recursive=true"])
            .content("d/g", "y")
            .call("RemoveDirectory", json!({"directory": "d", "recursive": true}))
            .done()
            .gone("d")
            .content("OUTSIDE/f", "x"),
        Case::new("DL01", "a link to a folder is no folder")
            .file("d/f", "x")
            .link("d", "l")
            .call("RemoveDirectory", json!({"directory": "l", "recursive": true}))
            .fails(&[])
            .content("d/f", "x"),
        Case::new("DL01", "a hidden thing in a folder keeps it")
            .file(".janitoignore", "/d/deep/secret\n")
            .file("d/deep/secret", "x")
            .file("d/f", "y")
            .call("RemoveDirectory", json!({"directory": "d", "recursive": true, "force": true}))
            .fails(&[".janitoignore"])
            .call("MoveFile", json!({"source": "d", "destination": "e"}))
            .fails(&[".janitoignore"])
            .content("d/deep/secret", "x")
            .content("d/f", "y"),
        Case::new("DL01", "what is missing is told")
            .call("DeleteFile", json!({"filepath": "f"}))
            .fails(&["does not exist"])
            .call("RemoveDirectory", json!({"directory": "f"}))
            .fails(&["does not exist"]),
        Case::new("W54", "a folder that is not empty")
            .file("d/f", "x")
            .folder("e")
            .call("DeleteFile", json!({"filepath": "d"}))
            .fails(&["directory"])
            .call("DeleteFile", json!({"filepath": "d", "force": true}))
            .fails(&["not empty", "RemoveDirectory"])
            .content("d/f", "x")
            .call("DeleteFile", json!({"filepath": "e", "force": true}))
            .done()
            .gone("e"),
        Case::new("DL02", "a file comes back")
            .file("d/f", "x\n")
            .mode("d/f", 0o750)
            .call("DeleteFile", json!({"filepath": "d/f"}))
            .done()
            .gone("d/f")
            .call("RestoreFile", json!({"filepath": "d/f"}))
            .done()
            .content("d/f", "x\n")
            .has_mode("d/f", 0o750)
            .call("RestoreFile", json!({"filepath": "d/f"}))
            .fails(&["d/f"]),
        Case::new("DL02", "a folder comes back")
            .file("d/sub/f", "x\n")
            .link("sub/f", "d/l")
            .call("RemoveDirectory", json!({"directory": "d", "recursive": true}))
            .done()
            .gone("d")
            .call("RestoreFile", json!({"filepath": "d"}))
            .done()
            .content("d/sub/f", "x\n")
            .leads_to("d/l", "sub/f"),
        Case::new("DL02", "what was replaced comes back, and what was there then, too")
            .file("f", "old")
            .call("CreateFile", json!({"filepath": "f", "content": "new", "overwrite": true}))
            .done()
            .call("RestoreFile", json!({"filepath": "f"}))
            .fails(&["overwrite=true"])
            .content("f", "new")
            .call("RestoreFile", json!({"filepath": "f", "overwrite": true}))
            .done()
            .content("f", "old")
            .call("RestoreFile", json!({"filepath": "f", "overwrite": true}))
            .done()
            .content("f", "new"),
        Case::new("LS02", "links in a circle")
            .file("d/f", "x")
            .link("..", "d/loop")
            .call("RemoveDirectory", json!({"directory": "d", "recursive": true}))
            .done()
            .gone("d"),
    ]);
    crate::run(cases);
}
