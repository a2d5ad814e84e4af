//! Writes that are disturbed: by failures halfway, by other writers, by a full disk, by the end of the process at any moment.
//!
//! Where a process of its own is needed, this test starts itself again.

#![cfg(unix)]

use janito::core::{
    Context, Existing, FailureKind, Permissions, Reader, Registry, Session, SessionBuilder, ToolError, Writer, tool,
};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Says to the test `child` what to do.
const JOB: &str = "JANITO_TEST_JOB";

/// Adds one to the number in a file.
#[tool(permissions = "rw")]
fn increment(
    reader: &Reader,
    writer: &Writer,
    /// Which.
    path: PathBuf,
) -> Result<u64, ToolError> {
    let mut change = writer.change();
    let content = String::from_utf8(change.take(reader, &path, 100)?)?;
    let number = content.trim().parse::<u64>()? + 1;
    change.write(&path, format!("{number}\n").as_bytes(), Existing::Replace)?;
    change.commit()?;
    Ok(number)
}

/// Writes a file of one letter.
#[tool(permissions = "w")]
fn fill(
    writer: &Writer,
    /// Which.
    path: PathBuf,
    /// With what.
    letter: char,
    /// How many of them.
    length: usize,
) -> Result<(), ToolError> {
    writer.write(path, &vec![letter as u8; length], Existing::Replace).map(drop)
}

/// Changes several files together: writes what is `name=content` and removes what is `name`.
#[tool(permissions = "rw")]
fn together(
    reader: &Reader,
    writer: &Writer,
    /// The changes.
    changes: Vec<String>,
    /// The root, in which a shell runs `meanwhile`.
    root: PathBuf,
    /// What somebody else does between the staging and the end.
    meanwhile: Option<String>,
) -> Result<Vec<Option<String>>, ToolError> {
    let mut change = writer.change();
    for one in &changes {
        match one.split_once('=') {
            Some((path, content)) => {
                if root.join(path).exists() {
                    // Twice gives the same.
                    assert_eq!(change.take(reader, path, 1000)?, change.take(reader, path, 1000)?);
                }
                change.write(path, content.as_bytes(), Existing::Replace)?;
            }
            None => change.remove(one)?,
        }
    }
    if let Some(script) = meanwhile {
        assert!(Command::new("sh").current_dir(root).args(["-c", &script]).status()?.success());
    }
    Ok(change.commit()?.into_iter().map(|written| written.trash_id).collect())
}

/// Reads a file, so that the session knows it.
#[tool(permissions = "r")]
fn remembers(
    reader: &Reader,
    /// Which.
    path: PathBuf,
) -> Result<(), ToolError> {
    Ok(reader.open(path)?.remember()?)
}

/// Moves a folder by a copy.
#[tool(permissions = "rw")]
fn carries(
    writer: &Writer,
    /// From here.
    from: PathBuf,
    /// To there.
    to: PathBuf,
) -> Result<bool, ToolError> {
    Ok(writer.rename(from, to, Existing::Keep, false, true)?.copied)
}

/// Begins to move a file by a copy shortly before its end.
#[tool(permissions = "rw", timeout = 1)]
fn carries_late(
    context: &Context,
    writer: &Writer,
    /// From here.
    from: PathBuf,
    /// To there.
    to: PathBuf,
) -> Result<bool, ToolError> {
    let left = context.deadline().ok_or("no deadline")?.saturating_duration_since(Instant::now());
    std::thread::sleep(left.saturating_sub(Duration::from_millis(15)));
    let moved = writer.rename(from, to, Existing::Keep, true, true);
    LATE.store(true, Ordering::SeqCst);
    moved.map(|moved| moved.copied)
}

/// Whether that has returned.
static LATE: AtomicBool = AtomicBool::new(false);

fn session(root: &Path, state: Option<&PathBuf>) -> Session {
    let registry = Registry::linked().build().unwrap();
    let builder = registry.session().grant(Permissions::READ | Permissions::WRITE).root(root).root("/dev/shm");
    state.into_iter().fold(builder, SessionBuilder::state).open().unwrap()
}

#[track_caller]
fn call(session: &Session, tool: &str, arguments: &Value) -> Value {
    serde_json::from_str(&session.call((tool, arguments.to_string())).to_json()).unwrap()
}

