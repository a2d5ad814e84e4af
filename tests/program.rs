//! The command line on tools that are made to be awkward. This test is such a program itself: it starts itself again to be tested.

use janito::core::{Context, JsonSchema, Skip, ToolError, tool};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, ExitCode, Stdio};
#[cfg(unix)]
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;
#[cfg(unix)]
use std::time::Instant;

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
        ("values_that_begin_with_a_dash", values_that_begin_with_a_dash),
        ("options_of_the_program_in_the_wrong_place", options_of_the_program_in_the_wrong_place),
        ("one_document_whatever_happens", one_document_whatever_happens),
        ("one_line_stays_one", one_line_stays_one),
        ("panics_are_quiet", panics_are_quiet),
        ("coloured_help", coloured_help),
        ("help_of_everything", help_of_everything),
        ("interrupted", interrupted),
        ("interrupted_in_its_last_moment", interrupted_in_its_last_moment),
        ("interrupted_twice", interrupted_twice),
        ("interrupted_while_it_prints", interrupted_while_it_prints),
        ("nohup", nohup),
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
    panic!("oh\u{1b}");
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

/// Ends soon, whatever is asked of it.
#[tool(permissions = "")]
fn soon(
    cx: &Context,
    /// Whether it fails.
    #[arg(default = false)]
    fails: bool,
) -> Result<u8, ToolError> {
    cx.start("waiting");
    std::thread::sleep(Duration::from_millis(300));
    if fails { Err(ToolError::new("broken")) } else { Ok(7) }
}

/// Returns more than a pipe takes.
#[tool(permissions = "")]
fn flood(cx: &Context) -> String {
    cx.start("waiting");
    "x".repeat(1 << 20)
}

/// An async body that blocks the thread that it was given.
#[expect(clippy::unused_async, reason = "it is what is wrong with it")]
#[tool(permissions = "")]
async fn hog(cx: &Context) {
    cx.start("waiting");
    std::thread::sleep(Duration::from_mins(1));
}

/// Says what looks like lines of the program's, and turns the text around.
#[tool(permissions = "")]
fn forge(cx: &Context) -> Result<(), ToolError> {
    cx.start("a\nerror: b\u{202e}");
    cx.warning("c\nd");
    Err(ToolError::new("e\nf\u{2066}").with("g\nh", 1))
}

