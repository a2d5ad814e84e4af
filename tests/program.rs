//! The command line on tools that are made to be awkward. This test is such a program itself: it starts itself again to be tested.

use janito::core::{Context, JsonSchema, Skip, ToolError, tool};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

const IS_PROGRAM: &str = "JANITO_TEST_IS_PROGRAM";

fn main() -> ExitCode {
    if std::env::var_os(IS_PROGRAM).is_some() {
        return janito::main();
    }
    let mut failed = false;
    for (name, test) in [
        ("words_become_arguments", words_become_arguments as fn()),
        ("faults_are_told_at_once", faults_are_told_at_once),
        ("words_without_a_place_are_refused", words_without_a_place_are_refused),
        ("all_arguments_at_once", all_arguments_at_once),
        ("awkward_names", awkward_names),
        ("help_is_documentation", help_is_documentation),
        ("failures", failures),
        ("reports", reports),
        ("skipped", skipped),
        ("completions", completions),
        ("interrupted", interrupted),
    ] {
        let passed = std::panic::catch_unwind(test).is_ok();
        println!("test {name} ... {}", if passed { "ok" } else { "FAILED" });
        failed |= !passed;
    }
    ExitCode::from(u8::from(failed))
}

/// How to look.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Mode {
    /// Without haste.
    Careful,
    Quick,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Edit {
    old: String,
    new: String,
}

#[derive(Serialize)]
struct Probed {
    path: String,
    limit: Option<u32>,
    recursive: bool,
    tags: Vec<String>,
    mode: Mode,
    edits: Vec<Edit>,
    ratio: Option<f64>,
}

/// Echo what came. And nothing else.
#[tool(permissions = "")]
fn probe(
    /// Where to look.
    path: String,
    /// How many.
    #[arg(min = 1, max = 100)]
    limit: Option<u32>,
    /// Whether to go down.
    #[arg(default = false)]
    recursive: bool,
    /// Words to look for.
    #[arg(default = [], alias = "label")]
    tags: Vec<String>,
    /// How.
    #[arg(default = "quick")]
    mode: Mode,
    /// What to change.
    #[arg(default = [])]
    edits: Vec<Edit>,
    /// By how much.
    ratio: Option<f64>,
) -> Probed {
    Probed { path, limit, recursive, tags, mode, edits, ratio }
}

/// Takes several places.
#[tool(permissions = "")]
fn places(
    /// A number.
    first_number: i64,
    /// A switch.
    on: bool,
    /// The rest.
    rest: Vec<String>,
) -> (i64, bool, Vec<String>) {
    (first_number, on, rest)
}

/// Has the names that the command line uses itself.
#[expect(clippy::just_underscores_and_digits, reason = "such a name has no words to join")]
#[tool(permissions = "")]
fn awkward(
    /// A text.
    json: String,
    /// A number.
    args: Option<i64>,
    /// A switch.
    #[arg(default = false)]
    help: bool,
    /// Another text.
    arg_json: Option<String>,
    /// No word at all.
    __: Option<i64>,
) -> (String, Option<i64>, bool, Option<String>, Option<i64>) {
    (json, args, help, arg_json, __)
}

/// Says all that can be said, with control characters in it.
#[tool(permissions = "r")]
fn noisy(cx: &Context) {
    cx.start("looking\u{1b}[2J");
    cx.progress("1/2");
    cx.progress("2/2");
    cx.warning("odd\u{7}");
    cx.output("\u{1b}[31mred\u{1b}[0m\r\nline\rover");
    cx.progress("on");
    cx.diff("same\nold\n", "same\nnew\u{9b}\n");
    cx.start("again");
    cx.done("found\r\nit");
}

/// Leaves its line open.
#[tool(permissions = "w")]
fn unfinished(cx: &Context) -> &'static str {
    cx.start("writing");
    "\u{9b}\u{1b}é"
}

/// Fails.
#[tool(permissions = "x")]
fn fail(
    cx: &Context,
    /// Whether to say something before.
    #[arg(default = false)]
    aloud: bool,
) -> Result<(), ToolError> {
    if aloud {
        cx.start("failing");
    }
    Err(ToolError::new("no\u{1b} good").with("line", 3).with("text", "a\u{7f}"))
}

/// Panics.
#[tool(permissions = "")]
fn panic() {
    panic!("oh");
}

/// Waits for its end.
#[tool(permissions = "")]
async fn wait(cx: &Context) {
    cx.start("waiting");
    cx.cancelled().await;
}

