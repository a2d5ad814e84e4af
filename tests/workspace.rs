//! The workspace: which paths lead where, and that none leads outside.

#![cfg(unix)]

use janito_core::{Existing, Permissions, Reader, Registry, Session, SessionBuilder, ToolError, Writer, tool};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::fs;
use std::io::Read as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Reads a file.
#[tool(permissions = "r")]
fn reads(
    files: &Reader,
    /// Which.
    path: PathBuf,
) -> Result<String, ToolError> {
    let mut text = String::new();
    files.open(path)?.read_to_string(&mut text)?;
    Ok(text)
}

/// Writes a file.
#[tool(permissions = "w")]
fn writes(
    files: &Writer,
    /// Which.
    path: PathBuf,
    /// Whether one there is replaced.
    #[arg(default = false)]
    over: bool,
) -> Result<(), ToolError> {
    let existing = if over { Existing::Replace } else { Existing::Keep };
    files.write(path, b"written", existing).map(drop)
}

/// Lists a folder.
#[tool(permissions = "r")]
fn lists(
    files: &Reader,
    /// Which.
    path: PathBuf,
) -> Result<Vec<String>, ToolError> {
    let entries = files.directory(path)?.entries()?;
    Ok(entries.iter().map(|entry| entry.name().to_string_lossy().into_owned()).collect())
}

/// Says where a path leads.
#[tool(permissions = "r")]
fn leads(
    files: &Reader,
    /// Which.
    path: PathBuf,
) -> Result<PathBuf, ToolError> {
    files.canonical(path)
}

/// Says how a path is shown.
#[tool(permissions = "r")]
fn shows(
    files: &Reader,
    /// Which.
    path: PathBuf,
) -> String {
    files.display(path)
}

/// Deletes a file.
#[tool(permissions = "w")]
fn deletes(
    files: &Writer,
    /// Which.
    path: PathBuf,
) -> Result<(), ToolError> {
    files.remove_file(path).map(drop)
}

/// Deletes a folder.
#[tool(permissions = "w")]
fn clears(
    files: &Writer,
    /// Which.
    path: PathBuf,
) -> Result<(), ToolError> {
    files.remove_directory(path, true).map(drop)
}

/// Moves something.
#[tool(permissions = "rw")]
fn moves(
    files: &Writer,
    /// From where.
    from: PathBuf,
    /// To where.
    to: PathBuf,
) -> Result<(), ToolError> {
    files.rename(from, to, Existing::Replace, true, true).map(drop)
}

/// Two roots, `one` and `two`, beside a folder that is none.
struct Place {
    folder: TempDir,
    session: Session,
}

impl Place {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        for name in ["one/sub", "two", "onex", "outside"] {
            fs::create_dir_all(folder.path().join(name)).expect("a folder");
        }
        for name in ["one/f", "one/sub/f", "two/f", "onex/f", "outside/f"] {
            fs::write(folder.path().join(name), name).expect("a file");
        }
        let session = session(&[&folder.path().join("one"), &folder.path().join("two")]);
        Self { folder, session }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().canonicalize().expect("a folder").join(path)
    }

    fn link(&self, to: impl AsRef<Path>, at: &str) {
        symlink(to, self.path(at)).expect("a link");
    }

    fn call(&self, tool: &str, arguments: &Value) -> Value {
        call(&self.session, tool, arguments)
    }

    fn reads(&self, path: impl AsRef<Path>) -> Value {
        self.call("Reads", &json!({"path": path.as_ref()}))
    }
}

fn session(roots: &[&Path]) -> Session {
    let registry = Registry::linked().toolset("workspace").build().expect("a registry");
    let builder = registry.session().grant(Permissions::READ | Permissions::WRITE);
    roots.iter().fold(builder, SessionBuilder::root).open().expect("a session")
}

fn call(session: &Session, tool: &str, arguments: &Value) -> Value {
    serde_json::from_str(&session.call((tool, arguments.to_string())).to_json()).expect("JSON")
}

