//! `ApplyPatch` makes of a patch what GNU `patch` and `git apply` make of it: compared on sources that are there, edited by chance, the
//! same each time.

use crate::bench::Bench;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Numbers that look like chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }
}

/// Whether a program can be asked; where tests must be complete, it has to be there.
fn is_there(program: &str) -> bool {
    let there = Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok();
    assert!(there || std::env::var_os("CI").is_none(), "`{program}` is missing");
    if !there {
        println!("`{program}` is missing: the comparison with it is left out");
    }
    there
}

/// The sources of some crates that this one is built from.
fn sources() -> Vec<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo"))).unwrap();
    let mut folders = vec![home.join("registry/src"), Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        let mut entries: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            let kind = fs::symlink_metadata(&path).unwrap();
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file()
                && (60..40_000).contains(&kind.len())
                && fs::read_to_string(&path).is_ok_and(|text| !text.contains('\0'))
            {
                files.push(path);
            }
            if files.len() >= 4000 {
                return files;
            }
        }
    }
    files
}

/// Some edits of a text, in its lines.
fn edited(text: &str, chance: &mut Chance) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    for _ in 0..=chance.below(4) {
        let at = chance.below(lines.len() + 1);
        let count = chance.below(4).min(lines.len() - at);
        let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let new: Vec<String> = match chance.below(5) {
            0 => Vec::new(),
            1 => lines[at..at + count].iter().rev().cloned().collect(),
            2 => vec![format!("a new line {}{end}", chance.below(100)); chance.below(3)],
            3 => lines[at..at + count].iter().map(|line| format!("  {line}")).collect(),
            _ => lines[at..at + count].iter().map(|line| line.replace(['e', 'E'], "3")).collect(),
        };
        lines.splice(at..at + count, new);
    }
    if chance.below(12) == 0
        && let Some(last) = lines.last_mut()
    {
        *last = last.trim_end_matches('\n').to_owned();
    }
    let last = lines.len().saturating_sub(1);
    for line in &mut lines[..last] {
        if !line.ends_with('\n') {
            line.push('\n');
        }
    }
    lines.concat()
}

fn git(folder: &Path, arguments: &[&str]) -> std::process::Output {
    let mut git = Command::new("git");
    git.current_dir(folder).args(arguments).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    // Not as a part of a repository around it.
    git.env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap());
    git.output().unwrap()
}

/// The header of each hunk with other line numbers; the counts stay.
fn shifted(patch: &str, by: usize) -> String {
    let shift = |range: &str| {
        let (begin, count) =
            range.split_once(',').map_or((range, String::new()), |(begin, count)| (begin, format!(",{count}")));
        format!("{}{count}", begin.parse::<usize>().unwrap() + by)
    };
    let line = |line: &str| match line.strip_prefix("@@ -") {
        Some(rest) if !rest.starts_with("0,0") => {
            let (ranges, rest) = rest.split_once(" @@").unwrap();
            let (old, new) = ranges.split_once(" +").unwrap();
            format!("@@ -{} +{} @@{rest}", shift(old), shift(new))
        }
        _ => line.to_owned(),
    };
    patch.split_inclusive('\n').map(line).collect()
}

/// A file beside the root in which the others work, and the root in which `ApplyPatch` does.
struct Contest {
    bench: Bench,
    folder: PathBuf,
}

impl Contest {
    fn new() -> Self {
        let bench = Bench::new();
        let folder = bench.outside("work");
        fs::create_dir_all(folder.join("theirs")).unwrap();
        for part in ["a", "b"] {
            fs::create_dir(folder.join(part)).unwrap();
        }
        Self { bench, folder }
    }

    fn diff(&self, before: &str, after: &str, context: usize) -> String {
        fs::write(self.folder.join("a/f"), before).unwrap();
        fs::write(self.folder.join("b/f"), after).unwrap();
        let context = format!("-U{context}");
        let diff = git(&self.folder, &["diff", "--no-index", "--no-prefix", "--no-color", &context, "a/f", "b/f"]);
        String::from_utf8(diff.stdout).unwrap()
    }

