//! The two doors to a tool: the library and the program.

use janito_core::{Permissions, Registry, Session};
use janito_tools as _;
use serde_json::Value;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// The longest that a call may take: long for any of them, short for one that hangs.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Debug, Clone, Copy)]
pub(crate) enum Door {
    Library,
    Program,
}

/// Who calls in one case. The library keeps one session for it; each call of the program is a session of its own.
pub(crate) enum Caller {
    Library(Session),
    Program(PathBuf),
}

impl Door {
    pub(crate) fn open(self, base: &Path) -> Caller {
        match self {
            Self::Program => Caller::Program(base.to_owned()),
            Self::Library => {
                let registry = Registry::linked().toolset("files").build().expect("a registry");
                let session = registry.session().grant(Permissions::READ | Permissions::WRITE);
                Caller::Library(session.root(base.join("root")).state(base.join("state")).open().expect("a session"))
            }
        }
    }
}

impl Caller {
    /// The outcome of a call, which must come in time.
    pub(crate) fn call(&self, tool: &str, arguments: &str) -> Result<Value, String> {
        let text = match self {
            Self::Library(session) => {
                let (session, call) = (session.clone(), (tool.to_owned(), arguments.to_owned()));
                in_time(move || Ok(session.call(call).to_json()))?
            }
            Self::Program(base) => program(base, tool, arguments)?,
        };
        serde_json::from_str(&text).map_err(|error| format!("{tool} {arguments}: {error}: {text}"))
    }
}

/// Runs the program; its exit code must say what its document says.
fn program(base: &Path, tool: &str, arguments: &str) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_janito"));
    command.args(["-r", "-w", "-q", "-t", "files", "--root"]).arg(base.join("root"));
    command.args(["call", tool, "--args", "-", "--json"]).env("JANITO_STATE_DIR", base.join("state"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).current_dir(base);
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let mut stdin = child.stdin.take().ok_or("no stdin")?;
    let mut stdout = child.stdout.take().ok_or("no stdout")?;
    let arguments = arguments.to_owned();
    let told = in_time(move || {
        stdin.write_all(arguments.as_bytes()).map_err(|error| error.to_string())?;
        drop(stdin);
        let mut text = String::new();
        stdout.read_to_string(&mut text).map_err(|error| error.to_string())?;
        Ok(text)
    });
    if told.is_err() {
        let _ = child.kill();
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    let text = told?;
    let succeeded = text.starts_with("{\"success\":true");
    if status.success() == succeeded { Ok(text) } else { Err(format!("{status} for {text}")) }
}

fn in_time<T: Send + 'static>(work: impl FnOnce() -> Result<T, String> + Send + 'static) -> Result<T, String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(work()));
    receiver.recv_timeout(PATIENCE).map_err(|_| format!("it took longer than {PATIENCE:?}"))?
}
