//! An open folder: its entries, and what is in them.
//!
//! Everything is reached from the open folder by one name, and no link is followed: whatever happens to the tree meanwhile, what is opened
//! lies in this folder.

mod entry;
#[cfg(not(unix))]
mod portable;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
use portable as system;
#[cfg(unix)]
use unix as system;

pub use entry::{DirectoryEntry, EntryMetadata};

use super::CallState;
use super::file::{File, form, special};
use crate::disk::is_aside;
use crate::error::ToolError;
use crate::workspace::{HIDING, Hidden, Workspace, is_hidden, is_own};
use cap_std::fs::Dir;
use std::ffi::OsStr;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The most that [`Directory::read`] reads.
const MOST: u64 = 1 << 20;

/// An open folder. It can be read as long as the call runs.
///
/// What a `.janitoignore` hides, and janito's own state, is not among its entries, and cannot be opened. What a change has put beside a place for
/// the while is not among them, either.
pub struct Directory {
    dir: Dir,
    /// Absolute, and without links when it was opened.
    path: PathBuf,
    shown: String,
    /// What hides things around it.
    around: Hidden,
    /// What hides things in it.
    within: OnceLock<Hidden>,
    hidden: u64,
    state: Arc<CallState>,
}

impl Directory {
    pub(super) fn new(dir: Dir, path: PathBuf, shown: String, around: Hidden, state: &Arc<CallState>) -> Self {
        Self { dir, path, shown, around, within: OnceLock::new(), hidden: 0, state: Arc::clone(state) }
    }

    /// The path as people and models see it.
    #[must_use]
    pub fn display(&self) -> &str {
        &self.shown
    }

    /// How many entries the last listing left out, since a `.janitoignore` hides them.
    #[must_use]
    pub fn hidden(&self) -> u64 {
        self.hidden
    }

    /// Whether a `.janitoignore` has a say in this folder.
    ///
    /// # Errors
    ///
    /// If one is there that cannot be read.
    pub fn is_restricted(&self) -> Result<bool, ToolError> {
        Ok(!self.within()?.is_empty())
    }

    /// The entries, sorted by the bytes of their names. The folder is read from its beginning, and nobody else may read it meanwhile.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read, or if the call has ended.
    pub fn entries(&mut self) -> Result<Vec<DirectoryEntry>, ToolError> {
        // A folder may have millions of entries.
        let life = &self.state.life;
        let mut until_check = 0_u32;
        let alive = || {
            until_check = (until_check + 1) % 1024;
            if until_check == 1 { life.check() } else { Ok(()) }
        };
        let mut entries = system::entries(&self.dir, alive).map_err(|stop| match stop {
            Stop::Ended(error) => error,
            Stop::System(error) => self.explain(&error, &self.shown),
        })?;
        let own = self.state.workspace.own_name(&self.path);
        entries.retain(|entry| Some(&*entry.name) != own && !is_aside(&entry.name));
        let all = entries.len();
        if entries.iter().any(|entry| entry.name == HIDING) {
            entries.retain(|entry| entry.name != HIDING);
        } else {
            let _ = self.within.set(self.around.clone());
        }
        let within = self.within()?;
        if !within.is_empty() {
            let mut path = self.path.join("x");
            entries.retain(|entry| {
                path.set_file_name(&entry.name);
                !within.hides(&path, || entry.is_dir())
            });
        }
        self.hidden = (all - entries.len()) as u64;
        entries.sort_unstable_by(|a, b| a.name.as_encoded_bytes().cmp(b.name.as_encoded_bytes()));
        Ok(entries)
    }

    /// Opens a folder in this one.
    ///
    /// # Errors
    ///
    /// If it is no folder, but a link, say, or cannot be read, or if the call has ended.
    pub fn directory(&self, name: impl AsRef<OsStr>) -> Result<Self, ToolError> {
        let name = self.enter(name.as_ref())?;
        let path = self.path_of(name, true)?;
        let (opened, shown) = (system::open_directory(&self.dir, name), self.shown_of(name));
        match opened {
            Ok(dir) => Ok(Self::new(dir, path, shown, self.within()?.clone(), &self.state)),
            Err(error) => Err(self.explain(&error, &shown)),
        }
    }

    /// Opens a regular file in this folder. Nothing else is opened, so that no pipe, socket or device can block the call.
    ///
    /// # Errors
    ///
    /// If it is no regular file, but a link, say, or may not be read, or if the call has ended.
    pub fn file(&self, name: impl AsRef<OsStr>) -> Result<File, ToolError> {
        let name = self.enter(name.as_ref())?;
        self.refuse_hidden(name, || false)?;
        let open = || -> io::Result<_> {
            let file = system::open_file(&self.dir, name)?;
            let metadata = file.metadata()?;
            Ok((file, metadata))
        };
        let refuse = |kind| {
            ToolError::new(format!("{} {}, not a regular file; it is not read", self.shown_of(name), form(kind)))
        };
        let (inner, metadata) = open().map_err(|error| match special(&self.dir, Path::new(name)) {
            Some(kind) => refuse(kind),
            None => self.explain(&error, &self.shown_of(name)),
        })?;
        if !metadata.is_file() {
            return Err(refuse(metadata.file_type()));
        }
        Ok(File { inner, path: None, metadata, state: Arc::clone(&self.state) })
    }

