//! The program as it is installed, on its own tools and on real files. What the command line makes of awkward tools is in `program.rs`.

#![cfg(feature = "tools")]

use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

fn janito(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_janito"));
    // Never the user's own state folder.
    command.current_dir(dir).args(args).env("JANITO_STATE_DIR", dir.join(".state"));
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command
}

/// A folder with a file or two.
fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("poem.txt"), "über allen\ngipfeln\nist ruh\n").unwrap();
    fs::create_dir(dir.path().join("sub")).unwrap();
    fs::write(dir.path().join("sub/inner.txt"), "x").unwrap();
    fs::write(dir.path().join("arguments.json"), r#"{"filepath": "poem.txt", "max_lines": 1}"#).unwrap();
    dir
}

/// Runs the program in a folder: the exit code, stdout and stderr.
fn run(dir: &Path, args: &[&str], input: &str) -> (i32, String, String) {
    let mut command = janito(dir, args);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that does not read its input closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The exit code, and that stdout is one JSON document which has at least these members.
#[track_caller]
fn check(args: &[&str], input: &str, code: i32, expected: &Value) {
    let (found, stdout, _) = run(folder().path(), args, input);
    let document: Value = serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{args:?}: {error}: {stdout}"));
    assert_eq!(found, code, "{args:?}: {document}");
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&document[key], value, "{args:?}: {key} in {document}");
    }
}

/// The exit code, and what is somewhere on stderr; nothing is on stdout.
#[track_caller]
fn refused(args: &[&str], code: i32, parts: &[&str]) {
    let (found, stdout, stderr) = run(folder().path(), args, "");
    assert_eq!((found, stdout.as_str()), (code, ""), "{args:?}: {stderr}");
    for part in parts {
        assert!(stderr.contains(part), "{args:?}: no {part:?} in {stderr}");
    }
}

