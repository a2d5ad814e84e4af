//! An open regular file, and how one is opened.

use super::CallState;
use crate::error::Ended;
use crate::workspace::Version;
use cap_std::fs::{Dir, FileType, Metadata, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An open regular file. It can be read as long as the call runs.
pub struct File {
    pub(super) inner: cap_std::fs::File,
    /// Absolute and without links, where a path was opened and not an entry of a folder.
    pub(super) path: Option<PathBuf>,
    pub(super) metadata: Metadata,
    pub(super) state: Arc<CallState>,
}

impl File {
    /// The length in bytes when it was opened.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.metadata.len()
    }

    /// What the system told of it when it was opened.
    #[must_use]
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Remembers the content as what this session knows of the file: a change of it that was made in ignorance of a later one is refused.
    /// A tool that shows a file's content calls this before it reads any; the place of the next read stays. A file that was opened as an
    /// entry of a [`Directory`](crate::Directory) is not remembered.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or if the call has ended.
    pub fn remember(&mut self) -> io::Result<()> {
        let Some(path) = self.path.clone() else { return Ok(()) };
        let place = self.stream_position()?;
        self.seek(SeekFrom::Start(0))?;
        let metadata = self.metadata.clone();
        let version = Version::of(&metadata, self)?;
        self.state.workspace.memory.remember(path, version);
        self.seek(SeekFrom::Start(place))?;
        Ok(())
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

/// Opens an entry of a folder to be read, and what it is behind no link.
pub(crate) fn open_regular(folder: &Dir, name: &Path) -> io::Result<cap_std::fs::File> {
    open(folder, name, false)
}

/// What an entry is that cannot be opened, as a socket cannot: a pipe, a socket, a device.
pub(crate) fn special(folder: &Dir, name: &Path) -> Option<FileType> {
    let kind = folder.symlink_metadata(name).ok()?.file_type();
    (!kind.is_file() && !kind.is_dir() && !kind.is_symlink()).then_some(kind)
}

/// Opens what is at a path beneath a folder to be read, behind links.
#[cfg(feature = "ignore")]
pub(crate) fn open_followed(folder: &Dir, path: &Path) -> io::Result<cap_std::fs::File> {
    open(folder, path, true)
}

fn open(folder: &Dir, path: &Path, follow: bool) -> io::Result<cap_std::fs::File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use cap_std::fs::OpenOptionsExt as _;
        use rustix::fs::OFlags;
        // Opening a pipe would wait for its writer; for a regular file the flag means nothing.
        let flags = if follow { OFlags::NONBLOCK } else { OFlags::NONBLOCK | OFlags::NOFOLLOW };
        options.custom_flags(flags.bits().cast_signed());
    }
    #[cfg(not(unix))]
    let _ = follow;
    folder.open_with(path, &options)
}

/// What a thing that is no regular file is.
pub(super) fn form(file_type: FileType) -> &'static str {
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
