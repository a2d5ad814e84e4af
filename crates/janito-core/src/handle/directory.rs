//! An open folder: its entries, and what is in them.

use super::CallState;
use super::file::open_regular;
use crate::error::ToolError;
use crate::workspace::Workspace;
use cap_std::fs::{Dir, FileType};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;

/// An open folder. It can be read as long as the call runs.
pub struct Directory {
    pub(super) dir: Dir,
    pub(super) shown: String,
    pub(super) state: Arc<CallState>,
}

/// One entry of a folder, itself and not what it links to.
#[derive(Debug, Clone)]
pub struct DirectoryEntry {
    name: OsString,
    file_type: FileType,
}

impl DirectoryEntry {
    /// The name.
    #[must_use]
    pub fn name(&self) -> &OsStr {
        &self.name
    }

    /// Whether it is a folder, and not a link to one.
    #[must_use]
    pub fn is_dir(&self) -> bool {
        self.file_type.is_dir()
    }

    /// Whether it is a regular file, and not a link to one.
    #[must_use]
    pub fn is_file(&self) -> bool {
        self.file_type.is_file()
    }

    /// Whether it is a symbolic link.
    #[must_use]
    pub fn is_symlink(&self) -> bool {
        self.file_type.is_symlink()
    }
}

impl Directory {
    /// The path as people and models see it.
    #[must_use]
    pub fn display(&self) -> &str {
        &self.shown
    }

    /// The entries, sorted by the bytes of their names.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read, or if the call has ended.
    pub fn entries(&self) -> Result<Vec<DirectoryEntry>, ToolError> {
        self.state.life.check()?;
        let read = || -> io::Result<Vec<DirectoryEntry>> {
            let mut entries = Vec::new();
            for entry in self.dir.entries()? {
                let entry = entry?;
                entries.push(DirectoryEntry { name: entry.file_name(), file_type: entry.file_type()? });
            }
            Ok(entries)
        };
        let mut entries = read().map_err(|error| self.explain(&error, &self.shown))?;
        entries.sort_by(|a, b| a.name.as_encoded_bytes().cmp(b.name.as_encoded_bytes()));
        Ok(entries)
    }

    /// Opens a folder in this one.
    ///
    /// # Errors
    ///
    /// If it is no folder or cannot be read, or if the call has ended.
    pub fn directory(&self, name: impl AsRef<OsStr>) -> Result<Self, ToolError> {
        self.state.life.check()?;
        let name = Path::new(name.as_ref());
        let shown = format!("{}/{}", self.shown.trim_end_matches('/'), name.display());
        let dir = self.dir.open_dir(name).map_err(|error| self.explain(&error, &shown))?;
        Ok(Self { dir, shown, state: Arc::clone(&self.state) })
    }

    /// The content of a regular file in this folder; nothing if there is none of that name, or if it is no regular file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or if the call has ended.
    pub fn read(&self, name: impl AsRef<OsStr>) -> Result<Option<Vec<u8>>, ToolError> {
        self.state.life.check()?;
        let name = Path::new(name.as_ref());
        let read = || -> io::Result<Option<Vec<u8>>> {
            let mut file = match open_regular(&self.dir, name) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                opened => opened?,
            };
            if !file.metadata()?.is_file() {
                return Ok(None);
            }
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            Ok(Some(bytes))
        };
        read().map_err(|error| self.explain(&error, &format!("{}/{}", self.shown, name.display())))
    }

    fn explain(&self, error: &io::Error, shown: &str) -> ToolError {
        let workspace: &Workspace = &self.state.workspace;
        workspace.explain(error, "the path", shown)
    }
}
