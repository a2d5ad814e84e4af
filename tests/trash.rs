//! The trash as the program keeps it.

#![cfg(feature = "tools")]

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

struct Place(tempfile::TempDir);

impl Place {
    /// A folder with two roots in it, and a state folder that the program makes.
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        for root in ["one", "two"] {
            fs::create_dir(place.path(root)).unwrap();
            fs::write(place.path(root).join("f"), root).unwrap();
        }
        place
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().canonicalize().unwrap().join(name)
    }

    fn program(&self, root: &str, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_janito"));
        command.current_dir(self.path(root)).args(args).env("JANITO_STATE_DIR", self.path("state"));
        command.env_remove("XDG_STATE_HOME").env("HOME", self.path("home")).env("TZ", "UTC");
        command
    }

    fn run(&self, root: &str, args: &[&str]) -> (i32, String, String) {
        told(&self.program(root, args).output().unwrap())
    }

    #[track_caller]
    fn json(&self, root: &str, args: &[&str], code: i32) -> Value {
        let (found, stdout, stderr) = self.run(root, args);
        assert_eq!(found, code, "{args:?}: {stdout}{stderr}");
        serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{args:?}: {error}: {stdout}"))
    }

    fn entries(&self) -> Vec<Value> {
        self.json("one", &["trash", "list", "--json"], 0)["entries"].as_array().unwrap().clone()
    }
}

fn told(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn what_was_deleted_is_listed_and_comes_back() {
    let place = Place::new();
    let (code, stdout, stderr) = place.run("one", &["trash", "list"]);
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (0, "The trash is empty.\n", ""));
    for root in ["one", "two"] {
        let deleted = place.json(root, &["-w", "call", "DeleteFile", "f", "--json"], 0);
        assert_eq!(deleted["recoverable"], true);
    }
    let entries = place.entries();
    let paths: Vec<&Value> = entries.iter().map(|entry| &entry["path"]).collect();
    assert_eq!(paths, [&json!(place.path("two/f")), &json!(place.path("one/f"))], "the latest first");
    let first = &entries[1];
    assert_eq!((&first["why"], &first["bytes"], &first["tool"]), (&json!("deleted"), &json!(3), &json!("DeleteFile")));
    assert_eq!((&first["root"], &first["is_directory"]), (&json!(place.path("one")), &json!(false)));
    let (_, table, _) = place.run("one", &["trash", "list"]);
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["ID", "WHEN", "BYTES", "WHY", "PATH"]);
    assert_eq!(lines[2][0], first["id"]);
    assert_eq!(lines[2][3..], ["3", "deleted", place.path("one/f").to_str().unwrap()]);
    let only = place.json("one", &["--root", "../two", "--json", "trash", "list"], 0);
    assert_eq!(only["entries"].as_array().unwrap().len(), 1);
    // From wherever it is asked for, to where it was.
    let id = first["id"].as_str().unwrap();
    let restored = place.json("two", &["trash", "restore", id, "--json"], 0);
    assert_eq!((&restored["success"], &restored["filepath"]), (&json!(true), &json!("./f")));
    assert_eq!(fs::read(place.path("one/f")).unwrap(), b"one");
    assert_eq!(place.entries().len(), 1);
    let (code, _, stderr) = place.run("one", &["-q", "trash", "restore", id]);
    assert_eq!(
        (code, stderr.as_str()),
        (1, format!("error: there is nothing in the trash with the id `{id}`; see `trash list`\n").as_str())
    );
}