#[track_caller]
fn refused(outcome: &Value, says: &str) {
    assert_eq!(outcome["success"], false, "{outcome}");
    let error = outcome["error"].as_str().expect("an error");
    assert!(error.contains(says), "`{says}` is not in: {error}");
}

#[test]
fn links_lead_where_they_lead_as_long_as_that_is_beneath_a_root() {
    let place = Place::new();
    for (at, to) in [
        ("one/relative", PathBuf::from("sub/f")),
        ("one/folder", PathBuf::from("sub")),
        ("one/absolute", place.path("one/sub/f")),
        ("one/sub/up", PathBuf::from("../f")),
        ("one/other", place.path("two")),
        ("one/other_up", PathBuf::from("../two/f")),
        ("one/chain", PathBuf::from("absolute")),
        ("two/back", place.path("one/sub/../sub")),
        ("one/self", place.path("one")),
    ] {
        place.link(to, at);
    }
    for (path, content) in [
        ("f", "one/f"),
        ("./f", "one/f"),
        ("sub/../f", "one/f"),
        ("relative", "one/sub/f"),
        ("folder/f", "one/sub/f"),
        ("folder/../f", "one/f"),
        ("absolute", "one/sub/f"),
        ("sub/up", "one/f"),
        ("other/f", "two/f"),
        ("other/back/f", "one/sub/f"),
        ("other_up", "two/f"),
        ("chain", "one/sub/f"),
        ("self/self/self/f", "one/f"),
        ("../two/f", "two/f"),
        ("../one/f", "one/f"),
        ("other/../one/f", "one/f"),
    ] {
        assert_eq!(place.reads(path)["result"], content, "{path}: {}", place.reads(path));
        let leads = place.call("Leads", &json!({"path": path}));
        assert_eq!(leads["result"], json!(place.path(content)), "{path}");
    }
    for root in ["one", "two"] {
        let path = place.path(&format!("{root}/f"));
        assert_eq!(place.reads(&path)["result"], format!("{root}/f"));
    }
}

#[test]
fn nothing_leads_outside() {
    let place = Place::new();
    for (at, to) in [
        ("one/leak", place.path("outside/f")),
        ("one/leak_folder", place.path("outside")),
        ("one/leak_up", PathBuf::from("../outside/f")),
        ("one/leak_root", PathBuf::from("/")),
        ("one/sibling", place.path("onex/f")),
        ("one/new", place.path("outside/new")),
        ("one/chain", PathBuf::from("leak_folder/f")),
        ("one/passwd", PathBuf::from("/etc/passwd")),
    ] {
        place.link(to, at);
    }
    let before = fs::read_dir(place.path("outside")).expect("a folder").count();
    for path in [
        "leak",
        "leak_up",
        "leak_folder/f",
        "leak_folder/new",
        "leak_root/etc/passwd",
        "sibling",
        "new",
        "chain",
        "passwd",
        "../outside/f",
        "../onex/f",
        "sub/../../outside/f",
        "../../../../../../etc/passwd",
        "/etc/passwd",
        "//etc/passwd",
        "file:///etc/passwd",
        "file:/etc/passwd",
        "FILE://localhost/etc/passwd",
        "/proc/self/root/etc/passwd",
    ] {
        refused(&place.reads(path), "lies outside what may be reached here");
        refused(&place.call("Writes", &json!({"path": path, "over": true})), "lies outside");
        refused(&place.call("Moves", &json!({"from": "f", "to": format!("{path}/x")})), "lies outside");
    }
    for root in ["one", "two"] {
        let error = place.reads("/etc/passwd")["error"].to_string();
        assert!(error.contains(&place.path(root).display().to_string()), "the roots are named: {error}");
    }
    for path in ["leak_folder", "leak_root", "..", "../outside", "/", "/etc"] {
        refused(&place.call("Lists", &json!({"path": path})), "lies outside");
        refused(&place.call("Clears", &json!({"path": format!("{path}/x")})), "lies outside");
    }
    refused(&place.reads(place.path("onex/f")), "lies outside");
    // A link itself is in the root, and may go; what it leads to stays.
    assert_eq!(place.call("Deletes", &json!({"path": "leak"}))["success"], true);
    assert_eq!(place.call("Moves", &json!({"from": "leak_up", "to": "sub/moved"}))["success"], true);
    refused(&place.reads("sub/moved"), "does not exist");
    assert_eq!(fs::read(place.path("outside/f")).expect("a file"), b"outside/f");
    assert_eq!(fs::read_dir(place.path("outside")).expect("a folder").count(), before);
}

