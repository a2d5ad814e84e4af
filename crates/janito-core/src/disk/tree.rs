//! Whole folders: how much is in them, a copy, an end. Links are never followed.

use super::draft::{Draft, Old};
use cap_std::fs::Dir;
use std::ffi::{OsStr, OsString};
use std::io;

/// How deep folders may lie in one another: each one on the way stays open.
const DEEPEST: usize = 256;

/// What is in a tree, the folder itself not counted.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Size {
    pub(crate) items: u64,
    pub(crate) bytes: u64,
}

/// Counts what is in a folder.
pub(crate) fn count(folder: &Dir, alive: &dyn Fn() -> io::Result<()>) -> io::Result<Size> {
    let mut size = Size::default();
    each(folder, alive, &mut |folder, name, is_dir| {
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
    let failure = done.err().or(first);
    let failure = if failure.is_none() { parent.remove_dir(name).err() } else { failure };
    (removed, failure)
}

/// Copies a file or a link; everything else has no content that could be copied.
pub(crate) fn copy_file(
    from: &Dir,
    name: &OsStr,
    to: &Dir,
    new: &OsStr,
    times: bool,
    alive: &dyn Fn() -> io::Result<()>,
) -> io::Result<()> {
    let metadata = from.symlink_metadata(name)?;
    if metadata.is_symlink() {
        return to.symlink_contents(from.read_link_contents(name)?, new);
    }
    if !metadata.is_file() {
        return Err(io::Error::other("it is no regular file, and cannot be copied to another file system"));
    }
    let source = crate::handle::open_regular(from, std::path::Path::new(name))?;
    let old = Old { metadata: &metadata, file: Some(&source) };
    let draft = Draft::write(to, new, &mut &source, Some(&old), alive)?;
    if times {
        draft.keep_times(&metadata)?;
    }
    draft.put_new(new)
}

/// Copies a folder to a name that is free, within bounds.
pub(crate) fn copy_tree(
    from: &Dir,
    name: &OsStr,
    to: &Dir,
    new: &OsStr,
    alive: &dyn Fn() -> io::Result<()>,
) -> io::Result<()> {
    let mut stack = vec![(open_dir(from, name)?, to.try_clone()?, new.to_owned())];
    let mut closed = Vec::new();
    while let Some((source, parent, new)) = stack.pop() {
        alive()?;
        parent.create_dir(&new)?;
        let target = open_dir(&parent, &new)?;
        for entry in source.entries()? {
            let entry = entry?;
            let name = entry.file_name();
            if entry.file_type()?.is_dir() {
                stack.push((open_dir(&source, &name)?, target.try_clone()?, name));
            } else {
                copy_file(&source, &name, &target, &name, true, alive)?;
            }
        }
        let permissions = source.dir_metadata()?.permissions();
        if permissions.readonly() {
            closed.push((target, permissions));
        } else {
            target.set_permissions(".", permissions)?;
        }
    }
    // Last, since a folder that may not be written cannot be filled.
    closed.into_iter().rev().try_for_each(|(folder, permissions)| folder.set_permissions(".", permissions))
}