#[test]
fn the_rules_are_those_of_the_tool() {
    let place = Place::new();
    place.json("one", &["-w", "call", "DeleteFile", "f", "--json"], 0);
    fs::write(place.path("one/f"), "newer").unwrap();
    let id = place.entries()[0]["id"].as_str().unwrap().to_owned();
    let (code, stdout, stderr) = place.run("one", &["-q", "trash", "restore", &id]);
    assert!((code, stdout.as_str()) == (1, "") && stderr.contains("use overwrite=true to replace it"), "{stderr}");
    let document = place.json("one", &["trash", "restore", &id, "--json"], 1);
    assert_eq!(document["success"], false);
    // What was not granted, and what lies outside.
    let (code, _, stderr) = place.run("one", &["-r", "trash", "restore", &id, "--overwrite"]);
    assert!(code == 1 && stderr.contains("insufficient privileges"), "{stderr}");
    let two = place.path("two");
    let (code, ..) = place.run("one", &["--root", two.to_str().unwrap(), "trash", "restore", &id, "--overwrite"]);
    assert_eq!(code, 1);
    assert_eq!(fs::read(place.path("one/f")).unwrap(), b"newer");
    let restored = place.json("one", &["trash", "restore", &id, "--overwrite", "--json"], 0);
    assert_eq!((&restored["replaced"], fs::read(place.path("one/f")).unwrap()), (&json!(true), b"one".to_vec()));
    assert_eq!(place.entries()[0]["why"], "replaced");
    for (args, code) in
        [(&["trash"][..], 2), (&["trash", "restore"], 2), (&["trash", "restore", "../x"], 1), (&["trash", "empty"], 2)]
    {
        assert_eq!(place.run("one", args).0, code, "{args:?}");
    }
}

#[test]
fn where_it_is() {
    let place = Place::new();
    let delete = &["-w", "call", "DeleteFile", "f", "--json"][..];
    let after = |prepare: &dyn Fn(&mut Command), options: &[&str]| {
        fs::write(place.path("one/f"), "x").unwrap();
        let mut command = place.program("one", &[options, delete].concat());
        prepare(&mut command);
        told(&command.output().unwrap())
    };
    let has = |folder: &str| fs::read_dir(place.path(folder)).is_ok_and(|mut entries| entries.next().is_some());
    let named = place.path("named");
    assert_eq!(after(&|_| {}, &["--state", named.to_str().unwrap()]).0, 0);
    assert!(has("named/trash") && !has("state"));
    assert_eq!(after(&|_| {}, &[]).0, 0);
    assert!(has("state/trash"));
    let home = |command: &mut Command| _ = command.env("JANITO_STATE_DIR", "");
    assert_eq!(after(&home, &[]).0, 0);
    assert!(has("home/.local/state/janito/trash"));
    let user = |command: &mut Command| {
        command.env_remove("JANITO_STATE_DIR").env("XDG_STATE_HOME", place.path("xdg"));
    };
    assert_eq!(after(&user, &[]).0, 0);
    assert!(has("xdg/janito/trash"));
    // What only reads or tells makes nothing.
    for args in [&["call", "ReadFile", "f"][..], &["tools"], &["call", "DeleteFile", "--help"]] {
        let output = place.program("two", args).env("JANITO_STATE_DIR", place.path("unused")).output().unwrap();
        assert!(!place.path("unused").exists(), "{args:?} {output:?}");
    }
}

#[test]
fn where_there_can_be_none() {
    let place = Place::new();
    let impossible = place.path("one/f/state");
    let call = |args: &[&str], variable: &Path| {
        fs::write(place.path("one/f"), "x").unwrap();
        told(&place.program("one", args).env("JANITO_STATE_DIR", variable).output().unwrap())
    };
    let (code, stdout, stderr) = call(&["-w", "call", "DeleteFile", "f", "--json"], &impossible);
    assert_eq!(code, 0);
    let warning = "warning: there is no trash, so what is deleted or replaced is gone: the state folder ";
    assert!(stderr.starts_with(warning) && stderr.contains("name a place with --state"), "{stderr}");
    assert_eq!(serde_json::from_str::<Value>(&stdout).unwrap()["recoverable"], false);
    let (code, _, stderr) = call(&["-wq", "call", "DeleteFile", "f"], &impossible);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let named = impossible.to_str().unwrap();
    let (code, _, stderr) = call(&["-w", "--state", named, "call", "DeleteFile", "f"], &place.path("state"));
    assert!(code == 2 && stderr.contains("error: the state folder"), "{stderr}");
    assert!(place.path("one/f").exists());
    assert_eq!(call(&["--state", named, "trash", "list"], &place.path("state")).0, 2);
}