#[test]
fn links_in_a_circle_end() {
    let place = Place::new();
    place.link("b", "one/a");
    place.link("a", "one/b");
    place.link(".", "one/here");
    for path in ["a", "b/f", "a/../f"] {
        refused(&place.reads(path), "links in a circle");
        refused(&place.call("Writes", &json!({"path": path, "over": true})), "links in a circle");
    }
    assert_eq!(place.reads("here/here/here/f")["result"], "one/f");
    refused(&place.reads(vec!["here"; 60].join("/")), "too many links");
}

#[test]
fn dangling_links_are_not_written_through() {
    let place = Place::new();
    place.link("nowhere", "one/dangling");
    place.link(place.path("one/nowhere"), "one/absolute");
    for path in ["dangling", "absolute"] {
        refused(&place.reads(path), "does not exist");
        for over in [false, true] {
            let outcome = place.call("Writes", &json!({"path": path, "over": over}));
            refused(&outcome, "a link that leads nowhere");
        }
        assert!(fs::symlink_metadata(place.path("one").join(path)).expect("a link").is_symlink());
    }
    assert!(!place.path("one/nowhere").exists());
}

#[test]
fn a_root_may_be_reached_through_links() {
    let place = Place::new();
    place.link(place.path("one"), "alias");
    let session = session(&[&place.path("alias")]);
    for path in [place.path("alias/f"), place.path("one/f"), PathBuf::from("f"), place.path("alias/sub/../f")] {
        assert_eq!(call(&session, "Reads", &json!({"path": path}))["result"], "one/f", "{}", path.display());
    }
    assert_eq!(call(&session, "Shows", &json!({"path": place.path("alias/sub/f")}))["result"], "./sub/f");
    refused(&call(&session, "Reads", &json!({"path": place.path("two/f")})), "lies outside");
}

#[test]
fn paths_are_shown_as_they_can_be_used() {
    let place = Place::new();
    for (path, shown) in [
        ("f", "./f".to_owned()),
        ("./sub//f", "./sub/f".to_owned()),
        (".", place.path("one").display().to_string()),
        ("missing/x", "./missing/x".to_owned()),
        ("/etc/passwd", "/etc/passwd".to_owned()),
    ] {
        assert_eq!(place.call("Shows", &json!({"path": path}))["result"], json!(shown), "{path}");
    }
    let shown = place.call("Shows", &json!({"path": place.path("two/f")}));
    assert_eq!(shown["result"], json!(place.path("two/f")));
    refused(&place.reads(place.path("one/missing")), "does not exist: ./missing");
    refused(&place.reads("sub/../missing"), "does not exist: ./missing");
}

#[test]
fn spellings_of_other_systems_are_told_from_names() {
    let place = Place::new();
    for name in ["CON", "a:b", "back\\slash", "file:x", "%41", "C:", "~x", " lead", "trail ", "-rf", "tab\tname"] {
        fs::write(place.path("one").join(name), name).expect("a file");
        assert_eq!(place.reads(name)["result"], name);
    }
    fs::write(place.path("one/a b"), "spaced").expect("a file");
    let uri = format!("file://{}", place.path("one/a%20b").display());
    assert_eq!(place.reads(&uri)["result"], "spaced");
    assert_eq!(place.reads(uri.replace("file://", "FILE:"))["result"], "spaced");
    assert_eq!(place.reads(uri.replace("file://", "file://localhost"))["result"], "spaced");
    let absolute = place.path("one").display().to_string();
    for (path, says) in [
        ("C:\\x\\y".to_owned(), "Windows path"),
        ("C:/x".to_owned(), "Windows path"),
        ("c:\\".to_owned(), "Windows path"),
        ("\\\\host\\share".to_owned(), "Windows path"),
        ("file:///c%3A/temp".to_owned(), "Windows path"),
        ("/C:/temp".to_owned(), "Windows path"),
        ("sub\\f".to_owned(), "write `sub/f`"),
        (format!("{absolute}/sub\\f"), "/sub/f`"),
        ("file://host/x".to_owned(), "no `file:` URI of this machine"),
        ("file:///a%zz".to_owned(), "no `file:` URI of this machine"),
        ("file:///a%00b".to_owned(), "no `file:` URI of this machine"),
        ("~/x".to_owned(), "`~`, which is not expanded"),
        (String::new(), "the path is empty"),
        ("a\0b".to_owned(), "NUL"),
    ] {
        refused(&place.reads(&path), says);
        refused(&place.call("Writes", &json!({"path": path})), says);
    }
    assert_eq!(fs::read_dir(place.path("one")).expect("a folder").count(), 14, "nothing odd was made");
}

