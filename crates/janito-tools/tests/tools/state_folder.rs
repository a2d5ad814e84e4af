//! janito's own state is out of reach for every tool, also where it lies beneath a root.

use crate::bench::{Bench, assert_says, error_of};
use janito_core::{Permissions, Registry, Session};
use serde_json::{Value, json};
use std::fs;

/// A root with the state folder in it, and an entry in its trash.
fn home(trash: bool) -> (Bench, Session) {
    let bench = Bench::new();
    bench.write("home/t", "x");
    let registry = Registry::linked().build().unwrap();
    let open = |trash: bool| {
        let builder = registry.session().grant(Permissions::READ | Permissions::WRITE).root(bench.path(""));
        builder.state(bench.path("home/state")).trash(trash).open().unwrap()
    };
    let session = open(true);
    assert!(session.call(("DeleteFile", r#"{"filepath": "home/t"}"#)).is_success());
    bench.link("home/state", "short");
    let session = if trash { session } else { open(false) };
    (bench, session)
}

fn call(session: &Session, tool: &str, arguments: &Value) -> Value {
    serde_json::from_str(&session.call((tool, arguments.to_string())).to_json()).unwrap()
}

#[test]
fn no_path_leads_there() {
    for trash in [true, false] {
        let (bench, session) = home(trash);
        let id = fs::read_dir(bench.path("home/state/trash")).unwrap().next().unwrap().unwrap().file_name();
        let before = bench.tree();
        for folder in ["home/state", "short", "home/../home/./state"] {
            let entry = format!("{folder}/trash/{}", id.display());
            let (content, forged) = (format!("{entry}/content"), format!("{entry}/entry.json"));
            for (tool, arguments) in [
                ("ReadFile", json!({"filepath": content})),
                ("ReadMultipleFiles", json!({"filepaths": [content]})),
                ("ListFiles", json!({"directory": folder})),
                ("ListFiles", json!({"directory": entry})),
                ("FindFiles", json!({"paths": [folder]})),
                ("SearchText", json!({"paths": [content], "query": "x"})),
                ("CreateFile", json!({"filepath": forged, "content": "{}", "overwrite": true})),
                ("CreateFile", json!({"filepath": format!("{folder}/new"), "content": ""})),
                ("CreateDirectory", json!({"directory": format!("{folder}/a/b"), "parents": true})),
                ("ReplaceTextInFile", json!({"filepath": forged, "old_str": "x", "new_str": "y"})),
                ("DeleteFile", json!({"filepath": content})),
                ("RemoveDirectory", json!({"directory": format!("{folder}/trash"), "recursive": true})),
                ("MoveFile", json!({"source": content, "destination": "stolen"})),
                ("MoveFile", json!({"source": "short", "destination": format!("{folder}/in")})),
            ] {
                let outcome = call(&session, tool, &arguments);
                let text = outcome.to_string();
                assert!(text.contains("janito's own state, and out of reach"), "{tool} {arguments}: {text}");
            }
        }
        assert_eq!(bench.tree(), before);
    }
}

#[test]
fn no_walk_enters_it() {
    for trash in [true, false] {
        let (bench, session) = home(trash);
        bench.write("home/x", "x");
        for (tool, arguments) in [
            ("ListFiles", json!({"directory": ".", "recursive": true})),
            ("FindFiles", json!({"paths": ["."]})),
            ("SearchText", json!({"paths": ["."], "query": "x"})),
        ] {
            let outcome = call(&session, tool, &arguments);
            let text = outcome.to_string();
            assert!(outcome["success"] == true && text.contains("home/x"), "{text}");
            assert!(!text.contains("home/state") && !text.contains("entry.json"), "{tool}: {text}");
        }
    }
}

#[test]
fn what_holds_it_stays() {
    for trash in [true, false] {
        let (bench, session) = home(trash);
        let before = bench.tree();
        for (tool, arguments) in [
            ("RemoveDirectory", json!({"directory": "home", "recursive": true})),
            ("MoveFile", json!({"source": "home", "destination": "elsewhere"})),
            ("MoveFile", json!({"source": "home/", "destination": "elsewhere"})),
        ] {
            assert_says(&error_of(&call(&session, tool, &arguments)), &["janito's own state", "never"]);
        }
        assert_eq!(bench.tree(), before);
        // A link to it is like any other.
        assert_eq!(call(&session, "DeleteFile", &json!({"filepath": "short"}))["success"], true);
    }
}

#[test]
fn also_before_it_is_made() {
    let bench = Bench::new();
    let registry = Registry::linked().build().unwrap();
    let builder = registry.session().grant(Permissions::WRITE).root(bench.path("")).state(bench.path("a/state"));
    let session = builder.trash(false).open().unwrap();
    let outcome = call(&session, "CreateFile", &json!({"filepath": "a/state/trash/f", "content": ""}));
    assert_says(&error_of(&outcome), &["out of reach"]);
    assert!(!bench.path("a").exists());
}
