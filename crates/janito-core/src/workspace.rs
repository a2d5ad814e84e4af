//! The workspace: the folders that a session may reach. A path is resolved once, to a root and a path beneath it, and opened beneath it
//! by the kernel's rules, so that `..`, absolute paths and links cannot lead outside.

use crate::error::{Error, ToolError};
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use std::io;
use std::path::{Component, Path, PathBuf, is_separator};

/// The folders that a session may reach.
#[derive(Default)]
pub struct Workspace {
    roots: Vec<Root>,
}

/// One folder of a workspace, held open.
pub(crate) struct Root {
    /// As it was given, made absolute.
    given: PathBuf,
    /// Without links.
    real: PathBuf,
    pub(crate) dir: Dir,
}

/// A path that was resolved: what is beneath which root.
pub(crate) struct Place<'a> {
    pub(crate) root: &'a Root,
    pub(crate) beneath: PathBuf,
    /// As people and models see it: `./sub/x`.
    pub(crate) shown: String,
    /// Whether it was written with a `/` at its end, which a file's path has not.
    pub(crate) folder: bool,
}

impl Workspace {
    /// Opens these folders. Relative paths of tools start at the first.
    pub(crate) fn open(paths: &[PathBuf]) -> Result<Self, Error> {
        let mut roots: Vec<Root> = Vec::new();
        for path in paths {
            let refuse = |error: io::Error| Error::Root { path: path.display().to_string(), reason: error.to_string() };
            let given = std::path::absolute(path).map_err(refuse)?;
            let real = given.canonicalize().map_err(refuse)?;
            let dir = Dir::open_ambient_dir(&real, ambient_authority()).map_err(refuse)?;
            if roots.iter().all(|root| root.real != real) {
                roots.push(Root { given, real, dir });
            }
        }
        Ok(Self { roots })
    }

    /// The folders, absolute and without links.
    pub fn roots(&self) -> impl Iterator<Item = &Path> {
        self.roots.iter().map(|root| root.real.as_path())
    }

