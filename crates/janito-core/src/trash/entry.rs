//! What is known of a thing in the trash.

use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Why a thing is in the trash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Discarded {
    /// It was deleted.
    Deleted,
    /// Something else took its place.
    Replaced,
}

impl Discarded {
    /// As a word: `deleted` or `replaced`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Deleted => "deleted",
            Self::Replaced => "replaced",
        }
    }
}

/// Why a thing that was deleted or replaced is not in the trash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotKept {
    /// There is none.
    NoTrash,
    /// It has more bytes than the trash holds in all.
    TooLarge,
    /// It is a pipe, a socket or a device.
    NoContent,
}

impl NotKept {
    /// In words.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Self::NoTrash => "this session has no trash",
            Self::TooLarge => "it has more than the trash holds in all, 1 GiB",
            Self::NoContent => "it has no content to keep, since it is no regular file",
        }
    }
}

/// A thing in the trash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trashed {
    /// What it is brought back by.
    pub id: String,
    /// Where it was: absolute, without links.
    pub path: PathBuf,
    /// The root that it lay beneath.
    pub root: PathBuf,
    /// Why it is here.
    pub why: Discarded,
    /// Whether it is a folder with all that was in it.
    pub is_directory: bool,
    /// How many bytes it has; of a folder, those of the files in it.
    pub bytes: u64,
    /// When it came here.
    pub time: SystemTime,
    /// The tool that did it.
    pub tool: String,
}

impl Trashed {
    /// A new entry, the number telling it from others of this process.
    pub(super) fn name(&mut self, number: u64) {
        let time = self.time.duration_since(UNIX_EPOCH).unwrap_or_default();
        self.id = format!("{:013}-{}-{number}-{}", time.as_millis(), std::process::id(), self.bytes);
    }

    pub(super) fn to_json(&self) -> String {
        json!({
            "path": path(&self.path),
            "root": path(&self.root),
            "why": self.why.word(),
            "is_directory": self.is_directory,
            "tool": self.tool,
        })
        .to_string()
    }

    /// Reads an entry back; nothing if it is none.
    pub(super) fn read(id: &str, text: &str) -> Option<Self> {
        let (time, bytes) = weight(id)?;
        let value: Value = serde_json::from_str(text).ok()?;
        Some(Self {
            id: id.to_owned(),
            path: read_path(&value["path"])?,
            root: read_path(&value["root"])?,
            why: if value["why"] == "deleted" { Discarded::Deleted } else { Discarded::Replaced },
            is_directory: value["is_directory"].as_bool()?,
            bytes,
            time,
            tool: value["tool"].as_str()?.to_owned(),
        })
    }
}

/// The time and the length that an id tells; nothing if it is none, so that an id is never a path.
pub(super) fn weight(id: &str) -> Option<(SystemTime, u64)> {
    let mut parts = id.split('-').map(|part| {
        let digits = part.bytes().all(|byte| byte.is_ascii_digit());
        if digits { part.parse::<u64>().ok() } else { None }
    });
    let (time, _process, _number, bytes) = (parts.next()??, parts.next()??, parts.next()??, parts.next()??);
    let time = UNIX_EPOCH.checked_add(Duration::from_millis(time))?;
    parts.next().is_none().then_some((time, bytes))
}

/// The process that made an entry of this id.
pub(super) fn maker(id: &str) -> Option<u32> {
    id.split('-').nth(1)?.parse().ok()
}

/// A path as JSON: its text, or where it is none, its bytes.
fn path(path: &Path) -> Value {
    match path.to_str() {
        Some(text) => text.into(),
        None => path.as_os_str().as_encoded_bytes().into(),
    }
}

fn read_path(value: &Value) -> Option<PathBuf> {
    if let Some(text) = value.as_str() {
        return Some(text.into());
    }
    let bytes = value.as_array()?.iter().map(|byte| byte.as_u64().and_then(|byte| u8::try_from(byte).ok()));
    let bytes = bytes.collect::<Option<Vec<u8>>>()?;
    #[cfg(unix)]
    let text = <OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes);
    #[cfg(not(unix))]
    let text = OsString::from(String::from_utf8(bytes).ok()?);
    Some(text.into())
}
