//! `RestoreFile`, and the trash that it takes from.

use crate::bench::{Bench, assert_says, error_of};
use janito_core::{Permissions, Registry};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, SystemTime};

fn id_of(outcome: &Value) -> String {
    outcome["trash_id"].as_str().unwrap_or_else(|| panic!("no id in {outcome}")).to_owned()
}

#[test]
fn what_it_returns() {
    let bench = Bench::with(&[("t", "old")]);
    let id = id_of(&bench.done("DeleteFile", &json!({"filepath": "t"})));
    let restored = bench.done("RestoreFile", &json!({"path": "t"}));
    let expected = json!({
        "success": true, "filepath": "./t", "id": id, "message": "File restored: ./t", "is_directory": false, "bytes": 3, "replaced": false,
    });
    assert_eq!(restored, expected);
    assert_eq!(bench.read("t"), b"old");
    assert!(bench.session.trash().unwrap().entries().unwrap().is_empty());
}

#[test]
fn every_version_can_be_brought_back() {
    let bench = Bench::with(&[("t", "one")]);
    let write = |content: &str| {
        id_of(&bench.done("CreateFile", &json!({"filepath": "t", "content": content, "overwrite": true})))
    };
    let (first, second) = (write("two"), write("three"));
    let error = bench.call("RestoreFile", &json!({"id": first}));
    assert_says(&error_of(&error), &["File already exists: ./t (use overwrite=true to replace it"]);
    let known: Vec<&str> =
        error["in_trash"].as_array().unwrap().iter().map(|entry| entry["id"].as_str().unwrap()).collect();
    assert_eq!(known, [&second, &first]);
    assert_eq!((&error["in_trash"][0]["filepath"], &error["in_trash"][0]["why"]), (&json!("./t"), &json!("replaced")));
    assert_eq!(error["in_trash"][0]["time"].as_str().unwrap().len(), "2026-01-01T00:00:00Z".len());
    let restored = bench.done("RestoreFile", &json!({"id": first, "overwrite": true}));
    assert_eq!((bench.read("t"), &restored["replaced"]), (b"one".to_vec(), &json!(true)));
    assert_eq!(restored["others"].as_array().unwrap().len(), 1);
    assert_says(&bench.error("RestoreFile", &json!({"id": first})), &["brought back before, or dropped"]);
    bench.done("RestoreFile", &json!({"trash_id": id_of(&restored), "overwrite": true}));
    assert_eq!(bench.read("t"), b"three");
    bench.done("RestoreFile", &json!({"id": second, "overwrite": true}));
    assert_eq!(bench.read("t"), b"two");
}

#[test]
fn mode_and_times_come_back() {
    let bench = Bench::with(&[("gone/t", "old"), ("d/sub/run.sh", "x"), ("other", "o")]);
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let file = fs::File::options().append(true).open(bench.path("gone/t")).unwrap();
    file.set_times(fs::FileTimes::new().set_modified(time)).unwrap();
    for path in ["gone/t", "d/sub/run.sh"] {
        fs::set_permissions(bench.path(path), fs::Permissions::from_mode(0o640)).unwrap();
    }
    bench.link("../other", "d/link");
    bench.link("other", "link");
    let before = bench.tree();
    for (tool, arguments) in [
        ("DeleteFile", json!({"filepath": "gone/t"})),
        ("RemoveDirectory", json!({"directory": "gone"})),
        ("RemoveDirectory", json!({"directory": "d", "recursive": true})),
        ("DeleteFile", json!({"filepath": "link"})),
    ] {
        bench.done(tool, &arguments);
    }
    assert_eq!(bench.tree().len(), 1);
    for path in ["gone/t", "d", "link"] {
        bench.done("RestoreFile", &json!({"filepath": path}));
    }
    assert_eq!(bench.tree(), before);
    for path in ["gone/t", "d/sub/run.sh"] {
        assert_eq!(fs::metadata(bench.path(path)).unwrap().permissions().mode() & 0o7777, 0o640, "{path}");
    }
    assert_eq!(fs::metadata(bench.path("gone/t")).unwrap().modified().unwrap(), time);
}

