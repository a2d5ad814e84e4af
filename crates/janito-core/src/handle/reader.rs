//! The handle of reading: files and folders beneath the roots.

use super::CallState;
use crate::error::{Ended, ToolError};
use crate::workspace::Workspace;
use cap_std::fs::{Dir, FileType, Metadata, OpenOptions};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The authority to read beneath the roots.
pub struct Reader(pub(super) Arc<CallState>);

impl Reader {
    /// Opens a regular file. Nothing else is opened, so that no pipe, socket or device can block the call.
    ///
    /// # Errors
    ///
    /// If the path leads outside the roots, does not exist, is no regular file or may not be read, or if the call has ended.
    pub fn open(&self, path: impl AsRef<Path>) -> Result<File, ToolError> {
        self.0.life.check()?;
        let place = self.0.workspace.locate(path.as_ref())?;
        let explain = |error: &io::Error| self.0.workspace.explain(error, "the file", &place.shown);
        let file = open_regular(&place.root.dir, &place.beneath).map_err(|error| explain(&error))?;
        let metadata = file.metadata().map_err(|error| explain(&error))?;
        if !metadata.is_file() {
            return Err(ToolError::new(format!(
                "{} {}, not a regular file; it is not read",
                place.shown,
                form(metadata.file_type())
            )));
        }
        Ok(File { inner: file, length: metadata.len(), state: Arc::clone(&self.0) })
    }

    /// What is at a path, behind links.
    ///
    /// # Errors
    ///
    /// If the path leads outside the roots or does not exist, or if the call has ended.
    pub fn metadata(&self, path: impl AsRef<Path>) -> Result<Metadata, ToolError> {
        self.0.life.check()?;
        let place = self.0.workspace.locate(path.as_ref())?;
        place
            .root
            .dir
            .metadata(&place.beneath)
            .map_err(|error| self.0.workspace.explain(&error, "the path", &place.shown))
    }

    /// Opens a folder.
    ///
    /// # Errors
    ///
    /// If the path leads outside the roots, does not exist or is no folder, or if the call has ended.
    pub fn directory(&self, path: impl AsRef<Path>) -> Result<Directory, ToolError> {
        self.0.life.check()?;
        let place = self.0.workspace.locate(path.as_ref())?;
        let metadata = place.root.dir.metadata(&place.beneath);
        let explain = |error: &io::Error| self.0.workspace.explain(error, "the directory", &place.shown);
        if !metadata.map_err(|error| explain(&error))?.is_dir() {
            return Err(ToolError::new(format!("the path is not a directory: {}", place.shown)));
        }
        let dir = place.root.dir.open_dir(&place.beneath).map_err(|error| explain(&error))?;
        Ok(Directory { dir, shown: place.shown, state: Arc::clone(&self.0) })
    }

    /// Where a path leads: absolute, without links and `..`.
    ///
    /// # Errors
    ///
    /// If the path leads outside the roots or does not exist, or if the call has ended.
    pub fn canonical(&self, path: impl AsRef<Path>) -> Result<PathBuf, ToolError> {
        self.0.life.check()?;
        self.0.workspace.canonical(path.as_ref())
    }

    /// The path as people and models see it: `./sub/x` beneath the first root.
    #[must_use]
    pub fn display(&self, path: impl AsRef<Path>) -> String {
        self.0.workspace.display(path.as_ref())
    }
}

pub(super) fn open_regular(dir: &Dir, path: &Path) -> io::Result<cap_std::fs::File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use cap_std::fs::OpenOptionsExt as _;
        // Opening a pipe would wait for its writer; for a regular file the flag means nothing.
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    dir.open_with(path, &options)
}

/// What a thing that is no regular file is.
fn form(file_type: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use cap_std::fs::FileTypeExt as _;
        if file_type.is_fifo() {
            return "is a named pipe";
        }
        if file_type.is_socket() {
            return "is a socket";
        }
        if file_type.is_char_device() || file_type.is_block_device() {
            return "is a device";
        }
    }
    if file_type.is_dir() { "is a directory" } else { "is a special file" }
}

/// An open regular file. It can be read as long as the call runs.
pub struct File {
    inner: cap_std::fs::File,
    length: u64,
    state: Arc<CallState>,
}

impl File {
    /// The length in bytes when it was opened.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.length
    }
}

impl Read for File {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        alive(&self.state)?;
        self.inner.read(buffer)
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        alive(&self.state)?;
        self.inner.seek(to)
    }
}

pub(super) fn alive(state: &CallState) -> io::Result<()> {
    if state.life.is_over() { Err(io::Error::other(Ended)) } else { Ok(()) }
}

/// An open folder. It can be read as long as the call runs.
pub struct Directory {
    dir: Dir,
    shown: String,
    state: Arc<CallState>,
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