#[test]
fn what_an_entry_says_of_itself_is_not_trusted() {
    let place = Place::new();
    place.json("one", &["-w", "call", "DeleteFile", "f", "--json"], 0);
    let id = place.entries()[0]["id"].as_str().unwrap().to_owned();
    let entry = place.path("state/trash").join(&id).join("entry.json");
    let real: Value = serde_json::from_str(&fs::read_to_string(&entry).unwrap()).unwrap();
    let (one, two) = (place.path("one"), place.path("two"));
    std::os::unix::fs::symlink(&two, place.path("link")).unwrap();
    for (root, path) in [
        (one.clone(), two.join("new")),
        (one.clone(), one.join("../two/new")),
        (one.clone(), one.clone()),
        (place.path("gone"), place.path("gone/f")),
        (two.join("f"), two.join("f/f")),
        (place.path("link"), place.path("link/new")),
    ] {
        let mut forged = real.clone();
        (forged["root"], forged["path"]) = (json!(root), json!(path));
        fs::write(&entry, forged.to_string()).unwrap();
        let (code, stdout, stderr) = place.run("one", &["trash", "restore", &id]);
        assert!(code == 1 && stderr.contains("says that it lay in"), "{path:?} {stdout}{stderr}");
        assert!(!two.join("new").exists() && !place.path("gone").exists());
    }
    fs::write(&entry, real.to_string()).unwrap();
    let (code, _, stderr) = place.run("two", &["trash", "restore", &id]);
    assert!(code == 0 && stderr.contains(one.join("f").to_str().unwrap()), "{stderr}");
}

#[test]
fn what_is_no_entry_is_named() {
    let place = Place::new();
    for name in ["f", "g"] {
        fs::write(place.path("one").join(name), "x").unwrap();
        place.json("one", &["-w", "call", "DeleteFile", name, "--json"], 0);
    }
    let ids: Vec<String> = place.entries().iter().map(|entry| entry["id"].as_str().unwrap().to_owned()).collect();
    let of = |id: &str, name: &str| place.path("state/trash").join(id).join(name);
    fs::remove_file(of(&ids[0], "content")).unwrap();
    fs::create_dir(of(&ids[0], "content")).unwrap();
    fs::write(of(&ids[1], "entry.json"), "{").unwrap();
    let mut unusable = ids.clone();
    unusable.sort();
    assert_eq!(place.json("one", &["trash", "list", "--json"], 0), json!({"entries": [], "unusable": unusable}));
    let (_, list, _) = place.run("one", &["trash", "list"]);
    assert!(ids.iter().all(|id| list.contains(&format!("{id} is unusable"))), "{list}");
    assert_eq!(place.run("one", &["-q", "trash", "restore", &ids[0]]).0, 1);
}

#[test]
fn what_only_reads_does_not_look_into_it() {
    let place = Place::new();
    place.json("one", &["-w", "call", "DeleteFile", "f", "--json"], 0);
    let root = place.path("");
    for args in
        [&["call", "ListFiles", "--directory", "state"][..], &["-r", "call", "ListFiles", "--directory", "state/trash"]]
    {
        let (code, _, stderr) = place.run("one", &[&["--root", root.to_str().unwrap()], args].concat());
        assert!(code == 1 && stderr.contains("janito's own state, and out of reach"), "{args:?} {stderr}");
    }
}

/// A tree on another file system that takes long to copy to the place's, if there is one.
fn slow_tree() -> Option<tempfile::TempDir> {
    let other = tempfile::tempdir_in("/dev/shm").ok()?;
    for folder in 0..20 {
        let folder = other.path().join("tree").join(folder.to_string());
        fs::create_dir_all(&folder).unwrap();
        for file in 0..1000 {
            fs::write(folder.join(file.to_string()), "x").unwrap();
        }
    }
    Some(other)
}

/// Whether there is something that a call puts beside a place, or half an entry of the trash.
fn has_litter(place: &Place) -> bool {
    let names = |folder: std::path::PathBuf| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect::<Vec<_>>()
    };
    names(place.path("one")).iter().any(|name| name.starts_with(".janito-"))
        || !names(place.path("state/trash")).is_empty()
}