#[test]
fn a_tool_is_called_on_a_real_file() {
    let counts = json!({"success": true, "lines": 3, "words": 5, "characters": 27});
    for args in [
        &["call", "WordCount", "poem.txt", "--json"][..],
        &["call", "word-count", "poem.txt", "--json"],
        &["call", "word_count", "--filepath", "./poem.txt", "--json"],
        &["call", "--json", "WordCount", "--filepath=poem.txt"],
        &["-r", "call", "WordCount", "poem.txt", "--json"],
        &["-rq", "-t", "files", "--root", ".", "call", "WordCount", "poem.txt", "--json"],
        &["call", "WordCount", "--args", r#"{"filepath":"poem.txt"}"#, "--json"],
    ] {
        check(args, "", 0, &counts);
    }
    check(&["call", "WordCount", "--args", "-", "--json"], r#"{"filepath":"poem.txt"}"#, 0, &counts);
    check(&["call", "ReadFile", "--args", "@arguments.json", "--json"], "", 0, &json!({"lines_read": 1}));
    check(&["call", "ReadFile", "poem.txt", "--start-line", "-1", "--json"], "", 0, &json!({"content": "ist ruh\n"}));
    check(
        &["call", "ListFiles", "--recursive", "--max-depth=0", "--pattern", "*.txt", "--json"],
        "",
        0,
        &json!({"files": ["poem.txt"]}),
    );
}

#[test]
fn a_file_of_the_repository_is_counted() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let (code, stdout, _) = run(root, &["-r", "call", "WordCount", "Cargo.toml", "--json"], "");
    let counts: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(code, 0);
    assert_eq!(counts["lines"], manifest.lines().count());
    assert_eq!(counts["words"], manifest.split_whitespace().count());
    assert_eq!(counts["characters"], manifest.chars().count());
}

#[test]
fn results_are_on_stdout_and_all_else_on_stderr() {
    let dir = folder();
    let (code, stdout, stderr) = run(dir.path(), &["-r", "call", "WordCount", "poem.txt"], "");
    assert_eq!(code, 0);
    assert!(stdout.starts_with("{\n  \"filepath\": \"poem.txt\",\n"), "{stdout}");
    assert_eq!(stderr, " 🔄 Counting words in ./poem.txt ✅ 3 lines, 5 words, 27 characters\n");
    let (_, _, stderr) = run(dir.path(), &["-r", "--color", "always", "call", "WordCount", "poem.txt"], "");
    assert!(stderr.starts_with("\u{1b}[32m 🔄 "), "{stderr:?}");
    let (_, _, stderr) = run(dir.path(), &["call", "WordCount", "poem.txt"], "");
    assert!(stderr.starts_with("warning: running with all permissions; use -r, -w, -x to grant less\n"), "{stderr}");
    assert_eq!(stderr.matches("warning").count(), 1);
    let (_, _, stderr) = run(dir.path(), &["-q", "call", "WordCount", "poem.txt"], "");
    assert_eq!(stderr, "");
}

#[test]
fn what_is_not_granted_is_hidden_and_refused() {
    let create = &["call", "CreateFile", "new.txt", "--content", "x", "--json"][..];
    let reason = "insufficient privileges: requires 'w' (WRITE)";
    let refusal = json!({"success": false, "error": format!("`CreateFile` may not be used here: {reason}")});
    check(&[&["-r"], create].concat(), "", 1, &refusal);
    check(&[&["-rx"], create].concat(), "", 1, &refusal);
    check(&[&["-w"], create].concat(), "", 0, &json!({"success": true, "filepath": "new.txt", "bytes_written": 1}));
    check(create, "", 0, &json!({"success": true}));
    refused(&["-r", "call", "create-file", "new.txt"], 1, &["error: `CreateFile` may not be used here", reason]);
    let dir = folder();
    let (_, stdout, _) = run(dir.path(), &["-r", "tools", "--json"], "");
    let document: Value = serde_json::from_str(&stdout).unwrap();
    let named =
        |list: &str, name: &str| document[list].as_array().unwrap().iter().find(|tool| tool["name"] == name).cloned();
    assert_eq!(named("tools", "CreateFile"), None);
    assert_eq!(named("skipped", "CreateFile"), Some(json!({"name": "CreateFile", "reason": reason})));
    let tool = named("tools", "WordCount").unwrap();
    assert_eq!((&tool["toolset"], &tool["permissions"]), (&json!("files"), &json!("r")));
    assert_eq!(tool["parameters"]["required"], json!(["filepath"]));
    assert!(tool["description"].as_str().unwrap().starts_with("Count "));
    let (_, schema, _) = run(dir.path(), &["-r", "schema"], "");
    assert!(!schema.contains("CreateFile") && schema.contains("WordCount"));
}

#[test]
fn failures_have_their_codes() {
    check(&["call", "ReadFile", "absent.txt", "--json"], "", 1, &json!({"success": false}));
    check(&["call", "ReadFile", "/etc/passwd", "--json"], "", 1, &json!({"success": false}));
    check(&["call", "ReadFile", "--json"], "", 2, &json!({"success": false}));
    check(
        &["call", "ReadFil", "x", "--json"],
        "",
        2,
        &json!({
            "success": false,
            "error": "there is no tool `ReadFil`; did you mean `ReadFile`?",
        }),
    );
    refused(&["-r", "call", "ReadFile", "absent.txt"], 1, &["❌", "absent.txt"]);
    refused(&["-q", "call", "ReadFile", "absent.txt"], 1, &["error: ", "absent.txt"]);
    refused(
        &["call", "ReadFile", "poem.txt", "--max-lines", "ten", "--strt-line", "1"],
        2,
        &["- max_lines: expected", "- strt-line: unknown parameter; did you mean `start_line`?"],
    );
    refused(&["call", "ReadFile", "poem.txt", "--args", "@absent.json"], 2, &["--args @absent.json: "]);
    refused(&["--root", "absent", "tools"], 2, &["error: the root absent cannot be opened"]);
    refused(&["-t", "fils", "tools"], 2, &["there is no toolset `fils`; did you mean `files`?"]);
    refused(&["schema", "WordCont"], 2, &["there is no tool `WordCont`; did you mean `WordCount`?"]);
    refused(&["schema", "--dialect", "x"], 2, &["invalid value 'x'", "possible values: openai"]);
    for command in [&["call"][..], &["schema"]] {
        let args = [&["-t", "system"], command, &["word-count"]].concat();
        refused(
            &args,
            2,
            &["error: `WordCount` is in the toolset `files`, which is not loaded; name it with `-t files`"],
        );
    }
    refused(&["--bogus"], 2, &["unexpected argument '--bogus'"]);
    refused(&["--color", "x", "tools"], 2, &["invalid value 'x'"]);
}

#[test]
fn several_roots() {
    let other = folder();
    let root = other.path().to_str().unwrap();
    let path = other.path().join("poem.txt");
    let args = ["--root", ".", "--root", root, "call", "WordCount", path.to_str().unwrap(), "--json"];
    check(&args, "", 0, &json!({"success": true, "lines": 3}));
    check(&args[2..], "", 0, &json!({"success": true}));
    check(&args[4..], "", 1, &json!({"success": false}));
}

#[test]
fn definitions_are_bytes() {
    let dir = folder();
    let (code, all, _) = run(dir.path(), &["schema"], "");
    let (_, some, _) = run(dir.path(), &["schema", "word-count", "ReadFile", "WordCount"], "");
    let (_, pretty, _) = run(dir.path(), &["schema", "--dialect", "openai", "--pretty"], "");
    assert_eq!(code, 0);
    let parsed = |text: &str| serde_json::from_str::<Vec<Value>>(text).unwrap();
    let names: Vec<Value> = parsed(&some).iter().map(|tool| tool["function"]["name"].clone()).collect();
    assert_eq!(names, ["ReadFile", "WordCount"]);
    assert!(parsed(&some).iter().all(|tool| tool["type"] == "function" && parsed(&all).contains(tool)));
    assert_eq!(parsed(&pretty), parsed(&all));
    assert!(pretty.lines().count() > 20);
    assert_eq!(all.lines().count(), 1);
}

#[test]
fn the_table_is_not_wrapped_when_piped() {
    let (code, stdout, stderr) = run(folder().path(), &["tools"], "");
    assert_eq!(code, 0);
    assert!(stderr.starts_with("warning: "));
    let line = stdout.lines().find(|line| line.starts_with("WordCount ")).unwrap();
    assert!(
        line.contains(" files ") && line.ends_with("Count the lines, words and characters of a text file."),
        "{line}"
    );
    assert!(!stdout.contains('\u{1b}'));
}

#[test]
fn a_closed_pipe_is_quiet() {
    let dir = folder();
    for args in [
        &["-q", "tools"][..],
        &["-q", "schema"],
        &["-q", "call", "WordCount", "poem.txt"],
        &["completions", "bash"],
        &["--help"],
        &["call", "WordCount", "--help"],
    ] {
        // The shell's `true` ends before anything is written.
        let mut child = janito(dir.path(), args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_not() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = janito(folder().path(), &["-q", "tools"]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: stdout cannot be written: "));
    for args in
        [&["--help"][..], &["--version"], &["help", "tools"], &["call", "WordCount", "--help"], &["call", "--help"]]
    {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = janito(folder().path(), args).stdout(full).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: stdout cannot be written: "), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_deleted_directory_is_no_root() {
    let dir = folder();
    let gone = dir.path().join("gone");
    let there = |args: &[&str]| {
        fs::create_dir(&gone).unwrap();
        let script = "cd gone && rmdir ../gone && exec \"$0\" \"$@\"";
        let output = Command::new("sh")
            .current_dir(dir.path())
            .args(["-c", script, env!("CARGO_BIN_EXE_janito")])
            .env("JANITO_STATE_DIR", dir.path().join(".state"))
            .args(args)
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    let warning = "warning: no file can be reached: the current directory cannot be opened (";
    for args in [&["-r", "tools"][..], &["-r", "schema"], &["-r", "call", "GetCurrentTime"], &["completions", "fish"]] {
        let (code, stdout, stderr) = there(args);
        assert!(code == 0 && !stdout.is_empty(), "{args:?}: {stderr}");
        assert!(stderr.starts_with(warning) && stderr.matches("warning").count() == 1, "{args:?}: {stderr}");
    }
    assert_eq!(there(&["-q", "tools"]).2, "");
    assert_eq!(there(&["-r", "call", "WordCount", "poem.txt"]).0, 1);
    assert_eq!(there(&["-r", "--root", ".", "tools"]).0, 2);
}

#[test]
fn completions_name_the_tools() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (code, stdout, stderr) = run(folder().path(), &["completions", shell], "");
        assert_eq!((code, stderr.as_str()), (0, ""), "{shell}");
        assert!(stdout.contains("WordCount") && stdout.contains("max-lines"), "{shell}");
    }
}
