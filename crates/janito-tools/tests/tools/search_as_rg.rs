//! `SearchText`, `SearchRegex` and `FindFiles` find what other programs do, on the sources of crates as cargo keeps them.

use crate::bench::Bench;
use crate::oracle::oracle;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// About how many bytes are compared on.
const MOST: u64 = 8 << 20;

/// A root with a few crates' sources, in a repository of its own; nothing where cargo keeps none.
fn crates() -> Option<Bench> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")))?;
    let registry = fs::read_dir(home.join("registry/src")).ok()?.next()?.ok()?.path();
    let mut folders: Vec<PathBuf> = fs::read_dir(registry).ok()?.map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let bench = Bench::new();
    let mut left = MOST;
    for folder in folders {
        // Import libraries of Windows are long and no text.
        if left > 0 && !folder.to_string_lossy().contains("windows") {
            copy(&folder, &bench.path(&folder.file_name().unwrap().to_string_lossy()), &mut left);
        }
    }
    let git = Command::new("git").arg("init").arg("-q").current_dir(bench.path("")).status();
    assert!(git.unwrap().success());
    bench.write(".gitignore", "*.md\n");
    Some(bench)
}

fn copy(from: &Path, to: &Path, left: &mut u64) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (file_type, to) = (entry.file_type().unwrap(), to.join(entry.file_name()));
        if file_type.is_dir() {
            copy(&entry.path(), &to, left);
        } else if file_type.is_file() {
            // A program may stop at a NUL where janito takes the file for binary.
            let content = fs::read(entry.path()).unwrap();
            if !content.contains(&0) {
                *left = left.saturating_sub(content.len() as u64);
                fs::write(to, content).unwrap();
            }
        }
    }
}