#[test]
fn a_signal_leaves_nothing_half_done() {
    let Some(other) = slow_tree() else { return };
    let place = Place::new();
    let tree = other.path().join("tree");
    let (root, tree_text) = (other.path().to_str().unwrap(), tree.to_str().unwrap());
    let own = place.path("one");
    let roots = ["--root", own.to_str().unwrap(), "--root", root];
    for args in
        [&["call", "MoveFile", tree_text, "moved"][..], &["-w", "call", "RemoveDirectory", tree_text, "--recursive"]]
    {
        let (options, command) = args.split_at(args.iter().position(|arg| *arg == "call").unwrap());
        let mut program = place.program("one", &[options, &roots[..], command].concat());
        let mut child =
            program.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().unwrap();
        while !has_litter(&place) {
            assert!(child.try_wait().unwrap().is_none(), "{args:?} has not begun");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        let code = child.wait().unwrap().code();
        if code == Some(0) {
            println!("left out: {args:?} was done before it was cut off");
            return;
        }
        assert!(!has_litter(&place), "{args:?}");
        assert!(!place.path("one/moved").exists());
        let whole =
            fs::read_dir(&tree).unwrap().all(|folder| fs::read_dir(folder.unwrap().path()).unwrap().count() == 1000);
        assert!(whole, "{args:?}");
    }
}

#[test]
fn a_folder_that_refuses_is_named_before_anything_goes() {
    let place = Place::new();
    let Ok(other) = tempfile::tempdir_in("/dev/shm") else { return };
    for folder in ["d/open", "d/closed"] {
        fs::create_dir_all(other.path().join(folder)).unwrap();
        fs::write(other.path().join(folder).join("f"), "x").unwrap();
    }
    fs::create_dir(place.path("state")).unwrap();
    // Whoever is root is refused nothing, and so becomes somebody else.
    let is_root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
    if is_root {
        let owned = Command::new("chown").args(["-R", "65534:65534"]).args([other.path(), &place.path("")]).status();
        assert!(owned.unwrap().success());
    }
    let closed = other.path().join("d/closed");
    fs::set_permissions(&closed, std::os::unix::fs::PermissionsExt::from_mode(0o555)).unwrap();
    let run = |args: &[&str]| {
        let mut own = place.program("one", args);
        if !is_root {
            return told(&own.output().unwrap());
        }
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(own.get_program()).args(own.get_args());
        command.current_dir(place.path("one"));
        for (name, value) in own.get_envs() {
            match value {
                Some(value) => _ = command.env(name, value),
                None => _ = command.env_remove(name),
            }
        }
        told(&command.output().unwrap())
    };
    let (one, root) = (place.path("one"), other.path().to_str().unwrap().to_owned());
    let tree = other.path().join("d");
    let (one, tree) = (one.to_str().unwrap(), tree.to_str().unwrap());
    for args in [&["call", "MoveFile", tree, "moved"][..], &["call", "RemoveDirectory", tree, "--recursive"]] {
        let (code, stdout, stderr) = run(&[&["--root", one, "--root", &root], args].concat());
        assert!(code == 1 && stderr.contains("d/closed"), "{args:?} {code} {stdout}{stderr}");
        assert!(other.path().join("d/open/f").exists() && !place.path("one/moved").exists());
        assert!(fs::read_dir(place.path("state/trash")).unwrap().next().is_none());
    }
    // Of a move, the folder that refuses is named.
    fs::create_dir_all(other.path().join("locked")).unwrap();
    fs::write(other.path().join("locked/f"), "x").unwrap();
    fs::set_permissions(other.path().join("locked"), std::os::unix::fs::PermissionsExt::from_mode(0o555)).unwrap();
    let locked = other.path().join("locked/f");
    let (code, _, stderr) =
        run(&["--root", one, "--root", &root, "call", "MoveFile", locked.to_str().unwrap(), &format!("{root}/f")]);
    assert!(
        code == 1 && stderr.contains("permission denied by the system: ") && stderr.contains("/locked\n"),
        "{stderr}"
    );
    fs::set_permissions(&closed, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
}
