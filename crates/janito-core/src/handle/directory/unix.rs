//! How a folder is read by its descriptor: one call of the system for each thing, relative to the open folder.

use super::Stop;
use super::entry::{DirectoryEntry, EntryMetadata, Type};
use crate::error::ToolError;
use cap_std::fs::{Dir, File};
use rustix::fs::{AtFlags, FileType, Mode, OFlags, openat, statat};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const FOLLOW_NOTHING: OFlags = OFlags::RDONLY.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

pub(super) fn open_directory(dir: &Dir, name: &OsStr) -> io::Result<Dir> {
    let opened = openat(dir, name, FOLLOW_NOTHING | OFlags::DIRECTORY, Mode::empty())?;
    Ok(Dir::from_std_file(opened.into()))
}

pub(super) fn open_file(dir: &Dir, name: &OsStr) -> io::Result<File> {
    // Opening a pipe would wait for its writer; for a regular file the flag means nothing.
    let opened = openat(dir, name, FOLLOW_NOTHING | OFlags::NONBLOCK, Mode::empty())?;
    Ok(File::from_std(opened.into()))
}

/// Whether an error says that a link was in the way.
pub(super) fn is_link(error: &io::Error) -> bool {
    error.raw_os_error() == Some(Errno::LOOP.raw_os_error())
}

pub(super) fn metadata(dir: &Dir, name: &OsStr) -> io::Result<EntryMetadata> {
    let stat = statat(dir, name, AtFlags::SYMLINK_NOFOLLOW)?;
    let nanoseconds = Duration::from_nanos(number(stat.st_mtime_nsec));
    let modified = match u64::try_from(stat.st_mtime) {
        Ok(seconds) => UNIX_EPOCH.checked_add(Duration::from_secs(seconds)),
        Err(_) => UNIX_EPOCH.checked_sub(Duration::from_secs(stat.st_mtime.unsigned_abs())),
    };
    Ok(EntryMetadata {
        is: kind(FileType::from_raw_mode(stat.st_mode)),
        length: number(stat.st_size),
        modified: modified.and_then(|time: SystemTime| time.checked_add(nanoseconds)),
        mode: number::<u32>(stat.st_mode) & 0o7777,
    })
}

/// A number of the system's, whose type differs from one to the other; 0 where it has no meaning.
fn number<N: Default>(value: impl TryInto<N>) -> N {
    value.try_into().unwrap_or_default()
}

#[cfg(target_os = "linux")]
pub(super) fn entries(
    dir: &Dir,
    mut alive: impl FnMut() -> Result<(), ToolError>,
) -> Result<Vec<DirectoryEntry>, Stop> {
    use rustix::fs::{RawDir, SeekFrom, seek};
    use std::mem::MaybeUninit;
    use std::os::fd::AsFd as _;
    let mut buffer = [MaybeUninit::uninit(); 16 << 10];
    let mut entries = Vec::new();
    // It may have been read before. One that was opened by its path, and so by `cap-std`, is a mere place in the tree (`O_PATH`).
    let own = match seek(dir, SeekFrom::Start(0)) {
        Err(Errno::BADF) => Some(openat(dir, ".", FOLLOW_NOTHING | OFlags::DIRECTORY, Mode::empty())?),
        sought => sought.map(|_| None)?,
    };
    let mut listing = RawDir::new(own.as_ref().map_or(dir.as_fd(), |own| own.as_fd()), &mut buffer);
    while let Some(entry) = listing.next() {
        alive().map_err(Stop::Ended)?;
        let entry = entry?;
        push(&mut entries, dir, entry.file_name().to_bytes(), entry.file_type())?;
    }
    Ok(entries)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn entries(
    dir: &Dir,
    mut alive: impl FnMut() -> Result<(), ToolError>,
) -> Result<Vec<DirectoryEntry>, Stop> {
    let mut entries = Vec::new();
    for entry in rustix::fs::Dir::read_from(dir)? {
        alive().map_err(Stop::Ended)?;
        let entry = entry?;
        push(&mut entries, dir, entry.file_name().to_bytes(), entry.file_type())?;
    }
    Ok(entries)
}

/// Adds an entry, whose type some file systems do not tell with the name.
fn push(entries: &mut Vec<DirectoryEntry>, dir: &Dir, name: &[u8], file_type: FileType) -> io::Result<()> {
    if matches!(name, b"." | b"..") {
        return Ok(());
    }
    let is = if file_type == FileType::Unknown {
        match metadata(dir, OsStr::from_bytes(name)) {
            Ok(metadata) => metadata.is,
            // Gone meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        }
    } else {
        kind(file_type)
    };
    entries.push(DirectoryEntry { name: OsString::from_vec(name.to_vec()), is });
    Ok(())
}

fn kind(file_type: FileType) -> Type {
    match file_type {
        FileType::RegularFile => Type::File,
        FileType::Directory => Type::Directory,
        FileType::Symlink => Type::Symlink,
        _ => Type::Special,
    }
}