/// A folder with a root and a state folder in it.
fn folders() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (root, state) = (folder.path().join("root"), folder.path().join("state"));
    fs::create_dir(&root).unwrap();
    (folder, root, state)
}

/// All that is in a folder.
fn tree(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(tree(&path));
            found.push((path, "/".to_owned()));
        } else {
            let content = fs::read(&path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            found.push((path, content.unwrap_or_default()));
        }
    }
    found.sort();
    found
}

/// This test again, as another process with a job.
fn again(job: &[&str]) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["child", "--exact", "--nocapture", "--test-threads=1"]).env(JOB, job.join("|"));
    command
}

/// What another process does; without a job, nothing.
#[test]
fn child() {
    let Ok(job) = std::env::var(JOB) else { return };
    let words: Vec<&str> = job.split('|').collect();
    match words[..] {
        ["increment", root, times] => {
            let session = session(root.as_ref(), None);
            for _ in 0..times.parse().unwrap() {
                let outcome = call(&session, "Increment", &json!({"path": "n"}));
                assert_eq!(outcome["success"], true, "{outcome}");
            }
        }
        ["fill", root, state, length] => {
            let session = session(root.as_ref(), (!state.is_empty()).then_some(&PathBuf::from(state)));
            println!("ready");
            for letter in ["a", "b"].into_iter().cycle() {
                for number in 0..4 {
                    let arguments = json!({"path": format!("f{number}"), "letter": letter, "length": length.parse::<u64>().unwrap()});
                    let outcome = call(&session, "Fill", &arguments);
                    assert_eq!(outcome["success"], true, "{outcome}");
                }
            }
        }
        ["once", root, state, tool, arguments] => {
            let session = session(root.as_ref(), (!state.is_empty()).then_some(&PathBuf::from(state)));
            println!("outcome {}", session.call((tool, arguments)).to_json());
        }
        _ => panic!("no such job: {job}"),
    }
}

/// The outcome that a process printed.
#[track_caller]
fn outcome_of(command: &mut Command) -> Option<Value> {
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find_map(|line| line.split_once("outcome ")?.1.into());
    line.map(|line| serde_json::from_str(line).unwrap())
}

#[test]
fn all_or_nothing() {
    let (_folder, root, state) = folders();
    let session = session(&root, Some(&state));
    let put = |path: &str, content: &str| {
        fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
        fs::write(root.join(path), content).unwrap();
    };
    for (path, content) in [("a", "old a"), ("b", "old b"), ("c", "old c"), ("d/e", "old e")] {
        put(path, content);
    }
    fs::set_permissions(root.join("a"), fs::Permissions::from_mode(0o640)).unwrap();
    let before = tree(&root);
    for (changes, meanwhile, says, after) in [
        (
            &["a=new", "b=new", "c"][..],
            "rm b; mkdir b; touch b/x",
            "something else took its place",
            "rm -r b; echo -n 'old b' > b",
        ),
        (&["a=new", "b=new", "c"], "rm b; mkdir b", "something else took its place", "rmdir b; echo -n 'old b' > b"),
        (&["a=new", "b=new"], "echo -n theirs > b", "changed by somebody else", "echo -n 'old b' > b"),
        (&["a=new", "b=new"], "echo -n 'ODD b' > t; mv t b", "changed by somebody else", "echo -n 'old b' > b"),
        (&["a=new", "x=new", "c"], "echo -n theirs > x", "exists already", "rm x"),
        (&["x/y/z=new", "a=new", "x/y/w=new", "new=new"], "mkdir new", "exists already", "rmdir new"),
        (&["c", "a=new", "b"], "rm b", "could not be kept", "echo -n 'old b' > b"),
        (&["x/new=1", "y/new=1"], "rmdir y", "not exist", ""),
    ] {
        let arguments = json!({"changes": changes, "root": root, "meanwhile": meanwhile});
        // A folder that is gone cannot be drafted in; what it is, is told.
        let outcome = call(&session, "Together", &arguments);
        assert_eq!(outcome["success"], false, "{changes:?} {meanwhile}: {outcome}");
        if !meanwhile.contains("rmdir y") {
            assert!(outcome["error"].as_str().unwrap().contains(says), "{meanwhile}: {outcome}");
        }
        assert!(Command::new("sh").current_dir(&root).args(["-c", after]).status().unwrap().success());
        assert_eq!(tree(&root), before, "{changes:?} {meanwhile}");
        assert_eq!(session.trash().unwrap().entries().unwrap(), [], "{meanwhile}");
    }
    assert_eq!(fs::metadata(root.join("a")).unwrap().permissions().mode() & 0o777, 0o640);
    let outcome = call(&session, "Together", &json!({"changes": ["a=1", "c", "n/m=2", "n/o=3"], "root": root}));
    assert_eq!(outcome["success"], true, "{outcome}");
    let kept: Vec<bool> = outcome["result"].as_array().unwrap().iter().map(Value::is_string).collect();
    assert_eq!(kept, [true, true, false, false]);
    let names: Vec<String> =
        tree(&root).iter().map(|(path, _)| path.strip_prefix(&root).unwrap().display().to_string()).collect();
    assert_eq!(names, ["a", "b", "d", "d/e", "n", "n/m", "n/o"]);
}