    /// What this crate makes of a file; nothing if it refuses the patch.
    fn ours(&self, before: &str, patch: &str, reverse: bool) -> Option<String> {
        self.bench.write("f", before);
        // What the session knows of the file is what it is now.
        self.bench.done("ReadFile", &json!({"filepath": "f", "max_lines": 1}));
        let outcome = self.bench.call("ApplyPatch", &json!({"patch": patch, "reverse": reverse}));
        let after = String::from_utf8(self.bench.read("f")).unwrap();
        let done = outcome["success"] == true;
        assert!(done || after == before, "a refused patch changes nothing: {outcome}");
        done.then_some(after)
    }

    /// What others make of it.
    fn theirs(&self, program: &str, before: &str, patch: &str) -> Option<String> {
        let folder = self.folder.join("theirs");
        fs::write(folder.join("f"), before).unwrap();
        fs::write(folder.join("p"), patch).unwrap();
        let output = if program == "git" {
            git(&folder, &["apply", "-p1", "--whitespace=nowarn", "p"])
        } else {
            let arguments = ["-p1", "-s", "-f", "--binary", "--no-backup-if-mismatch", "-r", "-", "-i", "p"];
            Command::new("patch").current_dir(&folder).args(arguments).output().unwrap()
        };
        output.status.success().then(|| fs::read_to_string(folder.join("f")).unwrap())
    }
}

/// Some source, now and then with the line ends of Windows.
fn source(sources: &[PathBuf], chance: &mut Chance) -> String {
    let text = fs::read_to_string(&sources[chance.below(sources.len())]).unwrap();
    if chance.below(7) == 0 { text.replace("\r\n", "\n").replace('\n', "\r\n") } else { text }
}

#[test]
fn sources_edited_by_chance() {
    if !is_there("git") || !is_there("patch") {
        return;
    }
    let (sources, contest, mut chance) = (sources(), Contest::new(), Chance(7));
    let (mut applied, mut refused) = (0, 0);
    for _ in 0..120 {
        let before = source(&sources, &mut chance);
        let after = edited(&before, &mut chance);
        if before == after {
            continue;
        }
        let patch = contest.diff(&before, &after, 1 + chance.below(4));
        assert_eq!(contest.ours(&before, &patch, false).as_ref(), Some(&after), "{patch}");
        assert_eq!(contest.ours(&after, &patch, true).as_ref(), Some(&before), "{patch}");
        // On a file with more lines at its begin, and with line numbers that are wrong: the same, or nothing.
        let more = "// one more line\n".repeat(1 + chance.below(30));
        for (other, patch, expected) in [
            (format!("{more}{before}"), patch.clone(), format!("{more}{after}")),
            (before.clone(), shifted(&patch, 1 + chance.below(20)), after.clone()),
        ] {
            match contest.ours(&other, &patch, false) {
                Some(ours) => {
                    assert_eq!(ours, expected, "{patch}");
                    applied += 1;
                }
                None => refused += 1,
            }
        }
    }
    println!("of patches for another file {applied} were applied and {refused} refused");
    assert!(applied > 5 * refused, "{applied} applied, {refused} refused");
}

#[test]
fn files_that_are_not_quite_those_of_the_patch() {
    if !is_there("git") || !is_there("patch") {
        return;
    }
    let (sources, contest, mut chance) = (sources(), Contest::new(), Chance(23));
    let (mut same, mut differ, mut refused) = (0, 0, 0);
    for _ in 0..120 {
        let before = source(&sources, &mut chance);
        let (after, other) = (edited(&before, &mut chance), edited(&before, &mut chance));
        if before == after || !before.ends_with('\n') {
            continue;
        }
        let patch = contest.diff(&before, &after, 3);
        let ours = contest.ours(&other, &patch, false);
        for program in ["git", "patch"] {
            match (&ours, contest.theirs(program, &other, &patch)) {
                (Some(ours), Some(theirs)) if *ours == theirs => same += 1,
                (Some(_), Some(_)) => {
                    println!("{program} makes something else of\n{patch}");
                    differ += 1;
                }
                (None, Some(_)) => refused += 1,
                _ => {}
            }
        }
    }
    println!("{same} the same, {differ} not, {refused} refused that others apply");
    assert!(same > 20 * differ && same > 5 * refused, "{same} the same, {differ} not, {refused} refused");
}

