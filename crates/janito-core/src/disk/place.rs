//! Names: a new one beside another, and what takes a name in one step.

use cap_std::fs::Dir;
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
    from.remove_file(name)
}