#[test]
fn a_change_that_is_dropped_leaves_nothing() {
    let (_folder, root, _) = folders();
    fs::create_dir(root.join("dir")).unwrap();
    let session = session(&root, None);
    let outcome = call(&session, "Together", &json!({"changes": ["x/y/z=1", "x/v/w=1", "dir=1"], "root": root}));
    assert_eq!(outcome["success"], false, "{outcome}");
    assert_eq!(tree(&root).len(), 1);
}

#[test]
fn two_names_of_one_file_in_one_change() {
    let (_folder, root, _) = folders();
    fs::write(root.join("a"), "old").unwrap();
    fs::hard_link(root.join("a"), root.join("b")).unwrap();
    let begun = Instant::now();
    let outcome = call(&session(&root, None), "Together", &json!({"changes": ["a=1", "b=2"], "root": root}));
    assert_eq!((&outcome["success"], fs::read(root.join("b")).unwrap()), (&json!(true), b"2".to_vec()), "{outcome}");
    assert!(begun.elapsed() < Duration::from_secs(1));
}

/// The tools that people call, on a file that this session has read.
#[cfg(feature = "tools")]
#[test]
fn what_somebody_else_changed_since_it_was_read_stays() {
    use janito_tools as _;
    let (_folder, root, state) = folders();
    let session = session(&root, Some(&state));
    let path = |name: &str| root.join(name);
    let done = |tool: &str, arguments: Value| {
        let outcome = call(&session, tool, &arguments);
        assert_eq!(outcome["success"], true, "{tool} {arguments}: {outcome}");
    };
    let read = |name: &str| done("Remembers", json!({"path": name}));
    let write = |content: &str| json!({"filepath": "t", "content": content, "overwrite": true});
    for name in ["t", "u"] {
        fs::write(path(name), "one\n").unwrap();
    }
    read("t");
    fs::write(path("t"), "two\n").unwrap();
    let outcome = call(&session, "CreateFile", &write("mine\n"));
    assert_eq!((&outcome["success"], &outcome["changed"]), (&json!(false), &json!(true)), "{outcome}");
    let error = outcome["error"].as_str().unwrap();
    assert!(
        error.contains("was changed by somebody else") && error.contains("./t; nothing was written; read it again")
    );
    assert_eq!(fs::read(path("t")).unwrap(), b"two\n");
    read("t");
    done("CreateFile", write("mine\n"));
    // One's own writing is known, a touch is no change, and neither is one that was taken back.
    done("CreateFile", write("mine again\n"));
    fs::File::open(path("t")).unwrap().set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    done("CreateFile", write("mine\n"));
    fs::write(path("t"), "theirs\n").unwrap();
    fs::write(path("t"), "mine\n").unwrap();
    done("CreateFile", write("last\n"));
    // What was brought back is as it was brought back; what was never read, nobody knows.
    done("RestoreFile", json!({"filepath": "t", "overwrite": true}));
    done("CreateFile", write("after\n"));
    fs::write(path("u"), "two\n").unwrap();
    done("CreateFile", json!({"filepath": "u", "content": "x", "overwrite": true}));
    // It is known by the name that it was moved to.
    read("t");
    done("MoveFile", json!({"source": "t", "destination": "v"}));
    fs::write(path("v"), "theirs\n").unwrap();
    let outcome = call(&session, "CreateFile", &json!({"filepath": "v", "content": "x", "overwrite": true}));
    assert_eq!(outcome["changed"], true, "{outcome}");
}

