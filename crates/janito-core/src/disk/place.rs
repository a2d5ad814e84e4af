//! Names: a new one beside another, what takes a name in one step, and what has which.

use cap_std::fs::{Dir, Metadata};
use std::ffi::{OsStr, OsString};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

/// A name of its own in the same folder.
pub(crate) fn aside(name: &OsStr) -> OsString {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut aside = OsString::from(".janito-");
    aside.push(format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)));
    // The rest of the name says whose it is, within the length that file systems take.
    if name.len() <= 200 {
        aside.push("-");
        aside.push(name);
    }
    aside
}

/// The name of the draft that takes the place of a file, in the same folder.
pub(super) fn draft_of(name: &OsStr) -> OsString {
    let mut draft = OsString::from(".janito-draft-");
    draft.push(name);
    draft
}

/// Renames over whatever has the name.
pub(crate) fn put(folder: &Dir, from: &OsStr, to: &OsStr) -> io::Result<()> {
    folder.rename(from, folder, to)
}

/// Renames to a name that must be free, also if somebody takes it at this very moment.
pub(crate) fn rename_new(from: &Dir, name: &OsStr, to: &Dir, new: &OsStr) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(from, name, to, new, RenameFlags::NOREPLACE) {
            // The file system does not know it.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
            renamed => return Ok(renamed?),
        }
    }
    if from.symlink_metadata(name)?.is_dir() {
        // A folder cannot have two names; a rename takes the place of an empty folder only.
        return match to.symlink_metadata(new) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => from.rename(name, to, new),
            found => found.and(Err(io::ErrorKind::AlreadyExists.into())),
        };
    }
    // A second name fails where the first is taken, which a plain rename does not.
    from.hard_link(name, to, new)?;
    from.remove_file(name).inspect_err(|_| _ = to.remove_file(new))
}

/// Whether both are the same file.
#[cfg(unix)]
pub(crate) fn same(one: &Metadata, other: &Metadata) -> bool {
    use cap_std::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
pub(crate) fn same(one: &Metadata, other: &Metadata) -> bool {
    // Nothing better is known of them without the system's own numbers.
    one.created().ok() == other.created().ok() && one.len() == other.len()
}

/// How many names a file has.
#[cfg(unix)]
pub(crate) fn names(metadata: &Metadata) -> u64 {
    cap_std::fs::MetadataExt::nlink(metadata)
}

#[cfg(not(unix))]
pub(crate) fn names(_: &Metadata) -> u64 {
    1
}
