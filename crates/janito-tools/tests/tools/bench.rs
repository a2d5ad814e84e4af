//! A root of its own, a session on it, and one way to call a tool.

use janito_core::{Permissions, Registry, Report, Session, Tool};
use janito_tools as _;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;
use tempfile::TempDir;

pub(crate) struct Bench {
    folder: TempDir,
    pub(crate) session: Session,
    pub(crate) reports: Arc<Mutex<Vec<String>>>,
}

impl Bench {
    /// With a trash, in a state folder beside the root.
    pub(crate) fn new() -> Self {
        Self::open(&[], true)
    }

    /// With other roots, too.
    pub(crate) fn with_roots(others: &[&Path]) -> Self {
        Self::open(others, true)
    }

    /// What is deleted is gone.
    pub(crate) fn without_trash() -> Self {
        Self::open(&[], false)
    }

    fn open(others: &[&Path], trash: bool) -> Self {
        let folder = TempDir::new().unwrap();
        let root = folder.path().join("root");
        fs::create_dir(&root).unwrap();
        let reports = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&reports);
        let registry = Registry::linked().build().unwrap();
        let mut builder = registry.session().grant(Permissions::READ | Permissions::WRITE).root(root);
        for other in others {
            builder = builder.root(other);
        }
        if trash {
            builder = builder.state(folder.path().join("state"));
        }
        let session = builder
            .reporter(move |tool: &Tool, report: Report<'_>| {
                kept.lock().unwrap().push(format!("{} {report:?}", tool.name()));
            })
            .open()
            .unwrap();
        Self { folder, session, reports }
    }

    /// With these files, their folders made.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let bench = Self::new();
        for (path, content) in files {
            bench.write(path, content);
        }
        bench
    }

    /// A path beneath the root.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join("root").join(path)
    }

    /// A path beside the root, which no tool may reach.
    pub(crate) fn outside(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    pub(crate) fn read(&self, path: &str) -> Vec<u8> {
        fs::read(self.path(path)).unwrap()
    }

    /// All that is beneath the root, links not followed, with the content of files, where links lead, and `/` for folders.
    pub(crate) fn tree(&self) -> Vec<(String, String)> {
        let mut found = tree_of(&self.path(""));
        found.sort();
        found
    }

    pub(crate) fn link(&self, to: impl AsRef<Path>, path: &str) {
        std::os::unix::fs::symlink(to, self.path(path)).unwrap();
    }

    /// Calls a tool, and returns the envelope.
    pub(crate) fn call(&self, tool: &str, arguments: &Value) -> Value {
        let text = self.session.call((tool, arguments.to_string())).to_json();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// Calls a tool that must not take longer than a second.
    #[track_caller]
    pub(crate) fn call_at_once(&self, tool: &'static str, arguments: &Value) -> Value {
        let (session, text) = (self.session.clone(), arguments.to_string());
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || sender.send(session.call((tool, text)).to_json()));
        let text = receiver.recv_timeout(Duration::from_secs(1)).expect("the call must not block");
        serde_json::from_str(&text).unwrap()
    }

    /// The result of a call that must succeed.
    #[track_caller]
    pub(crate) fn done(&self, tool: &str, arguments: &Value) -> Value {
        let outcome = self.call(tool, arguments);
        assert_eq!(outcome["success"], true, "{arguments}: {outcome}");
        outcome
    }

    /// The error of a call that must fail.
    #[track_caller]
    pub(crate) fn error(&self, tool: &str, arguments: &Value) -> String {
        error_of(&self.call(tool, arguments))
    }
}

/// All that is in a folder, by paths beneath it.
pub(crate) fn tree_of(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let kind = fs::symlink_metadata(&path).unwrap().file_type();
        if kind.is_dir() {
            found.push((name.clone(), "/".to_owned()));
            found.extend(tree_of(&path).into_iter().map(|(below, content)| (format!("{name}/{below}"), content)));
        } else if kind.is_symlink() {
            found.push((name, format!("-> {}", fs::read_link(&path).unwrap().display())));
        } else if kind.is_file() {
            found.push((name, String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned()));
        } else {
            found.push((name, "special".to_owned()));
        }
    }
    found
}

/// Takes what old files are brought back from the trash by out of a result, in which it is another each time; there must be one.
#[track_caller]
pub(crate) fn without_ids(mut outcome: Value) -> Value {
    let own = outcome.as_object_mut().and_then(|outcome| outcome.remove("trash_id"));
    let files = outcome.get_mut("files").and_then(Value::as_array_mut).into_iter().flatten();
    let of_files = files.filter_map(|file| file.as_object_mut().and_then(|file| file.remove("trash_id")));
    assert!(own.into_iter().chain(of_files).filter(Value::is_string).count() > 0, "no trash_id: {outcome}");
    outcome
}

/// The error in an envelope, which must be a failure's.
#[track_caller]
pub(crate) fn error_of(outcome: &Value) -> String {
    assert_eq!(outcome["success"], false, "{outcome}");
    outcome["error"].as_str().unwrap().to_owned()
}

/// A text of which each part must be in another.
#[track_caller]
pub(crate) fn assert_says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
}