#[test]
fn what_is_there_now() {
    let bench = Bench::with(&[("d/f", "old"), ("t", "old"), ("u", "u")]);
    bench.link("u", "link");
    bench.done("RemoveDirectory", &json!({"directory": "d", "recursive": true}));
    bench.done("DeleteFile", &json!({"filepath": "t"}));
    bench.done("DeleteFile", &json!({"filepath": "link"}));
    fs::write(bench.path("d"), "a file now").unwrap();
    fs::write(bench.path("link"), "a file now").unwrap();
    fs::create_dir(bench.path("t")).unwrap();
    let before = bench.tree();
    for overwrite in [false, true] {
        for (path, says) in [
            ("d", "is there now, and a folder or a link replaces nothing; move or delete what is there first"),
            ("link", "is there now, and a folder or a link replaces nothing"),
            ("t", "the path is a directory: ./t"),
        ] {
            let error = bench.error("RestoreFile", &json!({"filepath": path, "overwrite": overwrite}));
            assert_says(&error, &[says]);
        }
    }
    assert_eq!(bench.tree(), before);
}

#[test]
fn what_names_nothing() {
    let bench = Bench::with(&[("d/f", "x"), ("secret", "x")]);
    let trashed = id_of(&bench.done("RemoveDirectory", &json!({"directory": "d", "recursive": true})));
    fs::write(bench.outside("victim"), "outside").unwrap();
    for (arguments, says) in [
        (json!({}), "name what to restore"),
        (json!({"filepath": "d", "id": trashed}), "name one of `filepath` and `id`"),
        (json!({"filepath": "never"}), "the trash has nothing that was ./never"),
        (json!({"filepath": "d/f"}), "but the directory ./d that may have held it; restore that one"),
        (json!({"filepath": "../victim"}), "lies outside"),
        (json!({"id": ""}), "nothing in the trash with the id ``"),
        (json!({"id": "../x"}), "nothing in the trash with the id `../x`"),
        (json!({"id": "."}), "nothing in the trash"),
        (json!({"id": "/etc"}), "nothing in the trash"),
        (json!({"id": format!("{trashed}/content")}), "nothing in the trash"),
        (json!({"id": format!("./{trashed}")}), "nothing in the trash"),
        (json!({"id": "1-1-1-1"}), "nothing in the trash"),
        (json!({"id": "1-..-1-1"}), "nothing in the trash"),
    ] {
        let error = bench.error("RestoreFile", &arguments);
        assert_says(&error, &[says]);
    }
    let error = bench.call("RestoreFile", &json!({"filepath": "never"}));
    assert_eq!(error["in_trash"][0]["id"], json!(trashed));
    let error = bench.call("RestoreFile", &json!({"filepath": "d/f"}));
    assert_eq!(error["in_trash"][0]["filepath"], "./d");
    let without = Bench::without_trash();
    assert_says(&without.error("RestoreFile", &json!({"filepath": "x"})), &["this session has no trash"]);
}

#[test]
fn a_list_is_bounded() {
    let bench = Bench::with(&[("t", "0")]);
    for number in 1..15 {
        bench.done("CreateFile", &json!({"filepath": "t", "content": number.to_string(), "overwrite": true}));
    }
    let error = bench.call("RestoreFile", &json!({"filepath": "t"}));
    assert_eq!(error["in_trash"].as_array().unwrap().len(), 10, "{error}");
}