#[test]
fn what_is_hidden_cannot_be_reached_by_name() {
    let place = Place::new();
    let write = |path: &str, content: &str| {
        fs::create_dir_all(place.path(path).parent().expect("a folder")).expect("a folder");
        fs::write(place.path(path), content).expect("a file");
    };
    write("one/.janitoignore", "secret*\n!secret_not\nvault/\nlink\n/only_here\n");
    for path in
        ["one/secret.txt", "one/sub/secret", "one/secret_not", "one/vault/deep/f", "one/only_here", "one/sub/only_here"]
    {
        write(path, "x");
    }
    write("one/sub/.janitoignore", "f\n");
    place.link("secret.txt", "one/alias");
    place.link("vault", "one/alias_folder");
    place.link("f", "one/link");
    let absolute = place.path("one/secret.txt").display().to_string();
    for path in [
        "secret.txt",
        "./secret.txt",
        &absolute,
        "sub/../secret.txt",
        "sub/secret",
        "vault/deep/f",
        "vault",
        "alias",
        "alias_folder/deep/f",
        "link",
        ".janitoignore",
        "sub/.janitoignore",
        "only_here",
        "sub/f",
        "secret_new",
        "vault/new",
    ] {
        for (tool, arguments) in [
            ("Reads", json!({"path": path})),
            ("Writes", json!({"path": path, "over": true})),
            ("Writes", json!({"path": path})),
            ("Moves", json!({"from": "secret_not", "to": path})),
        ] {
            // A link that is there is kept, wherever it leads; and what takes its place has nothing to do with what it leads to.
            if path == "alias" && tool != "Reads" && arguments["over"].is_null() {
                continue;
            }
            refused(&place.call(tool, &arguments), "hidden by a .janitoignore");
        }
        if !path.starts_with("alias") {
            refused(&place.call("Deletes", &json!({"path": path})), "hidden by a .janitoignore");
            refused(&place.call("Moves", &json!({"from": path, "to": "elsewhere"})), "hidden by a .janitoignore");
        }
    }
    refused(&place.call("Lists", &json!({"path": "vault"})), "hidden by a .janitoignore");
    refused(&place.call("Clears", &json!({"path": "vault"})), "hidden by a .janitoignore");
    // What hides cannot be lifted, nor what is hidden be carried off.
    refused(&place.call("Writes", &json!({"path": "new/.janitoignore"})), ".janitoignore");
    refused(&place.call("Moves", &json!({"from": "f", "to": "new/.janitoignore"})), ".janitoignore");
    refused(&place.call("Clears", &json!({"path": "sub"})), "hides");
    refused(&place.call("Moves", &json!({"from": "sub", "to": "gone"})), "hides");
    assert!(place.path("one/sub/secret").exists() && !place.path("one/new").exists());
    for path in ["f", "secret_not", "sub/only_here"] {
        assert_eq!(place.reads(path)["success"], true, "{path}: {}", place.reads(path));
    }
    // Nothing is hidden where nothing says so.
    assert_eq!(place.reads(place.path("two/f"))["result"], "two/f");
}