/// Waits for its end on a thread.
#[tool(permissions = "")]
fn block(cx: &Context) -> Result<(), ToolError> {
    cx.start("waiting");
    loop {
        cx.check()?;
        std::thread::sleep(Duration::from_millis(5));
    }
}

struct Absent;

#[tool(permissions = "")]
impl Absent {
    /// Cannot be offered.
    fn run(&self) {}

    fn load() -> Result<Self, Skip> {
        Err(Skip::new("not\u{1b} here"))
    }
}

fn program(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::arg0(&mut command, "prog");
    command.args(args).env(IS_PROGRAM, "1").env("RUST_BACKTRACE", "0");
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command
}

/// Runs the program: the exit code, stdout and stderr.
fn run(args: &[&str], input: &str) -> (i32, String, String) {
    let mut child = program(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that does not read its input closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The code and what is on stdout, or on stderr if nothing is there.
#[track_caller]
fn check(args: &[&str], code: i32, expected: &str) {
    let (found, stdout, stderr) = run(args, "");
    let text = if stdout.is_empty() { stderr } else { stdout };
    assert_eq!((found, text.trim_end()), (code, expected), "{args:?}");
}

/// The code, and what is somewhere in what was written.
#[track_caller]
fn contains(args: &[&str], code: i32, parts: &[&str]) {
    let (found, stdout, stderr) = run(args, "");
    let text = stdout + &stderr;
    assert_eq!(found, code, "{args:?}: {text}");
    for part in parts {
        assert!(text.contains(part), "{args:?}: no {part:?} in {text}");
    }
}

fn words_become_arguments() {
    let echo = |rest: &str| format!("{{\"success\":true,{rest}}}");
    let probe = |words: &[&str], expected: &str| {
        let args: Vec<&str> = ["-q", "call", "Probe"].iter().chain(words).chain(&["--json"]).copied().collect();
        check(&args, 0, &echo(expected));
    };
    let plain = r#""path":"p","limit":null,"recursive":false,"tags":[],"mode":"quick","edits":[],"ratio":null"#;
    let with = |from: &str, to: &str| plain.replace(from, to);
    probe(&["p"], plain);
    probe(&["--path", "p"], plain);
    probe(&["--path=p"], plain);
    probe(&["5"], &with(r#""p""#, r#""5""#));
    probe(&["-5"], &with(r#""p""#, r#""-5""#));
    probe(&["--path=--json"], &with(r#""p""#, r#""--json""#));
    probe(&["p", "--limit", "25"], &with(r#""limit":null"#, r#""limit":25"#));
    probe(&["--limit=25", "p"], &with(r#""limit":null"#, r#""limit":25"#));
    probe(&["--recursive", "p"], &with("false", "true"));
    probe(&["--recursive=true", "p"], &with("false", "true"));
    probe(&["--recursive=false", "p"], plain);
    probe(&["p", "--tags", "a", "--tags=b,c"], &with(r#""tags":[]"#, r#""tags":["a","b,c"]"#));
    probe(&["p", "--tags", r#"["a","b"]"#], &with(r#""tags":[]"#, r#""tags":["a","b"]"#));
    probe(&["p", "--label", "a"], &with(r#""tags":[]"#, r#""tags":["a"]"#));
    probe(&["p", "--mode", "careful"], &with("quick", "careful"));
    let edit = r#""edits":[{"old":"a","new":"b"}]"#;
    probe(&["p", "--edits", r#"{"old":"a","new":"b"}"#], &with(r#""edits":[]"#, edit));
    probe(&["p", "--edits", r#"[{"old":"a","new":"b"}]"#], &with(r#""edits":[]"#, edit));
    probe(&["p", "--ratio", "-1.5"], &with(r#""ratio":null"#, r#""ratio":-1.5"#));
    probe(&["p", "--Recursive"], &with("false", "true"));
    let places = |words: &[&str], expected: &str| {
        let args: Vec<&str> = ["-q", "call", "--json", "places"].iter().chain(words).copied().collect();
        check(&args, 0, &echo(&format!("\"result\":{expected}")));
    };
    places(&["-7", "true", "a", "b"], r#"[-7,true,["a","b"]]"#);
    places(&["--on", "-7", "a", "b"], r#"[-7,true,["a","b"]]"#);
    places(&["--on", "--rest=-x", "--rest", "y", "1"], r#"[1,true,["-x","y"]]"#);
    places(&["--first-number", "1", "false", "--", "-x", "--json"], r#"[1,false,["-x","--json"]]"#);
    places(&["--first_number", "1", "false", "a"], r#"[1,false,["a"]]"#);
    places(&["1", "true", "[]"], "[1,true,[]]");
    for name in ["Places", "places"] {
        check(&["-q", "call", name, "1", "true", "a"], 0, "[\n  1,\n  true,\n  [\n    \"a\"\n  ]\n]");
    }
}

fn faults_are_told_at_once() {
    for (words, parts) in [
        (&["p", "--limit", "ten"][..], &["- limit: expected integer from 1 to 100", r#"got string "ten""#][..]),
        (&["p", "--limit", "-1"], &["- limit: ", "got number -1"]),
        (&["p", "--limit", "2.5"], &["- limit: ", "got number 2.5"]),
        (&["p", "--recursive=yes"], &["- recursive: expected boolean", r#"got string "yes""#]),
        (&[], &["- path: required"]),
        (
            &["--recursve"],
            &["(2 problems)", "- path: required", "- recursve: unknown parameter; did you mean `recursive`?"],
        ),
        (&["p", "--limt", "5", "--tgs=a"], &["(2 problems)", "- limt: ", "mean `limit`", "- tgs: "]),
        (&["p", "--mode", "quik", "--limit", "x"], &["(2 problems)", "did you mean \"quick\"?", "- limit: "]),
        (&["p", "--limit", "1", "--limit", "2"], &["- limit: given more than once"]),
        (&["p", "--edits", "{old: 1}"], &["- edits", "got string"]),
        (&["p", "--edits", r#"{"old":"a","old":"b","new":"c"}"#], &["- edits[0].old: given more than once"]),
    ] {
        let args: Vec<&str> = ["-q", "call", "Probe"].iter().chain(words).copied().collect();
        contains(&args, 2, parts);
        let (code, stdout, stderr) = run(&[&args[..], &["--json"]].concat(), "");
        assert_eq!((code, stderr.as_str()), (2, ""), "{words:?}");
        let document: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!(document["success"], false);
        for part in parts {
            assert!(document["error"].as_str().unwrap().contains(part), "{words:?}: {part}: {document}");
        }
    }
}

fn words_without_a_place_are_refused() {
    check(
        &["-q", "call", "Probe", "p", "x"],
        2,
        "error: unexpected value `x`: `Probe` takes <path>; other arguments are flags, such as `--limit`; see `prog call Probe --help`",
    );
    contains(&["-q", "call", "Probe", "p", "--path", "q"], 2, &["unexpected value `p`"]);
    contains(&["-q", "call", "Noisy", "x"], 2, &["`Noisy` takes no values in places;"]);
    contains(&["-q", "call", "Noisy", "--x"], 2, &["unexpected argument '--x'"]);
    contains(&["-q", "call", "Probe", "p", "-q"], 2, &["unexpected argument '-q'"]);
    contains(
        &["-q", "call", "--json", "Probe", "p", "-q"],
        2,
        &[r#"{"success":false,"error":"unexpected argument '-q'"#],
    );
    contains(&["call", "--json", "--jason"], 2, &[r#"{"success":false,"error":"unexpected argument '--jason'"#]);
    contains(
        &["-q", "call", "Probe", "p", "--limit", "--json"],
        2,
        &[r#"{"success":false,"error":"a value is required"#],
    );
}

fn all_arguments_at_once() {
    let call = |words: &[&str], input: &str| run(&[&["-q", "call", "Places", "--json"], words].concat(), input);
    let right = r#"{"success":true,"result":[1,true,["a"]]}"#;
    let object = r#"{"first_number":1,"on":true,"rest":["a"]}"#;
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), object).unwrap();
    let at_file = format!("@{}", file.path().display());
    for (words, input) in [
        (&["--args", object][..], ""),
        (&["--args", &at_file], ""),
        (&["--args", "-"], object),
        (&["--args", r#"{"rest": ["a"] }"#, "1", "true"], ""),
        (&["--args", r#"{"first_number":1}"#, "--on", "--rest", "a"], ""),
        (&["--args", "{}", "1", "true", "a"], ""),
        (&["--args", "null", "1", "true", "a"], ""),
        (&["--args", "-", "1", "true", "a"], ""),
    ] {
        assert_eq!(call(words, input), (0, format!("{right}\n"), String::new()), "{words:?}");
    }
    for (words, part) in [
        (&["--args", object, "--on"][..], "on: given more than once"),
        (&["--args", "[]", "--on"], "expected an object of named arguments"),
        (&["--args", "{", "--on"], "not valid JSON"),
        (&["--args", "{\"first_number\":\"}", "--on"], "not valid JSON"),
        (&["--args", "@/does/not/exist"], "--args @/does/not/exist: the file cannot be read"),
        (&["--args", "{}", "--args", "{}"], "cannot be used multiple times"),
    ] {
        let (code, stdout, _) = call(words, "");
        assert!(code == 2 && stdout.contains(part), "{words:?}: {stdout}");
    }
    let deep = "[".repeat(100_000);
    let (code, stdout, _) = call(&["--args", "-"], &deep);
    assert!(code == 2 && stdout.contains("nested too deeply"), "{stdout}");
}

fn awkward_names() {
    let call = ["-q", "call", "Awkward"];
    let json = |words: &[&str], expected: &str| {
        check(&[&call[..], words, &["--json"]].concat(), 0, &format!("{{\"success\":true,\"result\":{expected}}}"));
    };
    json(&["x"], r#"["x",null,false,null,null]"#);
    json(&["--arg-arg-json", "x"], r#"["x",null,false,null,null]"#);
    json(&["--arg-json", "y", "x"], r#"["x",null,false,"y",null]"#);
    json(&["--Json", "x"], r#"["x",null,false,null,null]"#);
    json(&["x", "--arg-args", "-3", "--arg-help", "--__", "4"], r#"["x",-3,true,null,4]"#);
    json(&["--args", r#"{"json":"x","args":1,"help":true}"#], r#"["x",1,true,null,null]"#);
}

fn help_is_documentation() {
    contains(
        &["call", "Probe", "--help"],
        0,
        &[
            "Echo what came. And nothing else.",
            "Usage: prog call Probe [OPTIONS] <PATH>",
            "Where to look. [string, required]",
            "--limit <INTEGER>",
            "How many. [at least 1, at most 100]",
            "--recursive[=<BOOLEAN>]",
            "[default: false]",
            "Words to look for. [may be repeated] [default: []]",
            "- careful: Without haste.",
            "Permissions: none",
            "Toolset: program",
        ],
    );
    contains(&["call", "--help"], 0, &["Usage: prog call [OPTIONS] [TOOL]", "Probe ", "Echo what came.\n"]);
    contains(&["-r", "call", "unfinished", "--help"], 0, &["Permissions: w (WRITE)"]);
    contains(&["call"], 0, &["TOOL ", "Probe "]);
    contains(&["call", "--json"], 0, &[r#"{"tools":[{"name":"Awkward""#]);
    contains(&["help", "tools"], 0, &["Usage: prog tools [OPTIONS]"]);
    contains(&["--help"], 0, &["Usage: prog [OPTIONS] <COMMAND>"]);
    contains(&["--version"], 0, &["prog (janito "]);
    contains(&[], 2, &["Usage: prog [OPTIONS] <COMMAND>"]);
    contains(&["tool"], 2, &["unrecognized subcommand 'tool'", "tip: a similar subcommand exists: 'tools'"]);
}

fn failures() {
    check(&["-q", "call", "Fail"], 1, "error: no\\u{1b} good\n  line: 3\n  text: \"a\\u{7f}\"");
    check(&["-x", "call", "Fail"], 1, "❌ no\\u{1b} good\n  line: 3\n  text: \"a\\u{7f}\"");
    check(&["-x", "call", "Fail", "--aloud"], 1, " 🔄 failing ❌ no\\u{1b} good\n  line: 3\n  text: \"a\\u{7f}\"");
    check(
        &["-x", "call", "Fail", "--json"],
        1,
        r#"{"success":false,"error":"no\u001b good","line":3,"text":"a\u007f"}"#,
    );
    contains(&["call", "Panic"], 1, &["the tool is broken: it panicked: oh"]);
    check(
        &["-r", "call", "Fail", "--json"],
        1,
        r#"{"success":false,"error":"`Fail` may not be used here: insufficient privileges: requires 'x' (EXECUTE)"}"#,
    );
    let unknown = r#"{"success":false,"error":"there is no tool `Prob`; did you mean `Probe`?"}"#;
    check(&["call", "Prob", "--json"], 2, unknown);
    check(&["call", "--json", "Prob", "--x"], 2, unknown);
    check(&["-q", "call", "Prob"], 2, "error: there is no tool `Prob`; did you mean `Probe`?");
    check(&["-q", "call", "Absent"], 2, "error: `Absent` is not available here: not\\u{1b} here");
    check(&["-t", "nope", "tools"], 2, "error: there is no toolset `nope`; the program links: program");
    check(
        &["--root", "/does/not/exist", "call", "Probe", "p", "--json"],
        2,
        r#"{"success":false,"error":"the root /does/not/exist cannot be opened: No such file or directory (os error 2)"}"#,
    );
}

fn reports() {
    let plain = " 🔄 looking\\u{1b}[2J 1/2 2/2\n⚠️  odd\\u{7}\nred\nline\\rover\non\n\
        --- before\n+++ after\n@@ -1,2 +1,2 @@\n same\n-old\n+new\\u{9b}\n 🔄 again ✅ found\nit\n";
    let warning = "warning: running with all permissions; use -r, -w, -x to grant less\n";
    let noisy = |args: &[&str]| run(&[args, &["call", "Noisy"]].concat(), "");
    assert_eq!(noisy(&["-r"]), (0, "null\n".to_owned(), plain.to_owned()));
    assert_eq!(noisy(&["-r", "--color", "never"]).2, plain);
    assert_eq!(noisy(&[]).2, format!("{warning}{plain}"));
    assert_eq!(noisy(&["-q"]).2, "");
    let coloured = noisy(&["-r", "--color=always"]).2;
    for part in [
        "\u{1b}[32m 🔄 looking\\u{1b}[2J\u{1b}[0m 1/2 2/2\n",
        "\u{1b}[33m⚠️  odd\\u{7}\u{1b}[0m\n",
        "\u{1b}[48;2;58;20;20m-old\u{1b}[0m\n",
        "\u{1b}[48;2;20;50;20m+new\\u{9b}\u{1b}[0m\n",
        "\u{1b}[37m ✅ found\nit\u{1b}[0m\n",
    ] {
        assert!(coloured.contains(part), "{part:?} in {coloured:?}");
    }
    for (variables, args, expected) in [
        (&[("CLICOLOR_FORCE", "1")][..], &["-r"][..], &coloured[..]),
        (&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")], &["-r"], plain),
        (&[("NO_COLOR", "1")], &["-r", "--color", "always"], &coloured),
        (&[("CLICOLOR_FORCE", "1")], &["-r", "--color", "never"], plain),
    ] {
        let output = program(&[args, &["call", "Noisy"]].concat()).envs(variables.iter().copied()).output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), expected, "{variables:?} {args:?}");
    }
    let yellow = run(&["-w", "--color", "always", "call", "Unfinished"], "");
    assert_eq!(yellow, (0, "\"\\u009b\\u001bé\"\n".to_owned(), "\u{1b}[33m 🔄 writing\u{1b}[0m\n".to_owned()));
}

fn skipped() {
    let (code, stdout, _) = run(&["-r", "tools", "--json"], "");
    let document: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let reason = |name: &str| {
        let skipped = document["skipped"].as_array().unwrap();
        skipped.iter().find(|skip| skip["name"] == name).map(|skip| skip["reason"].as_str().unwrap().to_owned())
    };
    assert_eq!(code, 0);
    assert_eq!(reason("Absent").unwrap(), "not\u{1b} here");
    assert_eq!(reason("Fail").unwrap(), "insufficient privileges: requires 'x' (EXECUTE)");
    assert_eq!(reason("Unfinished").unwrap(), "insufficient privileges: requires 'w' (WRITE)");
    assert_eq!(reason("Noisy"), None);
    contains(&["-r", "tools"], 0, &["\nSKIPPED ", "not\\u{1b} here", "requires 'x' (EXECUTE)"]);
    contains(&["-r", "schema", "fail", "Prob"], 2, &["`Fail` may not be used here", "did you mean `Probe`?"]);
    contains(&["-r", "schema", "fail"], 1, &["`Fail` may not be used here"]);
}

fn completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        contains(&["completions", shell], 0, &["Probe", "recursive", "completions"]);
    }
    contains(&["completions", "csh"], 2, &["invalid value 'csh'"]);
}

#[cfg(not(unix))]
fn interrupted() {}

#[cfg(unix)]
fn interrupted() {
    for (tool, json) in [("Wait", false), ("Block", false), ("Wait", true)] {
        let mut command = program(&["-r", "call", tool]);
        command.args(json.then_some("--json")).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut started = Vec::new();
        stderr.read_until(b'w', &mut started).unwrap();
        assert_eq!(String::from_utf8(started).unwrap(), " 🔄 w");
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let (mut rest, mut result) = (String::new(), String::new());
        stderr.read_to_string(&mut rest).unwrap();
        child.stdout.take().unwrap().read_to_string(&mut result).unwrap();
        let (stderr, stdout) = if json {
            ("aiting\n", "{\"success\":false,\"error\":\"cancelled\"}\n")
        } else {
            ("aiting\nerror: cancelled\n", "")
        };
        assert_eq!((rest.as_str(), result.as_str()), (stderr, stdout), "{tool}");
        assert_eq!(child.wait().unwrap().code(), Some(130), "{tool}");
    }
}