#[test]
fn what_lay_in_other_roots_or_is_hidden_stays_out_of_reach() {
    let bench = Bench::with(&[("sub/t", "x"), ("u", "x"), ("hidden", "x")]);
    let inner = id_of(&bench.done("DeleteFile", &json!({"filepath": "sub/t"})));
    let outer = id_of(&bench.done("DeleteFile", &json!({"filepath": "u"})));
    let hidden = id_of(&bench.done("DeleteFile", &json!({"filepath": "hidden"})));
    bench.write(".janitoignore", "hidden\n");
    assert_says(&bench.error("RestoreFile", &json!({"id": hidden})), &["hidden by a .janitoignore"]);
    assert!(!bench.call("RestoreFile", &json!({"filepath": "never"})).to_string().contains(&hidden));
    let session = Registry::linked()
        .build()
        .unwrap()
        .session()
        .grant(Permissions::WRITE)
        .root(bench.path("sub"))
        .state(bench.outside("state"))
        .open()
        .unwrap();
    let call = |arguments: Value| -> Value {
        serde_json::from_str(&session.call(("RestoreFile", arguments.to_string())).to_json()).unwrap()
    };
    let refused = call(json!({"id": outer}));
    assert_says(&error_of(&refused), &["lies outside"]);
    assert!(refused["in_trash"].to_string().contains(&inner) && !refused["in_trash"].to_string().contains(&outer));
    assert!(!bench.path("u").exists());
    assert_eq!(call(json!({"id": inner}))["success"], true);
    assert_eq!(bench.read("sub/t"), b"x");
}

#[test]
fn nobody_else_looks_into_the_trash() {
    let bench = Bench::with(&[("t", "x")]);
    bench.done("DeleteFile", &json!({"filepath": "t"}));
    let mode = |path: &str| fs::metadata(bench.outside(path)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("state"), mode("state/trash")), (0o700, 0o700));
    fs::set_permissions(bench.outside("state/trash"), fs::Permissions::from_mode(0o755)).unwrap();
    let registry = Registry::linked().build().unwrap();
    registry.session().grant(Permissions::WRITE).root(bench.path("")).state(bench.outside("state")).open().unwrap();
    assert_eq!(mode("state/trash"), 0o700);
    // It need not be listed as a tool's own.
    fs::create_dir(bench.outside("state/trash/not an entry")).unwrap();
    bench.done("RestoreFile", &json!({"filepath": "t"}));
    assert!(bench.outside("state/trash/not an entry").exists());
}

#[test]
fn a_trash_that_cannot_be_written_keeps_what_would_be_lost() {
    let bench = Bench::with(&[("t", "old"), ("d/f", "x")]);
    fs::remove_dir_all(bench.outside("state/trash")).unwrap();
    let before = bench.tree();
    for (tool, arguments) in [
        ("DeleteFile", json!({"filepath": "t"})),
        ("CreateFile", json!({"filepath": "t", "content": "new", "overwrite": true})),
        ("RemoveDirectory", json!({"directory": "d", "recursive": true})),
        ("MoveFile", json!({"source": "d/f", "destination": "t", "overwrite": true})),
    ] {
        let error = bench.error(tool, &arguments);
        assert_says(&error, &["could not be kept in the trash", "left as it is"]);
        assert!(!error.contains("os error"), "{error}");
    }
    assert_eq!(bench.tree(), before);
}

#[test]
fn the_trash_may_lie_in_the_root() {
    let bench = Bench::new();
    let root = bench.path("");
    let registry = Registry::linked().build().unwrap();
    let session =
        registry.session().grant(Permissions::WRITE).root(&root).state(bench.path("home/state")).open().unwrap();
    bench.write("home/t", "x");
    let outcome = session.call(("RemoveDirectory", r#"{"directory": "home", "recursive": true}"#));
    assert_says(&outcome.to_json(), &["holds janito's own state"]);
    assert_eq!(bench.read("home/t"), b"x");
    assert!(session.call(("DeleteFile", r#"{"filepath": "home/t"}"#)).is_success());
    assert!(session.call(("RestoreFile", r#"{"filepath": "home/t"}"#)).is_success());
    assert_eq!(bench.read("home/t"), b"x");
}