#[test]
fn a_janitoignore_that_cannot_be_read_hides_all() {
    let place = Place::new();
    place.link("/etc/hostname", "one/.janitoignore");
    refused(&place.reads("f"), "all that it may hide is hidden");
    fs::remove_file(place.path("one/.janitoignore")).expect("a link");
    fs::write(place.path("one/.janitoignore"), vec![b'x'; (1 << 20) + 1]).expect("a file");
    refused(&place.reads("f"), "longer than 1 MiB");
    fs::write(place.path("one/.janitoignore"), b"\xff\xfe\n[\nf\n").expect("a file");
    refused(&place.reads("f"), "hidden by a .janitoignore");
    for (content, says) in [("\u{0}f\u{0}", "no text in UTF-8"), ("nothing here\n", "")] {
        fs::write(place.path("one/.janitoignore"), content).expect("a file");
        if says.is_empty() {
            assert_eq!(place.reads("f")["result"], "one/f");
        } else {
            refused(&place.reads("f"), says);
        }
    }
    fs::remove_file(place.path("one/.janitoignore")).expect("a file");
    place.link("nowhere", "one/.janitoignore");
    refused(&place.reads("f"), "all that it may hide is hidden");
    fs::remove_file(place.path("one/.janitoignore")).expect("a link");
    let pipe = std::process::Command::new("mkfifo").arg(place.path("one/.janitoignore")).status().expect("mkfifo");
    assert!(pipe.success());
    refused(&place.reads("f"), "is no regular file");
    refused(&place.call("Lists", &json!({"path": "."})), "is no regular file");
    fs::remove_file(place.path("one/.janitoignore")).expect("a pipe");
    fs::create_dir(place.path("one/.janitoignore")).expect("a folder");
    assert_eq!(place.reads("f")["result"], "one/f");
}

#[test]
fn what_one_root_hides_no_other_shows() {
    let place = Place::new();
    fs::write(place.path("one/.janitoignore"), "secret\nsub/hid/\n").expect("a file");
    fs::create_dir(place.path("one/sub/hid")).expect("a folder");
    for path in ["one/sub/secret", "one/sub/hid/f"] {
        fs::write(place.path(path), "SECRET").expect("a file");
    }
    for roots in [["one", "one/sub"], ["one/sub", "one"], ["one/sub/hid", "one"]] {
        let session = session(&[&place.path(roots[0]), &place.path(roots[1])]);
        for path in ["secret", "sub/secret", "../sub/secret", "hid/f", "sub/hid/f", "../hid/f", "f"] {
            let outcome = call(&session, "Reads", &json!({"path": path}));
            assert!(!outcome.to_string().contains("SECRET"), "{roots:?} {path}: {outcome}");
        }
        for path in ["one/sub/secret", "one/sub/hid/f"] {
            refused(&call(&session, "Reads", &json!({"path": place.path(path)})), "hidden by a .janitoignore");
        }
        let listed = call(&session, "Lists", &json!({"path": place.path("one/sub")}));
        assert_eq!(listed["result"], json!(["f"]), "{roots:?}");
    }
}

#[test]
fn a_file_that_becomes_a_link_shows_nothing_hidden() {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    let place = Place::new();
    fs::write(place.path("one/.janitoignore"), "hid\n").expect("a file");
    fs::write(place.path("one/hid"), "SECRET").expect("a file");
    place.link("hid", "one/other");
    let (file, other) = (place.path("one/f"), place.path("one/other"));
    let stop = std::sync::atomic::AtomicBool::new(false);
    let mut seen = std::collections::BTreeMap::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                renameat_with(CWD, &file, CWD, &other, RenameFlags::EXCHANGE).expect("a swap");
            }
        });
        let begun = std::time::Instant::now();
        while begun.elapsed() < std::time::Duration::from_secs(2) {
            let outcome = place.reads("f");
            *seen.entry(outcome["result"].as_str().unwrap_or("refused").to_owned()).or_insert(0) += 1;
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert!(!seen.contains_key("SECRET"), "{seen:?}");
    assert!(seen.contains_key("one/f") && seen.contains_key("refused"), "{seen:?}");
}