#[test]
fn patches_of_several_files() {
    if !is_there("git") {
        return;
    }
    let sources = sources();
    let mut chance = Chance(11);
    for round in 0..25 {
        let bench = Bench::new();
        let folder = bench.outside("work");
        fs::create_dir_all(folder.join("theirs")).unwrap();
        git(&folder, &["init", "-q"]);
        let mut files: Vec<(String, String)> = (0..6)
            .map(|number| {
                (
                    format!("dir {}/file é {number}.rs", number % 2),
                    fs::read_to_string(&sources[chance.below(sources.len())]).unwrap(),
                )
            })
            .collect();
        for (path, content) in &files {
            bench.write(path, content);
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        git(&folder, &["add", "."]);
        git(&folder, &["-c", "user.name=a", "-c", "user.email=b", "commit", "-q", "-m", "c"]);
        // Edited, renamed and edited, deleted, new, empty, untouched.
        let changed = edited(&files[0].1, &mut chance);
        fs::write(folder.join(&files[0].0), &changed).unwrap();
        let renamed = files[1].1.replacen('e', "3", 1);
        fs::remove_file(folder.join(&files[1].0)).unwrap();
        fs::create_dir_all(folder.join("new folder")).unwrap();
        fs::write(folder.join("new folder/\"renamed\".rs"), &renamed).unwrap();
        fs::remove_file(folder.join(&files[2].0)).unwrap();
        fs::write(folder.join("new.txt"), "one\ntwo").unwrap();
        fs::write(folder.join("empty"), "").unwrap();
        git(&folder, &["add", "-A"]);
        let patch = String::from_utf8(git(&folder, &["diff", "--cached", "--no-color", "-M"]).stdout).unwrap();
        let outcome = bench.call("ApplyPatch", &json!({"patch": patch}));
        assert_eq!(outcome["success"], true, "round {round}: {outcome}\n{patch}");
        files[0].1 = changed;
        files[1] = ("new folder/\"renamed\".rs".to_owned(), renamed);
        files.remove(2);
        files.extend([("new.txt".to_owned(), "one\ntwo".to_owned()), ("empty".to_owned(), String::new())]);
        for (path, content) in &files {
            assert_eq!(&String::from_utf8(bench.read(path)).unwrap(), content, "round {round}: {path}\n{patch}");
        }
        let left = bench.done("ListFiles", &json!({"recursive": true}));
        let count =
            left["files"].as_array().unwrap().iter().filter(|path| !path.as_str().unwrap().ends_with('/')).count();
        assert_eq!(count, files.len(), "round {round}: {left}");
    }
}

/// Files by their names: what is in them, and whether they may be run.
type Files = BTreeMap<String, (Vec<u8>, bool)>;

/// All files of a folder.
fn snapshot(folder: &Path) -> Files {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.is_file());
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let runs = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o111 != 0;
    files.map(|path| (name(&path), (fs::read(&path).unwrap(), runs(&path)))).collect()
}

/// Makes the files of a folder those of a snapshot.
fn restore(folder: &Path, files: &Files) {
    for name in snapshot(folder).into_keys() {
        fs::remove_file(folder.join(name)).unwrap();
    }
    for (name, (content, runs)) in files {
        let path = folder.join(name);
        fs::write(&path, content).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(if *runs { 0o755 } else { 0o644 })).unwrap();
    }
}

/// Copies, renames, swaps, ends, new files, marks and modes, by chance.
fn shuffled(files: &mut Files, chance: &mut Chance) {
    const NAMES: &[&str] = &["a", "b", "c", "d", "e", "f", "g", "h"];
    let before = files.clone();
    let old: Vec<&String> = before.keys().collect();
    for _ in 0..=chance.below(5) {
        let from = old[chance.below(old.len())];
        let to = NAMES[chance.below(NAMES.len())];
        let was = before[from].clone();
        match chance.below(7) {
            0 | 1 => drop(files.insert(to.to_owned(), was)),
            2 => {
                files.remove(from);
                files.insert(to.to_owned(), was);
            }
            3 => {
                if let (Some(a), Some(b)) = (before.get(from), before.get(to)) {
                    files.insert(from.clone(), b.clone());
                    files.insert(to.to_owned(), a.clone());
                }
            }
            4 => drop(files.remove(from)),
            5 => {
                if let Some((content, _)) = files.get_mut(from) {
                    *content = match content.strip_prefix("\u{feff}".as_bytes()) {
                        Some(rest) => rest.to_vec(),
                        None => ["\u{feff}".as_bytes(), content].concat(),
                    };
                }
            }
            _ => {
                if let Some((_, runs)) = files.get_mut(from) {
                    *runs = !*runs;
                }
            }
        }
    }
    for (content, _) in files.values_mut() {
        if chance.below(2) == 0 {
            *content = edited(std::str::from_utf8(content).unwrap(), chance).into_bytes();
        }
    }
}