/// Has bounds by its types.
#[tool(permissions = "")]
fn bounded(
    /// A number.
    number: std::num::NonZeroU32,
    /// Others.
    #[arg(default = [], max_length = 2)]
    others: Vec<u8>,
) -> u32 {
    number.get() + others.into_iter().map(u32::from).sum::<u32>()
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
    // Never the user's own.
    command.env("JANITO_STATE_DIR", std::env::temp_dir().join("janito-test-state"));
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
    contains(
        &["-q", "call", "Probe", "p", "--path", "q"],
        2,
        &["unexpected value `p`: `--path` gives the value of its place already"],
    );
    contains(&["-q", "call", "Noisy", "x"], 2, &["`Noisy` takes no values in places;"]);
    contains(&["-q", "call", "Noisy", "--x"], 2, &["unexpected argument '--x'"]);
    contains(&["-q", "call", "Probe", "p", "-z"], 2, &["unexpected argument '-z'"]);
    contains(
        &["-q", "call", "--json", "Probe", "p", "-z"],
        2,
        &[r#"{"success":false,"error":"unexpected argument '-z'"#],
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
        // A text of a text, and the mark that some editors begin a file with.
        (&["--args", r#""{\"first_number\":1}""#, "--on", "--rest", "a"], ""),
        (&["--args", r#""{}""#, "1", "true", "a"], ""),
        (&["--args", r#""""#, "1", "true", "a"], ""),
        (&["--args", "-"], &format!("\u{feff}{object}")),
        (&["--args", "-", "1"], "\u{feff}{\"on\":true,\"rest\":[\"a\"]}"),
    ] {
        assert_eq!(call(words, input), (0, format!("{right}\n"), String::new()), "{words:?}");
    }
    for (words, part) in [
        (&["--args", object, "--on"][..], "on: given more than once"),
        (&["--args", r#""{\"on\":true}""#, "--on", "1", "a"], "on: given more than once"),
        (&["--args", r#""[]""#, "--on"], "expected an object of named arguments"),
        (&["--args", "[]", "--on"], "expected an object of named arguments"),
        (&["--args", "{", "--on"], "not valid JSON"),
        (&["--args", "{\"first_number\":\"}", "--on"], "not valid JSON"),
        (&["--args", "@/does/not/exist"], "--args @/does/not/exist: the file cannot be read"),
        (&["--args", "{}", "--args", "{}"], "cannot be used multiple times"),
    ] {
        let (code, stdout, _) = call(words, "");
        assert!(code == 2 && stdout.contains(part), "{words:?}: {stdout}");
    }
    let (code, _, stderr) = run(&["-r", "call", "Places", "--args", &format!("{object:?}")], "");
    assert_eq!((code, stderr.as_str()), (0, "note: the arguments as a string was read as the object that it holds\n"));
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
    contains(&["call", "Probe", "--help"], 0, &["Arguments:\n  <PATH>"]);
    contains(&["call", "Places", "-h"], 0, &["Arguments:\n  <FIRST_NUMBER>", "\n  <REST>..."]);
    contains(
        &["call", "Bounded", "--help"],
        0,
        &["A number. [integer, required, at least 1]", "[may be repeated, at least 0, at most 255, at most 2 items]"],
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
    contains(&["call", "Panic"], 1, &["the tool is broken: it panicked: oh\\u{1b}"]);
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
        --- before\n+++ after\n@@ -1,2 +1,2 @@\n same\n-old\n+new\\u{9b}\n 🔄 again ✅ found\\r\\nit\n";
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
        "\u{1b}[37m ✅ found\\r\\nit\u{1b}[0m\n",
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
    contains(&["completions", "bash"], 0, &["first-number", "__call,places)"]);
    let completed = |line: &[&str]| {
        let script = run(&["completions", "bash"], "").1;
        let words: Vec<String> = line.iter().map(|word| format!("'{word}'")).collect();
        let ask = format!(
            "{script}\nCOMP_WORDS=({}); COMP_CWORD={}; _prog prog \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"; \
             echo \"${{COMPREPLY[@]}}\"",
            words.join(" "),
            line.len() - 1
        );
        let Ok(output) = Command::new("bash").args(["-c", &ask]).output() else { return None };
        Some(String::from_utf8(output.stdout).unwrap().trim().to_owned())
    };
    for (line, expected) in [
        (&["prog", "call", "Pla"][..], "Places"),
        (&["prog", "call", "noi"], "noisy"),
        (&["prog", "call", "noisy", "--ar"], "--args"),
        (&["prog", "call", "places", "--fi"], "--first-number"),
        (&["prog", "-r", "call", "Places", "--fi"], "--first-number"),
        (&["prog", "schema", "plac"], "places"),
        (&["prog", "schema", "Plac"], "Places"),
        (&["prog", "help", "sch"], "schema"),
        (&["prog", "help", "call", "Plac"], "Places"),
    ] {
        if let Some(found) = completed(line) {
            assert_eq!(found, expected, "{line:?}");
        }
    }
    #[cfg(unix)]
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let mut command = program(&["completions", shell]);
        std::os::unix::process::CommandExt::arg0(&mut command, "my $prog");
        let output = command.output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]), "{shell}");
        assert!(String::from_utf8(output.stdout).unwrap().contains("my__prog"), "{shell}");
    }
}

fn values_that_begin_with_a_dash() {
    for (words, path) in [
        (&["--path", "- a list"][..], "- a list"),
        (&["--path", "--- a/b"], "--- a/b"),
        (&["--path", "-xy"], "-xy"),
        (&["--path", "-"], "-"),
        (&["--path=--limit"], "--limit"),
    ] {
        let (code, stdout, stderr) = run(&[&["-q", "call", "Probe"], words].concat(), "");
        assert_eq!(code, 0, "{words:?}: {stderr}");
        assert!(stdout.contains(&format!("\"path\": \"{path}\"")), "{words:?}: {stdout}");
    }
    contains(&["-q", "call", "Probe", "--path", "--limit", "5"], 2, &["a value is required", "`--path=--limit`"]);
    contains(&["-q", "call", "Probe", "--path", "-x"], 2, &["`--path=-x`"]);
    contains(&["-q", "call", "Probe", "p", "--limit", "--bogus=1"], 2, &["`--limit=--bogus=1`"]);
    contains(&["-q", "call", "Probe", "p", "--bogus", "- a"], 2, &["bogus: unknown parameter"]);
    contains(&["-q", "call", "Probe", "p", "--bogus", "-5"], 2, &["(1 problem)", "bogus: unknown parameter"]);
    contains(
        &["-q", "call", "Probe", "p", "--recursive", "false"],
        2,
        &["write `--recursive=false`; a value for a place stands before it"],
    );
    contains(
        &["-q", "call", "Fail", "--aloud", "false"],
        2,
        &["error: the value of `--aloud` is joined to it: write `--aloud=false`\n"],
    );
}

fn options_of_the_program_in_the_wrong_place() {
    for option in ["--root", "--state", "--color", "--quiet", "-q", "-r", "-t"] {
        for tool in ["Probe", "Noisy"] {
            contains(
                &["-q", "call", tool, option, "x"],
                2,
                &[&format!(
                    "`{option}` is an option of the program and stands before `call`: `prog {option} … call {tool}`"
                )],
            );
        }
    }
}

fn one_document_whatever_happens() {
    let fault = |args: &[&str], code: i32, part: &str| {
        let (found, stdout, _) = run(args, "");
        let document: serde_json::Value =
            serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{args:?}: {stdout}"));
        assert_eq!((found, &document["success"]), (code, &false.into()), "{args:?}: {document}");
        assert!(document["error"].as_str().unwrap().contains(part), "{args:?}: {document}");
    };
    for args in [
        &["-q", "--json", "call", "Bounded", "3"][..],
        &["-q", "call", "--json=true", "Bounded", "3"],
        &["-q", "call", "Bounded", "3", "--json=true"],
        &["-q", "--json", "call", "--json", "Bounded", "3", "--json", "--json"],
    ] {
        check(args, 0, r#"{"success":true,"result":3}"#);
    }
    check(&["-q", "call", "Bounded", "3", "--json=false"], 0, "3");
    for args in [&["--json", "tools"][..], &["tools", "--json=true"], &["--json", "call"]] {
        contains(args, 0, &[r#"{"tools":[{"name":"Awkward""#]);
    }
    fault(&["-t", "nope", "tools", "--json"], 2, "there is no toolset `nope`");
    fault(&["--root", "/does/not/exist", "tools", "--json"], 2, "cannot be opened");
    fault(&["tools", "--json", "--bogus"], 2, "unexpected argument '--bogus'");
    fault(&["call", "Bounded", "3", "--json=maybe"], 2, "invalid value 'maybe'");
    fault(&["--json", "schema", "nope"], 2, "there is no tool `nope`");
    fault(&["--json"], 2, "requires a subcommand");
    contains(&["call", "Probe", "--json", "--help"], 0, &["Usage: prog call Probe"]);
}

fn one_line_stays_one() {
    let (code, _, stderr) = run(&["-r", "call", "Forge"], "");
    let expected = " 🔄 a\\nerror: b\\u{202e}\n⚠️  c\\nd\n❌ e\n    f\\u{2066}\n  g\\nh: 1\n";
    assert_eq!((code, stderr.as_str()), (1, expected));
    check(&["-q", "call", "Forge"], 1, "error: e\n    f\\u{2066}\n  g\\nh: 1");
    let (_, _, stderr) = run(&["call", "Probe", "p", "--\u{1b}[2J\u{202e}"], "");
    assert!(stderr.contains("--\\u{1b}[2J\\u{202e}"), "{stderr:?}");
}

fn panics_are_quiet() {
    for backtrace in ["0", "1"] {
        let output = program(&["-q", "call", "Panic"]).env("RUST_BACKTRACE", backtrace).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(stderr, "error: the tool is broken: it panicked: oh\\u{1b}; try another way\n");
    }
}

fn coloured_help() {
    let output = |args: &[&str]| {
        let (_, stdout, stderr) = run(args, "");
        stdout + &stderr
    };
    for args in [
        &["--help"][..],
        &["tools", "--help"],
        &["help", "schema"],
        &["call", "Probe", "--help"],
        &["call", "--help"],
        &["--bogus"],
        &["-rt", "program", "schema", "--dialect=x"],
        &["call", "Probe", "-z"],
    ] {
        for (color, coloured) in [("--color=always", true), ("--color=never", false), ("-q", false)] {
            let text = output(&[&[color], args].concat());
            assert_eq!(text.contains('\u{1b}'), coloured, "{color} {args:?}: {text:?}");
        }
    }
    assert!(output(&["-t", "program", "--color", "always", "--bogus"]).contains('\u{1b}'));
    assert!(!output(&["call", "Probe", "--color=always", "-z"]).contains('\u{1b}'));
}

fn help_of_everything() {
    contains(&["help"], 0, &["Usage: prog [OPTIONS] <COMMAND>"]);
    contains(&["help", "call"], 0, &["Usage: prog call [OPTIONS] [TOOL]", "Probe "]);
    for words in [&["help", "call", "Probe"][..], &["help", "call", "probe"]] {
        contains(words, 0, &["Usage: prog call Probe [OPTIONS] <PATH>"]);
    }
    contains(&["help", "call", "Prob"], 2, &["there is no tool `Prob`; did you mean `Probe`?"]);
    contains(&["help", "trash"], 0, &["Usage: prog trash <COMMAND>", "restore "]);
    contains(&["help", "trash", "list"], 0, &["Usage: prog trash list [OPTIONS]"]);
    contains(&["help", "trash", "x"], 2, &["`trash` has no commands such as `x`"]);
    contains(&["help", "tools", "x"], 2, &["`tools` has no commands such as `x`"]);
    contains(&["help", "x"], 2, &["invalid value 'x'"]);
}

#[cfg(not(unix))]
fn interrupted() {}
#[cfg(not(unix))]
fn interrupted_in_its_last_moment() {}
#[cfg(not(unix))]
fn interrupted_twice() {}
#[cfg(not(unix))]
fn interrupted_while_it_prints() {}
#[cfg(not(unix))]
fn nohup() {}

/// Starts a call that says `waiting`, sends signals to it once it does: the exit code, stdout and the rest of stderr, and how long it took.
#[cfg(unix)]
fn signalled(mut command: Command, signals: &[&str]) -> (Option<i32>, String, String, Duration) {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut started = Vec::new();
    stderr.read_until(b'w', &mut started).unwrap();
    assert_eq!(String::from_utf8(started).unwrap(), " 🔄 w");
    let since = Instant::now();
    for (at, signal) in signals.iter().enumerate() {
        if at > 0 {
            // Two at once could be taken for one.
            std::thread::sleep(Duration::from_millis(100));
        }
        let killed = Command::new("kill").args([*signal, &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
    }
    // One that heeds no signal is not waited for for ever; it has no code then.
    let (done, ended) = std::sync::mpsc::channel::<()>();
    let id = child.id().to_string();
    let watch = std::thread::spawn(move || {
        if ended.recv_timeout(Duration::from_secs(20)) == Err(RecvTimeoutError::Timeout) {
            let _ = Command::new("kill").args(["-KILL", &id]).status();
        }
    });
    let (mut rest, mut result) = (String::new(), String::new());
    stderr.read_to_string(&mut rest).unwrap();
    drop(done);
    watch.join().unwrap();
    child.stdout.take().unwrap().read_to_string(&mut result).unwrap();
    (child.wait().unwrap().code(), result, rest, since.elapsed())
}

#[cfg(unix)]
const GIVEN: &str = "aiting\nnote: the call is given a moment to end; a second signal stops it at once\n";

#[cfg(unix)]
fn interrupted() {
    let call = |tool: &str, signal: &str, json: bool| {
        let mut command = program(&["-r", "call", tool]);
        command.args(json.then_some("--json"));
        let (code, stdout, stderr, took) = signalled(command, &[signal]);
        let (error, document) =
            if json { ("", "{\"success\":false,\"error\":\"cancelled\"}\n") } else { ("error: cancelled\n", "") };
        assert_eq!(
            (code, stdout.as_str(), stderr),
            (Some(130), document, format!("{GIVEN}{error}")),
            "{tool} {signal}"
        );
        assert!(took < Duration::from_secs(10), "{tool} {signal}: {took:?}");
    };
    // Side by side, as each is given its time.
    std::thread::scope(|scope| {
        let calls = [
            ("Wait", "-INT", false),
            ("Block", "-INT", false),
            ("Wait", "-TERM", false),
            ("Wait", "-HUP", false),
            ("Hog", "-INT", false),
            ("Wait", "-INT", true),
        ];
        let calls = calls.map(|(tool, signal, json)| scope.spawn(move || call(tool, signal, json)));
        for call in calls {
            call.join().unwrap();
        }
    });
}

#[cfg(unix)]
fn interrupted_in_its_last_moment() {
    let (code, stdout, stderr, _) = signalled(program(&["-r", "call", "Soon"]), &["-INT"]);
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (Some(0), "7\n", GIVEN));
    let (code, stdout, _, _) = signalled(program(&["-r", "call", "Soon", "--fails", "--json"]), &["-TERM"]);
    assert_eq!((code, stdout.as_str()), (Some(1), "{\"success\":false,\"error\":\"broken\"}\n"));
}

#[cfg(unix)]
fn interrupted_twice() {
    for tool in ["Wait", "Block", "Hog"] {
        let (code, stdout, stderr, took) = signalled(program(&["-r", "call", tool]), &["-INT", "-INT"]);
        assert_eq!((code, stdout.as_str(), stderr), (Some(130), "", format!("{GIVEN}error: cancelled\n")), "{tool}");
        assert!(took < Duration::from_millis(1500), "{tool}: {took:?}");
    }
}

/// Nobody reads what comes of it.
#[cfg(unix)]
fn interrupted_while_it_prints() {
    let (code, _, _, took) = signalled(program(&["-r", "call", "Flood"]), &["-INT", "-INT", "-INT"]);
    assert_eq!(code, Some(130));
    assert!(took < Duration::from_millis(1500), "{took:?}");
}

/// What ignores hang-ups goes on.
#[cfg(unix)]
fn nohup() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" -r call Soon"]).arg(std::env::current_exe().unwrap());
    command.env(IS_PROGRAM, "1").env("JANITO_STATE_DIR", std::env::temp_dir().join("janito-test-state"));
    let (code, stdout, stderr, _) = signalled(command, &["-HUP"]);
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (Some(0), "7\n", "aiting\n"));
}