#[test]
fn no_change_of_another_thread_is_lost() {
    let (_folder, root, _) = folders();
    fs::write(root.join("n"), "0\n").unwrap();
    let session = session(&root, None);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..50 {
                    let outcome = call(&session, "Increment", &json!({"path": "n"}));
                    assert_eq!(outcome["success"], true, "{outcome}");
                }
            });
        }
    });
    assert_eq!(fs::read_to_string(root.join("n")).unwrap(), "400\n");
}

#[test]
fn no_change_of_another_process_is_lost() {
    let (_folder, root, _) = folders();
    fs::write(root.join("n"), "0\n").unwrap();
    let job = ["increment", root.to_str().unwrap(), "40"];
    let children: Vec<Child> = (0..4).map(|_| again(&job).stdout(Stdio::null()).spawn().unwrap()).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(fs::read_to_string(root.join("n")).unwrap(), "160\n");
}

#[test]
fn a_file_that_another_program_locks() {
    let (_folder, root, _) = folders();
    fs::write(root.join("a"), "0").unwrap();
    fs::write(root.join("b"), "0").unwrap();
    let hold = |seconds: &str| {
        let mut command = Command::new("flock");
        command.arg(root.join("b")).args(["sh", "-c", &format!("echo held; exec sleep {seconds}")]);
        let mut child = command.stdout(Stdio::piped()).spawn().ok()?;
        BufReader::new(child.stdout.take()?).read_line(&mut String::new()).ok()?;
        Some(child)
    };
    let session = session(&root, None);
    let Some(mut child) = hold("0.4") else {
        println!("left out: there is no program `flock`");
        return;
    };
    let begun = Instant::now();
    assert_eq!(call(&session, "Increment", &json!({"path": "b"}))["result"], 1);
    assert!(begun.elapsed() > Duration::from_millis(200));
    child.wait().unwrap();
    // Who holds another file waits less long, and says whom for.
    let mut child = hold("60").unwrap();
    let outcome = session.call(("Together", json!({"changes": ["a=1", "b=1"], "root": root}).to_string()));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(outcome.to_json().contains("another program is changing the file: ./b; try again later"), "{outcome:?}");
    assert_eq!(outcome.failure().unwrap().kind(), FailureKind::Retry);
    assert_eq!(fs::read(root.join("a")).unwrap(), b"0");
}

/// How long the files are that are written by those who are killed.
const LENGTH: usize = 256 << 10;

/// Kills this many writers, and returns how many drafts they left, and how many old versions are in the trash.
fn kill(times: u32, trash: bool, seed: u64) -> (usize, usize) {
    let (_folder, root, state) = folders();
    let path = |number: u32| root.join(format!("f{number}"));
    for number in 0..4 {
        fs::write(path(number), vec![b'a'; LENGTH]).unwrap();
    }
    let is_whole = |path: &Path| {
        let content = fs::read(path).unwrap();
        content == vec![content[0]; LENGTH]
    };
    let job = ["fill", root.to_str().unwrap(), if trash { state.to_str().unwrap() } else { "" }, &LENGTH.to_string()];
    let mut random = seed;
    for time in 0..times {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let mut child = again(&job).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        while !line.contains("ready") {
            line.clear();
            assert!(output.read_line(&mut line).unwrap() > 0, "it has not begun");
        }
        std::thread::sleep(Duration::from_micros(random % 30_000));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!((0..4).all(|number| is_whole(&path(number))), "{time}");
    }
    let litter = tree(&root).len() - 4;
    let session = session(&root, trash.then_some(&state));
    for number in 0..4 {
        let outcome = call(&session, "Fill", &json!({"path": format!("f{number}"), "letter": "c", "length": LENGTH}));
        assert_eq!(outcome["success"], true, "{outcome}");
    }
    if cfg!(target_os = "linux") {
        assert_eq!(tree(&root).len(), 4, "whoever writes next clears up");
    }
    let Some(kept) = session.trash() else { return (litter, 0) };
    let entries = kept.entries().unwrap();
    assert!(entries.iter().all(|entry| is_whole(&state.join("trash").join(&entry.id).join("content"))));
    (litter, entries.len())
}