/// What a program prints, line by line.
fn lines(bench: &Bench, program: &str, arguments: &[&str]) -> BTreeSet<String> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(bench.path("")).stdin(Stdio::null());
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    let output = command.output().unwrap();
    assert!(output.status.code().is_some_and(|code| code <= 1), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

/// Matching lines as `path:number`, whose texts must be those of the files.
fn places(result: &Value) -> BTreeSet<String> {
    let place = |line: &Value| {
        let mut parts = line.as_str().unwrap().splitn(3, ':');
        format!("{}:{}", parts.next().unwrap(), parts.next().unwrap())
    };
    result["matches"].as_array().unwrap().iter().map(place).collect()
}

const TEXTS: &[&str] = &["unsafe", "TODO", "impl<", "::new(", "\t", "…", "}\n\n#[test]", "https://"];
const EXPRESSIONS: &[&str] = &[
    r"fn\s+\w+_len\b",
    r"^use std::\w+;$",
    r"\d{4}-\d{2}-\d{2}",
    r"(?i)copyright \(c\)",
    r"[^\x00-\x7f]",
    r"\bunsafe\b.*\{$",
    r"^\s*$",
    r"#\[derive\(.*Hash.*\)\]",
];

#[test]
fn lines_as_rg() {
    let Some(bench) = crates().filter(|_| oracle("rg")) else { return };
    let rg = ["--no-config", "--hidden", "--glob=!.git", "--no-ignore-dot", "--no-ignore-global", "--crlf"];
    let mut matched = 0;
    let cases = TEXTS.iter().map(|text| (true, text)).chain(EXPRESSIONS.iter().map(|regex| (false, regex)));
    for (is_text, needle) in cases {
        let (tool, key, flag) = if is_text { ("SearchText", "query", "-F") } else { ("SearchRegex", "pattern", "-s") };
        // rg wants to be told that a match spans lines.
        let lines_flag = if needle.contains('\n') { "-U" } else { "-s" };
        let arguments = [&rg[..], &["-n", "--no-heading", flag, lines_flag, "-e", needle, "."]].concat();
        let expected: BTreeSet<String> = lines(&bench, "rg", &arguments)
            .iter()
            .map(|line| line.splitn(3, ':').take(2).collect::<Vec<_>>().join(":"))
            .collect();
        let result = bench.done(tool, &json!({key: needle, "max_results": 100_000}));
        let own = places(&result);
        // Where there are too many for one result, the counts below tell of the rest.
        assert!(own.len() == expected.len() || (result.get("truncated").is_some() && own.len() > 1000), "{needle:?}");
        let wrong: Vec<&String> = own.difference(&expected).take(5).collect();
        assert!(wrong.is_empty(), "{needle:?}: {wrong:?}");
        assert_eq!(result["total_matches"], expected.len(), "{needle:?}");
        matched += own.len();

        let arguments = [&rg[..], &["-c", flag, lines_flag, "-e", needle, "."]].concat();
        let result = bench.done(tool, &json!({key: needle, "count_only": true}));
        let counts = result["counts"].as_object().unwrap();
        if !needle.contains('\n') {
            let own: BTreeSet<String> = counts.iter().map(|(path, count)| format!("{path}:{count}")).collect();
            assert_eq!(own, lines(&bench, "rg", &arguments), "{needle:?}");
        }
    }
    assert!(matched > 5000, "{matched}");
}

#[test]
fn lines_around_as_grep() {
    let Some(bench) = crates().filter(|_| oracle("grep")) else { return };
    let folder = fs::read_dir(bench.path("")).unwrap().map(|entry| entry.unwrap());
    let mut names: Vec<String> = folder.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.retain(|name| !name.starts_with('.'));
    names.sort();
    let mut compared = 0;
    for (number, name) in names.iter().enumerate().step_by(2) {
        let (needle, context) = [("unsafe", 2), ("impl", 1), ("test", 3)][number % 3];
        let files = bench.done("FindFiles", &json!({"paths": name, "max_results": 15, "pattern": "*.rs"}));
        for file in files["files"].as_array().unwrap() {
            let file = file.as_str().unwrap();
            let printed = Command::new("grep")
                .args(["-n", "-H", "-a", "-C", &context.to_string(), "-e", needle, file])
                .current_dir(bench.path(""))
                .env("LC_ALL", "C.UTF-8")
                .output()
                .unwrap();
            let text = String::from_utf8_lossy(&printed.stdout).into_owned();
            let arguments = json!({"paths": file, "query": needle, "context": context, "max_results": 100_000});
            let result = bench.done("SearchText", &arguments);
            // Where lines are cut, or there is too much of them, there is nothing to compare.
            let cut = text.lines().any(|line| line.len() > 400) || result.get("truncated").is_some();
            if cut {
                continue;
            }
            let own: Vec<String> = serde_json::from_value(result["matches"].clone()).unwrap();
            let expected: Vec<String> = text.lines().map(|line| spaced(line, file)).collect();
            assert_eq!(own, expected, "{file}");
            compared += own.len();
        }
    }
    assert!(compared > 500, "{compared}");
}

/// A line of grep with the space that janito sets before the text.
fn spaced(line: &str, file: &str) -> String {
    let Some(rest) = line.strip_prefix(file) else { return line.to_owned() };
    let end = 1 + rest[1..].find([':', '-']).unwrap();
    format!("{file}{} {}", &rest[..=end], rest[end + 1..].trim_end_matches('\r'))
}

#[test]
fn files_as_git_and_fd() {
    let Some(bench) = crates() else { return };
    let own = |arguments: Value| -> BTreeSet<String> {
        let result = bench.done("FindFiles", &arguments);
        result["files"].as_array().unwrap().iter().map(|path| path.as_str().unwrap().to_owned()).collect()
    };
    // git writes names that are no plain text in quotes.
    let arguments = ["-c", "core.quotepath=false", "ls-files", "--others", "--exclude-standard"];
    let git: BTreeSet<String> = lines(&bench, "git", &arguments).iter().map(|path| format!("./{path}")).collect();
    let found = own(json!({"max_results": 1_000_000, "file_type": "any"}));
    let found: BTreeSet<String> = found.into_iter().filter(|path| !path.ends_with('/')).collect();
    let differ: Vec<&String> = found.symmetric_difference(&git).take(5).collect();
    assert!(differ.is_empty() && found.len() > 500, "{} found, {differ:?}", found.len());

    // Debian's name for it.
    let Some(fd) = ["fdfind", "fd"].into_iter().find(|program| Command::new(program).arg("--version").output().is_ok())
    else {
        assert!(!oracle("fd"));
        return;
    };
    for (pattern, whole) in [
        ("*.rs", false),
        ("[a-c]*.toml", false),
        ("src/**/mod.rs", true),
        ("**/tests/*.rs", true),
        ("{lib,main}.rs", false),
    ] {
        let glob = if whole {
            format!("{}/**/{pattern}", bench.path("").canonicalize().unwrap().display())
        } else {
            pattern.to_owned()
        };
        let mut arguments = vec!["--hidden", "--case-sensitive", "--exclude", ".git", "--type", "f", "--glob", &glob];
        if whole {
            arguments.push("--full-path");
        }
        arguments.push(".");
        let expected: BTreeSet<String> =
            lines(&bench, fd, &arguments).iter().map(|path| format!("./{}", path.trim_start_matches("./"))).collect();
        let wanted = if whole { format!("**/{pattern}") } else { pattern.to_owned() };
        assert_eq!(own(json!({"pattern": wanted, "max_results": 1_000_000})), expected, "{pattern}");
    }
}
