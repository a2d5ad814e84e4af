//! One case: files, calls, and what must come of them.

use crate::door::Door;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A scenario. `ROOT` and `OUTSIDE` in links and arguments stand for the paths of the root and of a folder beside it.
pub(crate) struct Case {
    pub(crate) id: &'static str,
    pub(crate) what: &'static str,
    steps: Vec<Step>,
}

enum Step {
    File(String, Vec<u8>),
    Folder(&'static str),
    Link(&'static str, &'static str),
    Pipe(&'static str),
    Socket(&'static str),
    Mode(&'static str, u32),
    /// A file this long, of which only these first bytes are written.
    Hole(&'static str, u64, &'static str),
    Call(&'static str, Value),
    /// A call whose arguments are no JSON value of this library's.
    Text(&'static str, &'static str),
    Check(Check),
}

/// What must hold of the last call's outcome, or on the disk.
enum Check {
    Done,
    Fails(Vec<&'static str>),
    Is(&'static str, Value),
    Says(&'static str, Vec<&'static str>),
    Never(&'static str),
    Shorter(usize),
    Content(String, Vec<u8>),
    Gone(&'static str),
    HasMode(&'static str, u32),
    LeadsTo(&'static str, &'static str),
    Count(&'static str, usize),
}

impl Case {
    pub(crate) fn new(id: &'static str, what: &'static str) -> Self {
        Self { id, what, steps: Vec::new() }
    }

    fn step(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    fn check(self, check: Check) -> Self {
        self.step(Step::Check(check))
    }

    /// Makes a file, and the folders above it.
    pub(crate) fn file(self, path: impl Into<String>, content: impl AsRef<[u8]>) -> Self {
        self.step(Step::File(path.into(), content.as_ref().to_vec()))
    }

    pub(crate) fn files(self, paths: &[&str]) -> Self {
        paths.iter().fold(self, |case, path| case.file(*path, "x\n"))
    }

    pub(crate) fn folder(self, path: &'static str) -> Self {
        self.step(Step::Folder(path))
    }

    pub(crate) fn link(self, to: &'static str, at: &'static str) -> Self {
        self.step(Step::Link(to, at))
    }

    pub(crate) fn pipe(self, path: &'static str) -> Self {
        self.step(Step::Pipe(path))
    }

    pub(crate) fn socket(self, path: &'static str) -> Self {
        self.step(Step::Socket(path))
    }

    pub(crate) fn mode(self, path: &'static str, mode: u32) -> Self {
        self.step(Step::Mode(path, mode))
    }

    pub(crate) fn hole(self, path: &'static str, length: u64, head: &'static str) -> Self {
        self.step(Step::Hole(path, length, head))
    }

    pub(crate) fn call(self, tool: &'static str, arguments: Value) -> Self {
        self.step(Step::Call(tool, arguments))
    }

    pub(crate) fn text(self, tool: &'static str, arguments: &'static str) -> Self {
        self.step(Step::Text(tool, arguments))
    }

    /// The call succeeded.
    pub(crate) fn done(self) -> Self {
        self.check(Check::Done)
    }

    /// The call failed, and its error says all of this.
    pub(crate) fn fails(self, says: &[&'static str]) -> Self {
        self.check(Check::Fails(says.to_vec()))
    }

    /// The outcome has this at a JSON pointer.
    pub(crate) fn is(self, pointer: &'static str, value: impl Into<Value>) -> Self {
        self.check(Check::Is(pointer, value.into()))
    }

    /// What the outcome has at a JSON pointer says all of this.
    pub(crate) fn says(self, pointer: &'static str, says: &[&'static str]) -> Self {
        self.check(Check::Says(pointer, says.to_vec()))
    }

    /// The outcome nowhere has this.
    pub(crate) fn never(self, text: &'static str) -> Self {
        self.check(Check::Never(text))
    }

    /// The outcome's text is shorter.
    pub(crate) fn shorter(self, bytes: usize) -> Self {
        self.check(Check::Shorter(bytes))
    }

    /// The file has this content.
    pub(crate) fn content(self, path: impl Into<String>, content: impl AsRef<[u8]>) -> Self {
        self.check(Check::Content(path.into(), content.as_ref().to_vec()))
    }

    /// Nothing has this name.
    pub(crate) fn gone(self, path: &'static str) -> Self {
        self.check(Check::Gone(path))
    }

    pub(crate) fn has_mode(self, path: &'static str, mode: u32) -> Self {
        self.check(Check::HasMode(path, mode))
    }

    pub(crate) fn leads_to(self, path: &'static str, to: &'static str) -> Self {
        self.check(Check::LeadsTo(path, to))
    }

    /// A folder has so many entries.
    pub(crate) fn count(self, path: &'static str, entries: usize) -> Self {
        self.check(Check::Count(path, entries))
    }

    /// Runs the case in a folder of its own.
    pub(crate) fn run(&self, door: Door) -> Result<(), String> {
        let folder = TempDir::new().map_err(|error| error.to_string())?;
        let place = Place { base: folder.path().canonicalize().map_err(|error| error.to_string())? };
        for name in ["root", "outside", "state"] {
            fs::create_dir(place.base.join(name)).map_err(|error| error.to_string())?;
        }
        let caller = door.open(&place.base);
        let (mut outcome, mut last) = (Value::Null, String::new());
        for step in &self.steps {
            match step {
                Step::Call(tool, arguments) => {
                    let arguments = place.fill(&arguments.to_string());
                    outcome = caller.call(tool, &arguments)?;
                    last = format!("{tool} {arguments}");
                }
                Step::Text(tool, arguments) => {
                    outcome = caller.call(tool, arguments)?;
                    last = format!("{tool} {arguments}");
                }
                Step::Check(check) => check.hold(&place, &outcome).map_err(|failure| format!("{last}: {failure}"))?,
                step => place.make(step).map_err(|error| error.to_string())?,
            }
        }
        Ok(())
    }
}

/// Where a case is run.
struct Place {
    base: PathBuf,
}

impl Place {
    fn fill(&self, text: &str) -> String {
        let path = |name: &str| self.base.join(name).display().to_string();
        text.replace("ROOT", &path("root")).replace("OUTSIDE", &path("outside"))
    }

    fn path(&self, path: &str) -> PathBuf {
        if let Some(rest) = path.strip_prefix("OUTSIDE/") {
            self.base.join("outside").join(rest)
        } else {
            self.base.join("root").join(path)
        }
    }

    fn make(&self, step: &Step) -> std::io::Result<()> {
        let parent = |path: &Path| path.parent().map_or(Ok(()), fs::create_dir_all);
        match step {
            Step::File(path, content) => {
                parent(&self.path(path))?;
                fs::write(self.path(path), content)
            }
            Step::Folder(path) => fs::create_dir_all(self.path(path)),
            Step::Link(to, at) => {
                parent(&self.path(at))?;
                symlink(self.fill(to), self.path(at))
            }
            Step::Pipe(path) => {
                let done = std::process::Command::new("mkfifo").arg(self.path(path)).status()?;
                if done.success() { Ok(()) } else { Err(std::io::Error::other("mkfifo failed")) }
            }
            Step::Socket(path) => std::os::unix::net::UnixListener::bind(self.path(path)).map(drop),
            Step::Mode(path, mode) => fs::set_permissions(self.path(path), fs::Permissions::from_mode(*mode)),
            Step::Hole(path, length, head) => {
                fs::write(self.path(path), head)?;
                fs::OpenOptions::new().write(true).open(self.path(path))?.set_len(*length)
            }
            Step::Call(..) | Step::Text(..) | Step::Check(_) => Ok(()),
        }
    }
}

impl Check {
    fn hold(&self, place: &Place, outcome: &Value) -> Result<(), String> {
        let brief = || outcome.to_string().chars().take(1500).collect::<String>();
        let holds = |holds: bool, expected: String| if holds { Ok(()) } else { Err(expected) };
        match self {
            Self::Done => holds(outcome["success"] == true, format!("must succeed: {}", brief())),
            Self::Fails(says) => {
                holds(outcome["success"] == false, format!("must fail: {}", brief()))?;
                said(&outcome["error"], says)
            }
            Self::Is(pointer, value) => {
                let found = outcome.pointer(pointer).unwrap_or(&Value::Null);
                let value: Value =
                    serde_json::from_str(&place.fill(&value.to_string())).map_err(|error| error.to_string())?;
                holds(*found == value, format!("{pointer} must be {value}: {}", brief()))
            }
            Self::Says(pointer, says) => {
                let found = outcome.pointer(pointer).ok_or_else(|| format!("{pointer} is missing: {}", brief()))?;
                said(found, says)
            }
            Self::Never(text) => {
                holds(!outcome.to_string().contains(text), format!("`{text}` must not be told: {}", brief()))
            }
            Self::Shorter(bytes) => {
                let length = outcome.to_string().len();
                holds(length < *bytes, format!("{length} bytes are too many"))
            }
            Self::Content(path, content) => {
                let found = fs::read(place.path(path)).map_err(|error| format!("{path}: {error}"))?;
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).chars().take(500).collect::<String>();
                holds(found == *content, format!("{path} is {:?}, must be {:?}", text(&found), text(content)))
            }
            Self::Gone(path) => {
                holds(fs::symlink_metadata(place.path(path)).is_err(), format!("{path} must not be there"))
            }
            Self::HasMode(path, mode) => {
                let found =
                    fs::metadata(place.path(path)).map_err(|error| error.to_string())?.permissions().mode() & 0o7777;
                holds(found == *mode, format!("{path} has mode {found:o}, must have {mode:o}"))
            }
            Self::LeadsTo(path, to) => {
                let found = fs::read_link(place.path(path)).map_err(|error| format!("{path}: {error}"))?;
                holds(found == Path::new(&place.fill(to)), format!("{path} leads to {}", found.display()))
            }
            Self::Count(path, entries) => {
                let found = fs::read_dir(place.path(path)).map_err(|error| error.to_string())?.count();
                holds(found == *entries, format!("{path} has {found} entries, must have {entries}"))
            }
        }
    }
}

fn said(found: &Value, says: &[&str]) -> Result<(), String> {
    let text = found.as_str().map_or_else(|| found.to_string(), str::to_owned);
    match says.iter().find(|part| !text.contains(**part)) {
        Some(part) => Err(format!("`{part}` is not in: {text}")),
        None => Ok(()),
    }
}