    /// What is known of an entry, itself and not what it links to.
    ///
    /// # Errors
    ///
    /// If there is none of that name, or if the call has ended.
    pub fn metadata(&self, name: impl AsRef<OsStr>) -> Result<EntryMetadata, ToolError> {
        let name = self.enter(name.as_ref())?;
        let metadata = system::metadata(&self.dir, name).map_err(|error| self.explain(&error, &self.shown_of(name)))?;
        self.refuse_hidden(name, || metadata.is_dir())?;
        Ok(metadata)
    }

    /// The content of a regular file in this folder; nothing if there is none of that name, or if it is no regular file, but a link, say.
    ///
    /// # Errors
    ///
    /// If it cannot be read or has more than 1 MiB, or if the call has ended.
    pub fn read(&self, name: impl AsRef<OsStr>) -> Result<Option<Vec<u8>>, ToolError> {
        let name = self.enter(name.as_ref())?;
        self.refuse_hidden(name, || false)?;
        self.content(name)
    }

    /// The rules of an ignore file in this folder, which hold beneath `base`; nothing if there is none. Also of one that is hidden itself.
    ///
    /// # Errors
    ///
    /// If it cannot be read or has more than 1 MiB, or if the call has ended.
    #[cfg(feature = "ignore")]
    pub fn ignore_rules(&self, name: impl AsRef<OsStr>, base: &Path) -> Result<Option<crate::IgnoreRules>, ToolError> {
        let content = self.content(self.enter(name.as_ref())?)?;
        Ok(content.map(|content| crate::IgnoreRules::parse(base, &content)))
    }

    fn content(&self, name: &OsStr) -> Result<Option<Vec<u8>>, ToolError> {
        let read = || -> io::Result<Option<Vec<u8>>> {
            let mut file = match system::open_file(&self.dir, name) {
                Err(error) if error.kind() == io::ErrorKind::NotFound || system::is_link(&error) => return Ok(None),
                opened => opened?,
            };
            if !file.metadata()?.is_file() {
                return Ok(None);
            }
            let mut bytes = Vec::new();
            (&mut file).take(MOST + 1).read_to_end(&mut bytes)?;
            if bytes.len() as u64 > MOST {
                return Err(io::Error::other(format!("it has more than {MOST} bytes")));
            }
            Ok(Some(bytes))
        };
        read().map_err(|error| self.explain(&error, &self.shown_of(name)))
    }

    /// What hides things in the folder.
    fn within(&self) -> Result<&Hidden, ToolError> {
        if let Some(within) = self.within.get() {
            return Ok(within);
        }
        let within = self.around.enter(&self.path, &self.dir, Path::new(""));
        let within = within.map_err(|error| ToolError::denied(format!("{error}: {}", self.shown)))?;
        Ok(self.within.get_or_init(|| within))
    }

    fn refuse_hidden(&self, name: &OsStr, is_dir: impl FnOnce() -> bool) -> Result<(), ToolError> {
        if self.state.workspace.own_name(&self.path) == Some(name) {
            return Err(is_own(&self.shown_of(name)));
        }
        let within = self.within()?;
        let hides = name == HIDING || (!within.is_empty() && within.hides(&self.path.join(name), is_dir));
        if hides { Err(is_hidden(&self.shown_of(name))) } else { Ok(()) }
    }

    /// The path of a folder in this one, unless it is hidden.
    fn path_of(&self, name: &OsStr, is_dir: bool) -> Result<PathBuf, ToolError> {
        self.refuse_hidden(name, || is_dir)?;
        Ok(self.path.join(name))
    }

    /// Whether the call runs and this is the name of an entry, and no path.
    fn enter<'a>(&self, name: &'a OsStr) -> Result<&'a OsStr, ToolError> {
        self.state.life.check()?;
        let mut parts = Path::new(name).components();
        match (parts.next(), parts.next()) {
            (Some(Component::Normal(part)), None) if part.len() == name.len() => Ok(name),
            _ => Err(ToolError::new(format!("`{}` is not the name of an entry in {}", name.display(), self.shown))),
        }
    }

    fn shown_of(&self, name: &OsStr) -> String {
        let is_first_root = self.state.workspace.roots().next().is_some_and(|root| *root == *self.shown);
        let folder = if is_first_root { "." } else { self.shown.trim_end_matches('/') };
        format!("{folder}/{}", name.display())
    }

    fn explain(&self, error: &io::Error, shown: &str) -> ToolError {
        if system::is_link(error) {
            return ToolError::new(format!("{shown} is a link now, which is not followed here"));
        }
        let workspace: &Workspace = &self.state.workspace;
        workspace.explain(error, "the path", shown)
    }
}

/// Why the entries were not read to their end.
enum Stop {
    Ended(ToolError),
    System(io::Error),
}

impl<E: Into<io::Error>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::System(error.into())
    }
}