#[test]
fn a_writer_that_is_killed_loses_nothing() {
    let [(left, kept), (left_without, _)] = std::thread::scope(|scope| {
        let lanes = [(true, 0x2545_f491_4f6c_dd1d), (false, 0x9e37_79b9_7f4a_7c15)];
        lanes.map(|(trash, seed)| scope.spawn(move || kill(250, trash, seed))).map(|lane| lane.join().unwrap())
    });
    println!("{} drafts were left by 500 writers, {kept} versions are in the trash", left + left_without);
    // What has no name until it is whole leaves none, but for the moment in which it takes its name: one for each file at most.
    if cfg!(target_os = "linux") {
        assert!(left <= 4 && left_without <= 4 && kept > 0, "{left} {left_without} {kept}");
    }
}

#[test]
fn a_full_disk_leaves_what_was_there() {
    let (_folder, root, state) = folders();
    fs::write(root.join("f"), "old").unwrap();
    let before = tree(&root);
    let [exe, dir, kept] =
        [std::env::current_exe().unwrap(), root.clone(), state].map(|path| path.display().to_string());
    for path in ["f", "new", "x/y"] {
        let arguments = json!({"path": path, "letter": "x", "length": 4 << 20}).to_string();
        let job = ["once", &dir, &kept, "Fill", &arguments].join("|");
        let script = "trap '' XFSZ; ulimit -f 1024; exec \"$0\" child --exact --nocapture";
        let outcome = outcome_of(Command::new("sh").args(["-c", script, &exe]).env(JOB, &job)).unwrap();
        let error = outcome["error"].as_str().unwrap();
        assert!(error.contains("longer than a file may be here") && !error.contains("os error"), "{outcome}");
        assert_eq!(tree(&root), before);
        // A small file system of its own, if one can be had.
        let script = "mount -t tmpfs -o size=1m none \"$1\" && printf old > \"$1/f\" && \"$0\" child --exact --nocapture \
                      && test \"$(find \"$1\" -mindepth 1)\" = \"$1/f\" && test \"$(cat \"$1/f\")\" = old && echo untouched";
        let output = Command::new("unshare").args(["-rm", "sh", "-c", script, &exe, &dir]).env(JOB, &job).output();
        let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
        if !text.contains("outcome ") {
            println!("left out: no file system can be mounted here");
            continue;
        }
        assert!(text.contains("the disk is full; free some space") && text.contains("untouched"), "{text}");
    }
}

#[test]
fn a_move_that_is_ended_halfway_has_not_begun() {
    const LONG: usize = 256 << 20;
    let (_folder, root, _) = folders();
    let other = tempfile::tempdir_in("/dev/shm").unwrap();
    fs::create_dir(root.join("d")).unwrap();
    fs::write(root.join("d/long"), vec![b'x'; LONG]).unwrap();
    let arguments = json!({"from": "d", "to": other.path().join("n/d")}).to_string();
    let invocation = session(&root, None).invoke(("CarriesLate", arguments));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let outcome = runtime.block_on(invocation);
    assert_eq!(outcome.failure().unwrap().kind(), FailureKind::TimedOut, "{outcome:?}");
    while !LATE.load(Ordering::SeqCst) {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(tree(other.path()), []);
    assert_eq!(fs::metadata(root.join("d/long")).unwrap().len(), LONG as u64);
}

#[test]
fn a_wide_tree_needs_few_open_files() {
    let (_folder, root, _) = folders();
    let other = tempfile::tempdir_in("/dev/shm").unwrap();
    for number in 0..100 {
        fs::create_dir_all(root.join(format!("d/{number}/x"))).unwrap();
    }
    let [exe, dir] = [std::env::current_exe().unwrap(), root.clone()].map(|path| path.display().to_string());
    let arguments = json!({"from": "d", "to": other.path().join("d")}).to_string();
    let job = ["once", &dir, "", "Carries", &arguments].join("|");
    let script = "ulimit -n 48; exec \"$0\" child --exact --nocapture";
    let outcome = outcome_of(Command::new("sh").args(["-c", script, &exe]).env(JOB, &job)).unwrap();
    assert_eq!(outcome["success"], true, "{outcome}");
    assert_eq!(tree(&other.path().join("d")).len(), 200);
    assert!(!root.join("d").exists());
}
