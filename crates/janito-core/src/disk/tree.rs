//! Whole folders: how much is in them, and their end. Links are never followed.

use cap_std::fs::Dir;
use std::ffi::{OsStr, OsString};
use std::io;

/// How deep folders may lie in one another: each one on the way stays open.
pub(super) const DEEPEST: usize = 256;

/// What is in a tree, the folder itself not counted.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Size {
    pub(crate) items: u64,
    pub(crate) bytes: u64,
}

/// Counts what is in a folder.
pub(crate) fn count(parent: &Dir, name: &OsStr, alive: &dyn Fn() -> io::Result<()>) -> io::Result<Size> {
    let mut size = Size::default();
    each(&open_dir(parent, name)?, alive, &mut |folder, name, is_dir| {
        size.items += 1;
        if !is_dir {
            size.bytes += folder.symlink_metadata(name)?.len();
        }
        Ok(())
    })?;
    Ok(size)
}

/// Calls `visit` with everything in a folder: what is in a folder before the folder.
fn each(
    folder: &Dir,
    alive: &dyn Fn() -> io::Result<()>,
    visit: &mut dyn FnMut(&Dir, &OsStr, bool) -> io::Result<()>,
) -> io::Result<()> {
    struct Open {
        dir: Dir,
        entries: std::vec::IntoIter<(OsString, bool)>,
        name: OsString,
    }
    let open = |dir: Dir, name: OsString| -> io::Result<Open> {
        alive()?;
        let mut entries = Vec::new();
        for entry in dir.entries()? {
            let entry = entry?;
            entries.push((entry.file_name(), entry.file_type()?.is_dir()));
        }
        Ok(Open { dir, entries: entries.into_iter(), name })
    };
    let mut stack = vec![open(folder.try_clone()?, OsString::new())?];
    while let Some(top) = stack.last_mut() {
        match top.entries.next() {
            Some((name, true)) => {
                let dir = open_dir(&top.dir, &name)?;
                if stack.len() >= DEEPEST {
                    return Err(io::Error::other(format!("folders lie more than {DEEPEST} deep in one another")));
                }
                stack.push(open(dir, name)?);
            }
            Some((name, false)) => visit(&top.dir, &name, false)?,
            None => {
                let Some(done) = stack.pop() else { break };
                if let Some(parent) = stack.last() {
                    visit(&parent.dir, &done.name, true)?;
                }
            }
        }
    }
    Ok(())
}

/// Opens a folder in a folder, and no link to one.
pub(crate) fn open_dir(folder: &Dir, name: &OsStr) -> io::Result<Dir> {
    #[cfg(unix)]
    {
        use rustix::fs::{Mode, OFlags, openat};
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let opened = openat(folder, name, flags, Mode::empty())?;
        Ok(Dir::from_std_file(std::fs::File::from(opened)))
    }
    #[cfg(not(unix))]
    folder.open_dir(name)
}

/// Removes a folder and what is in it; returns how much that was. If something cannot be removed, the rest is removed all the same, and the
/// first failure is returned with what went.
pub(crate) fn remove_tree(parent: &Dir, name: &OsStr, alive: &dyn Fn() -> io::Result<()>) -> (u64, Option<io::Error>) {
    let (mut removed, mut first) = (0, None);
    let done = open_dir(parent, name).and_then(|folder| {
        each(&folder, alive, &mut |folder, name, is_dir| {
            alive()?;
            let gone = if is_dir { folder.remove_dir(name) } else { folder.remove_file(name) };
            match gone {
                Ok(()) => removed += 1,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => _ = first.get_or_insert(error),
            }
            Ok(())
        })
    });
    let failure = first.or(done.err());
    let failure = if failure.is_none() { parent.remove_dir(name).err() } else { failure };
    (removed + u64::from(failure.is_none()), failure)
}

/// Drops what is janito's own: a file, or a folder with all that is in it, also where the folders in it may not be written.
pub(crate) fn drop_tree(parent: &Dir, name: &OsStr) -> io::Result<()> {
    if !parent.symlink_metadata(name)?.is_dir() {
        return parent.remove_file(name);
    }
    match parent.remove_dir_all(name) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            unlock(parent, name)?;
            parent.remove_dir_all(name)
        }
        removed => removed,
    }
}

#[cfg(unix)]
fn unlock(parent: &Dir, name: &OsStr) -> io::Result<()> {
    use cap_std::fs::{Permissions, PermissionsExt as _};
    parent.set_permissions(name, Permissions::from_mode(0o700))?;
    let folder = open_dir(parent, name)?;
    for entry in folder.entries()? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            unlock(&folder, &entry.file_name())?;
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn unlock(_: &Dir, _: &OsStr) -> io::Result<()> {
    Err(io::ErrorKind::PermissionDenied.into())
}