/// A name or a way up, some of them known in the tree, some odd.
fn part() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec!["a", "b", "c", "f"]).prop_map(str::to_owned),
        3 => Just("..".to_owned()),
        1 => Just(".".to_owned()),
        1 => Just(String::new()),
        1 => "[a-z~%:\\\\ .]{1,6}",
    ]
}

fn path() -> impl Strategy<Value = String> {
    let relative = prop::collection::vec(part(), 1..7).prop_map(|parts| parts.join("/"));
    (prop::sample::select(vec!["", "", "ROOT/", "OUTSIDE/", "/", "file://ROOT/", "file://OUTSIDE/"]), relative)
        .prop_map(|(start, rest)| format!("{start}{rest}"))
}

/// Links, folders and files of a tree: where, and what.
fn tree() -> impl Strategy<Value = Vec<(String, u8, String)>> {
    let at =
        prop::collection::vec(prop::sample::select(vec!["a", "b", "c", "f"]), 1..4).prop_map(|parts| parts.join("/"));
    prop::collection::vec((at, 0_u8..4, path()), 0..10)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever links there are and whatever is asked for, nothing outside is read, listed, written, moved or deleted, and what is said
    /// to lie beneath the root does.
    #[test]
    fn no_path_escapes(tree in tree(), paths in prop::collection::vec(path(), 1..12)) {
        let folder = TempDir::new().expect("a folder");
        let base = folder.path().canonicalize().expect("a folder");
        let (root, outside) = (base.join("root"), base.join("outside"));
        let fill = |text: &str| {
            text.replace("OUTSIDE", &outside.display().to_string()).replace("ROOT", &root.display().to_string())
        };
        for at in ["root", "outside/a/b"] {
            fs::create_dir_all(base.join(at)).expect("a folder");
        }
        for at in ["outside/f", "outside/a/f", "outside/a/b/f", "f"] {
            fs::write(base.join(at), "SECRET").expect("a file");
        }
        for (at, kind, to) in &tree {
            let at = root.join(at);
            // A link on the way may lead the test itself outside.
            let parent = at.parent().expect("a folder");
            let _ = fs::create_dir_all(parent);
            if parent.canonicalize().is_ok_and(|parent| parent.starts_with(&root)) {
                let _ = match kind {
                    0 => fs::create_dir(&at),
                    1 if !at.exists() => fs::write(&at, "inside"),
                    _ => symlink(fill(to).trim_start_matches("file://"), &at),
                };
            }
        }
        let session = session(&[&root]);
        let image = || {
            let mut image = Vec::new();
            for at in ["outside", "outside/a", "outside/a/b", "."] {
                let names = fs::read_dir(base.join(at)).expect("it is there").flatten();
                image.extend(names.map(|entry| (entry.path(), fs::read(entry.path()).ok())));
            }
            image.sort();
            image
        };
        let before = image();
        for path in &paths {
            let path = fill(path);
            for tool in ["Reads", "Lists", "Leads"] {
                let outcome = call(&session, tool, &json!({"path": path}));
                prop_assert!(!outcome.to_string().contains("SECRET"), "{} {}: {}", tool, path, outcome);
                if tool == "Leads" && outcome["success"] == true {
                    let leads = PathBuf::from(outcome["result"].as_str().expect("a path"));
                    prop_assert!(leads.starts_with(&root), "{}: {}", path, leads.display());
                    prop_assert_eq!(leads.canonicalize().ok(), Some(leads.clone()), "{}", path);
                }
            }
        }
        for path in &paths {
            let path = fill(path);
            call(&session, "Writes", &json!({"path": path, "over": true}));
            call(&session, "Moves", &json!({"from": path, "to": "a/moved"}));
            call(&session, "Moves", &json!({"from": "a", "to": path}));
            call(&session, "Deletes", &json!({"path": path}));
            call(&session, "Clears", &json!({"path": path}));
        }
        prop_assert!(root.is_dir());
        prop_assert_eq!(image(), before);
    }
}
