//! How a folder is read where there are no descriptors: by `cap-std`, which keeps within it. A link is looked for before, so that one
//! which takes an entry's place just then is followed, but never out of the folder.

use super::Stop;
use super::entry::{DirectoryEntry, EntryMetadata, Type};
use crate::error::ToolError;
use cap_std::fs::{Dir, File, FileType};
use std::ffi::OsStr;
use std::io;

pub(super) fn open_directory(dir: &Dir, name: &OsStr) -> io::Result<Dir> {
    refuse_link(dir, name)?;
    dir.open_dir(name)
}

pub(super) fn open_file(dir: &Dir, name: &OsStr) -> io::Result<File> {
    refuse_link(dir, name)?;
    dir.open(name)
}

fn refuse_link(dir: &Dir, name: &OsStr) -> io::Result<()> {
    if dir.symlink_metadata(name)?.is_symlink() {
        return Err(io::ErrorKind::Unsupported.into());
    }
    Ok(())
}

/// Whether an error says that a link was in the way.
pub(super) fn is_link(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::Unsupported && error.raw_os_error().is_none()
}

pub(super) fn metadata(dir: &Dir, name: &OsStr) -> io::Result<EntryMetadata> {
    let metadata = dir.symlink_metadata(name)?;
    Ok(EntryMetadata {
        is: kind(metadata.file_type()),
        length: metadata.len(),
        modified: metadata.modified().ok().map(cap_std::time::SystemTime::into_std),
        mode: 0,
    })
}

pub(super) fn entries(
    dir: &Dir,
    mut alive: impl FnMut() -> Result<(), ToolError>,
) -> Result<Vec<DirectoryEntry>, Stop> {
    let mut entries = Vec::new();
    for entry in dir.entries()? {
        alive().map_err(Stop::Ended)?;
        let entry = entry?;
        entries.push(DirectoryEntry { name: entry.file_name(), is: kind(entry.file_type()?) });
    }
    Ok(entries)
}

fn kind(file_type: FileType) -> Type {
    if file_type.is_dir() {
        Type::Directory
    } else if file_type.is_symlink() {
        Type::Symlink
    } else if file_type.is_file() {
        Type::File
    } else {
        Type::Special
    }
}