    /// Where a path that a caller wrote leads. One that ends in `/` leads to no file.
    pub(crate) fn locate(&self, path: &Path) -> Result<Place<'_>, ToolError> {
        let mut place = self.find(path)?;
        place.folder = path.as_os_str().as_encoded_bytes().last().is_some_and(|end| is_separator((*end).into()));
        if place.folder && place.root.dir.metadata(&place.beneath).is_ok_and(|metadata| !metadata.is_dir()) {
            return Err(ToolError::new(format!(
                "the path ends in `/`, so it names a folder, but {} is a file; leave the `/` out",
                place.shown
            )));
        }
        Ok(place)
    }

    fn find(&self, path: &Path) -> Result<Place<'_>, ToolError> {
        let text = path.to_string_lossy();
        if text.is_empty() {
            return Err(ToolError::new(
                "the path is empty; name a file or folder, such as `./README.md`, or `.` for the first root",
            ));
        }
        if text.contains('\0') {
            return Err(ToolError::new("the path contains a NUL character, which no file name can have"));
        }
        let Some(first) = self.roots.first() else {
            return Err(ToolError::denied(
                "this session has no roots, so no path can be reached; the host must open one",
            ));
        };
        if let Some(path) = from_uri(&text) {
            return self.find(&path);
        }
        if path.is_relative() {
            if cfg!(unix) && looks_like_windows(&text) {
                return Err(ToolError::new(format!(
                    "`{text}` is written as a Windows path, and this is not Windows; write it relative to a root, with `/`"
                )));
            }
            if (text == "~" || text.starts_with("~/")) && first.dir.symlink_metadata("~").is_err() {
                return Err(ToolError::new(format!(
                    "`{text}` begins with `~`, which is not expanded here; write the path relative to a root, or the absolute one"
                )));
            }
            let place = first.place(path, true);
            // A name may hold a backslash, but one that does not exist was meant as a path.
            if cfg!(unix) && text.contains('\\') && place.root.dir.symlink_metadata(&place.beneath).is_err() {
                return Err(ToolError::new(format!(
                    "`{text}` does not exist, and `\\` separates nothing here; write `{}`",
                    text.replace('\\', "/")
                )));
            }
            return Ok(place);
        }
        // The longest root that holds the path: one root may lie in another.
        let inside = self
            .roots
            .iter()
            .flat_map(|root| [(root, &root.real), (root, &root.given)])
            .filter_map(|(root, prefix)| Some((root, prefix.as_os_str().len(), path.strip_prefix(prefix).ok()?)))
            .max_by_key(|(_, length, _)| *length);
        match inside {
            Some((root, _, rest)) => Ok(root.place(rest, std::ptr::eq(root, first))),
            None => Err(self.outside(&text)),
        }
    }

    /// Where a path leads: absolute, without links and `..`.
    pub(crate) fn canonical(&self, path: &Path) -> Result<PathBuf, ToolError> {
        let place = self.locate(path)?;
        let beneath = place.root.dir.canonicalize(&place.beneath);
        let beneath = beneath.map_err(|error| self.explain(&error, "the path", &place.shown))?;
        // Joined part by part: where there is none, no separator is to be added.
        let parts = beneath.components().filter(|part| !matches!(part, Component::CurDir));
        Ok(place.root.real.components().chain(parts).collect())
    }

    /// A path as people and models see it.
    pub(crate) fn display(&self, path: &Path) -> String {
        match self.locate(path) {
            Ok(place) => place.shown,
            Err(_) => path.display().to_string(),
        }
    }

    /// The refusal of a path that is not beneath a root.
    pub(crate) fn outside(&self, path: &str) -> ToolError {
        let roots: Vec<String> = self.roots().map(|root| root.display().to_string()).collect();
        ToolError::denied(format!("`{path}` lies outside what may be reached here: {}", roots.join(", ")))
    }

    /// An error of the system on a path, in words for the model.
    pub(crate) fn explain(&self, error: &io::Error, what: &str, shown: &str) -> ToolError {
        if escapes(error) {
            return self.outside(shown);
        }
        let message = match error.kind() {
            io::ErrorKind::NotFound => format!("{what} does not exist: {shown}"),
            io::ErrorKind::PermissionDenied => format!("permission denied by the system: {shown}"),
            io::ErrorKind::NotADirectory => format!("a part of the path is not a directory: {shown}"),
            io::ErrorKind::IsADirectory => format!("the path is a directory: {shown}"),
            io::ErrorKind::AlreadyExists => format!("{what} exists already: {shown}"),
            _ => format!("{what} {shown}: {error}"),
        };
        ToolError::new(message)
    }
}

/// Whether an error means that a path led outside its root: the library's own refusal has no code of the system's.
fn escapes(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none()
}

fn looks_like_windows(path: &str) -> bool {
    let bytes = path.as_bytes();
    let drive =
        bytes.len() >= 3 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':' && matches!(bytes[2], b'\\' | b'/');
    drive || path.starts_with("\\\\")
}

/// The path of a `file:` URI on this machine, if the text is one.
fn from_uri(text: &str) -> Option<PathBuf> {
    let rest = text.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    if !path.starts_with('/') {
        return None;
    }
    // Each part but the first begins with two digits.
    let mut parts = path.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let digits = part.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    Some(PathBuf::from(String::from_utf8(bytes).ok()?))
}

impl Root {
    fn place(&self, path: &Path, first: bool) -> Place<'_> {
        // `.` parts are dropped; `..` stays, for the system to follow links before it.
        let mut beneath: PathBuf = path.components().filter(|part| !matches!(part, Component::CurDir)).collect();
        let shown = match (beneath.as_os_str().is_empty(), first) {
            (true, _) => self.real.display().to_string(),
            (false, true) => format!("./{}", beneath.display()),
            (false, false) => self.real.join(&beneath).display().to_string(),
        };
        if beneath.as_os_str().is_empty() {
            beneath.push(".");
        }
        Place { root: self, beneath, shown, folder: false }
    }
}
