//! Whole folders: how much is in them, and their end. Links are never followed.

use cap_std::fs::Dir;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// How deep folders may lie in one another: each one on the way stays open.
pub(super) const DEEPEST: usize = 256;

/// What is in a tree, the folder itself not counted.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Size {
    pub(crate) items: u64,
    pub(crate) bytes: u64,
}

/// An error of the system on something in a folder.
#[derive(Debug)]
pub(crate) struct Within {
    /// Beneath the folder.
    pub(crate) path: PathBuf,
    pub(crate) error: io::Error,
}

impl Within {
    /// Says of an error where in a folder it was met.
    pub(super) fn wrap(path: &Path, error: io::Error) -> io::Error {
        if path.as_os_str().is_empty() {
            return error;
        }
        let kind = error.kind();
        let within = match error.downcast::<Self>() {
            Ok(within) => Self { path: path.join(within.path), error: within.error },
            Err(error) => Self { path: path.to_owned(), error },
        };
        io::Error::new(kind, within)
    }

    /// What an error says of where it was met, if anything.
    pub(crate) fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }
}

impl fmt::Display for Within {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.error)
    }
}

impl std::error::Error for Within {}

/// Counts what is in a folder.
pub(crate) fn count(parent: &Dir, name: &OsStr, alive: &dyn Fn() -> io::Result<()>) -> io::Result<Size> {
    let (mut size, mut first) = (Size::default(), None);
    let visit = &mut |folder: &Dir, name: &OsStr, is_dir: bool| {
        size.items += 1;
        if !is_dir {
            size.bytes += folder.symlink_metadata(name)?.len();
        }
        Ok(())
    };
    each(&open_dir(parent, name)?, alive, &mut |_| Ok(()), visit, &mut first)?;
    first.map_or(Ok(size), Err)
}

/// Fails if a thing cannot be taken away with all that is in it, as far as that can be told beforehand.
pub(crate) fn changeable(parent: &Dir, name: &OsStr, alive: &dyn Fn() -> io::Result<()>) -> io::Result<()> {
    may_change(parent)?;
    if !parent.symlink_metadata(name)?.is_dir() {
        return Ok(());
    }
    each(&open_dir(parent, name)?, alive, &mut may_change, &mut |_, _, _| Ok(()), &mut None)
}

/// Fails if the entries of a folder may not be changed.
pub(crate) fn may_change(folder: &Dir) -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::fs::{Access, AtFlags, accessat};
        use rustix::io::Errno;
        let refused = accessat(folder, ".", Access::WRITE_OK | Access::EXEC_OK, AtFlags::EACCESS);
        // A system that does not know the question says something else.
        if let Err(error @ (Errno::ACCESS | Errno::PERM | Errno::ROFS)) = refused {
            return Err(error.into());
        }
    }
    let _ = folder;
    Ok(())
}

/// Calls `enter` with each folder that is not empty, and `visit` with everything in a folder: what is in a folder before the folder. The first
/// error of `visit` is kept, and the walk goes on. An error says where it was met.
fn each(
    folder: &Dir,
    alive: &dyn Fn() -> io::Result<()>,
    enter: &mut dyn FnMut(&Dir) -> io::Result<()>,
    visit: &mut dyn FnMut(&Dir, &OsStr, bool) -> io::Result<()>,
    first: &mut Option<io::Error>,
) -> io::Result<()> {
    struct Open {
        dir: Dir,
        entries: std::vec::IntoIter<(OsString, bool)>,
        name: OsString,
    }
    let mut open = |dir: io::Result<Dir>, name: OsString| -> io::Result<Open> {
        let (dir, mut entries) = (dir?, Vec::new());
        for entry in dir.entries()? {
            let entry = entry?;
            entries.push((entry.file_name(), entry.file_type()?.is_dir()));
        }
        if !entries.is_empty() {
            enter(&dir)?;
        }
        Ok(Open { dir, entries: entries.into_iter(), name })
    };
    let path = |stack: &[Open], name: &OsStr| -> PathBuf {
        stack.iter().map(|open| open.name.as_os_str()).filter(|name| !name.is_empty()).chain([name]).collect()
    };
    alive()?;
    let mut stack = vec![open(folder.try_clone(), OsString::new())?];
    while let Some(top) = stack.last_mut() {
        alive()?;
        let (visited, name) = match top.entries.next() {
            Some((name, true)) => {
                let dir = open_dir(&top.dir, &name);
                if stack.len() >= DEEPEST {
                    return Err(io::Error::other(format!("folders lie more than {DEEPEST} deep in one another")));
                }
                let opened = open(dir, name.clone()).map_err(|error| Within::wrap(&path(&stack, &name), error));
                stack.push(opened?);
                continue;
            }
            Some((name, false)) => (visit(&top.dir, &name, false), name),
            None => {
                let Some(done) = stack.pop() else { break };
                let Some(parent) = stack.last() else { break };
                (visit(&parent.dir, &done.name, true), done.name)
            }
        };
        if let Err(error) = visited
            && first.is_none()
        {
            *first = Some(Within::wrap(&path(&stack, &name), error));
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
    let visit = &mut |folder: &Dir, name: &OsStr, is_dir: bool| {
        match if is_dir { folder.remove_dir(name) } else { folder.remove_file(name) } {
            Ok(()) => removed += 1,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        Ok(())
    };
    let opened = open_dir(parent, name);
    let done = opened.and_then(|folder| each(&folder, alive, &mut |_| Ok(()), visit, &mut first));
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