#[test]
fn files_that_are_copied_and_renamed_by_chance() {
    if !is_there("git") {
        return;
    }
    let (sources, mut chance) = (sources(), Chance(5));
    let (mut applied, mut refused) = (0, 0);
    let bench = Bench::new();
    let (ours, folder) = (bench.path("."), bench.outside("work"));
    let theirs = folder.join("theirs");
    fs::create_dir_all(&theirs).unwrap();
    git(&folder, &["init", "-q"]);
    for round in 0..60 {
        let mut files: Files = ["a", "b", "c", "d"]
            .into_iter()
            .map(|name| {
                let mark = if chance.below(4) == 0 { "\u{feff}" } else { "" };
                let text = source(&sources, &mut chance);
                let text = text.trim_start_matches('\u{feff}');
                (name.to_owned(), (format!("{mark}{text}").into_bytes(), chance.below(4) == 0))
            })
            .collect();
        let before = files.clone();
        restore(&theirs, &before);
        git(&folder, &["add", "-A"]);
        let tree = git(&folder, &["write-tree"]).stdout;
        let tree = str::from_utf8(&tree).unwrap().trim();
        shuffled(&mut files, &mut chance);
        restore(&theirs, &files);
        git(&folder, &["add", "-A"]);
        let options = [&["-M"][..], &["-C"], &["-C", "-C"], &["-B", "-M"], &["-B", "-C", "-C"], &["-B"]];
        let options = options[chance.below(options.len())];
        let arguments = [&["diff", "--cached", "--no-color", "--relative=theirs"], options, &[tree]].concat();
        let patch = String::from_utf8(git(&folder, &arguments).stdout).unwrap();
        if patch.is_empty() {
            continue;
        }
        fs::write(folder.join("p"), &patch).unwrap();
        for (reverse, from, expected) in [(false, &before, &files), (true, &files, &before)] {
            restore(&theirs, from);
            let direction: &[&str] = if reverse { &["-R"] } else { &[] };
            let git_does = [&["apply", "-p1", "--directory=theirs", "--whitespace=nowarn"], direction, &["p"]].concat();
            let done = git(&folder, &git_does);
            let git_made = done.status.success().then(|| snapshot(&theirs));
            restore(&ours, from);
            let outcome = call_afresh(&bench, &json!({"patch": patch, "reverse": reverse}));
            if outcome["success"] == true {
                // Git refuses to take back some copies, and brings no mode back.
                let made = snapshot(&ours);
                let other = differing(&made, git_made.as_ref().unwrap_or(expected));
                assert!(
                    made == *expected || other.is_empty(),
                    "round {round} {options:?} {reverse}: {other:?}\n{patch}"
                );
                applied += 1;
            } else {
                assert!(snapshot(&ours) == *from, "round {round}: a refused patch changes nothing: {outcome}");
                let said = String::from_utf8_lossy(&done.stderr);
                assert!(git_made.is_none(), "round {round} {options:?} {reverse}: {outcome}\n{said}\n{patch}");
                refused += 1;
                // What lacks the old text of a file that another is copied over cannot be taken back, either.
                break;
            }
        }
    }
    println!("{applied} applied, {refused} refused, as git does");
    assert!(applied > 10 * refused, "{applied} applied, {refused} refused");
}

/// The files that are not the same in two folders: whether each is there, how long it is and whether it may be run.
fn differing(a: &Files, b: &Files) -> Vec<String> {
    let names: BTreeSet<&String> = a.keys().chain(b.keys()).filter(|name| a.get(*name) != b.get(*name)).collect();
    let told = |file: Option<&(Vec<u8>, bool)>| file.map(|(content, runs)| (content.len(), *runs));
    names.into_iter().map(|name| format!("{name}: {:?} and {:?}", told(a.get(name)), told(b.get(name)))).collect()
}

/// Applies a patch to files that the session knows as they are now.
fn call_afresh(bench: &Bench, arguments: &serde_json::Value) -> serde_json::Value {
    for (name, _) in snapshot(&bench.path(".")) {
        bench.done("ReadFile", &json!({"filepath": name, "max_lines": 1}));
    }
    bench.call("ApplyPatch", arguments)
}
