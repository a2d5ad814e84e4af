//! Copies, and moves that are copies where they must be: whole before they have their name. Links are never followed.

use super::draft::{Draft, Old};
#[cfg(unix)]
use super::draft::{keep_owner_and_mode, keep_times};
use super::place::{aside, put, rename_new};
use super::tree::{DEEPEST, Within, changeable, drop_tree, open_dir};
use cap_std::fs::Dir;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;

/// A name in an open folder.
pub(crate) type At<'a> = (&'a Dir, &'a OsStr);

/// How a copy is made.
#[derive(Clone, Copy)]
pub(crate) struct Copying<'a> {
    /// Whether it gets the times of what is copied.
    pub(crate) times: bool,
    /// Its error ends the copying.
    pub(crate) alive: &'a dyn Fn() -> io::Result<()>,
}

/// Moves a thing to a name that must be free: in one step, or to another file system by a copy. Returns whether it is a copy; then the source
/// is still there.
pub(crate) fn carry(from: At<'_>, to: At<'_>, how: Copying<'_>) -> io::Result<bool> {
    match rename_new(from.0, from.1, to.0, to.1) {
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
            // Before anything is copied that could not go afterwards.
            changeable(from.0, from.1, how.alive)?;
            copy(from, to, false, how).map(|()| true)
        }
        renamed => renamed.map(|()| false),
    }
}

/// Copies a file, a link or a folder. It takes its name when it is whole: one that is free, or with `over` one that a file has.
pub(crate) fn copy(from: At<'_>, to: At<'_>, over: bool, how: Copying<'_>) -> io::Result<()> {
    let beside = aside(to.1);
    let copied = copy_as(from, (to.0, &beside), how, 0).and_then(|()| (how.alive)());
    let named =
        copied.and_then(|()| if over { put(to.0, &beside, to.1) } else { rename_new(to.0, &beside, to.0, to.1) });
    named.inspect_err(|_| _ = drop_tree(to.0, &beside))
}

fn copy_as(from: At<'_>, to: At<'_>, how: Copying<'_>, depth: usize) -> io::Result<()> {
    (how.alive)()?;
    let metadata = from.0.symlink_metadata(from.1)?;
    if metadata.is_dir() {
        return copy_folder(from, to, how, depth);
    }
    if metadata.is_symlink() {
        return to.0.symlink_contents(from.0.read_link_contents(from.1)?, to.1);
    }
    let source =
        if metadata.is_file() { crate::handle::open_regular(from.0, Path::new(from.1))? } else { return odd() };
    let metadata = source.metadata()?;
    if !metadata.is_file() {
        return odd();
    }
    let old = Old { metadata: &metadata, file: Some(&source) };
    let draft = Draft::write(to.0, to.1, &mut &source, Some(&old), how.alive)?;
    if how.times {
        draft.keep_times(&metadata)?;
    }
    draft.put_new(to.1)
}

fn odd() -> io::Result<()> {
    Err(io::Error::other("a pipe, a socket or a device has no content, and cannot be copied to another file system"))
}

fn copy_folder(from: At<'_>, to: At<'_>, how: Copying<'_>, depth: usize) -> io::Result<()> {
    if depth >= DEEPEST {
        return Err(io::Error::other(format!("folders lie more than {DEEPEST} deep in one another")));
    }
    let source = open_dir(from.0, from.1)?;
    make_private(to.0, to.1)?;
    let target = open_dir(to.0, to.1)?;
    // No handle is kept for a folder that is not on the way: a folder may hold more of them than can be open.
    let mut names: Vec<OsString> = Vec::new();
    for entry in source.entries()? {
        names.push(entry?.file_name());
    }
    for name in names {
        let copied = copy_as((&source, &name), (&target, &name), Copying { times: true, ..how }, depth + 1);
        copied.map_err(|error| Within::wrap(Path::new(&name), error))?;
    }
    // Last: a folder that may not be written cannot be filled, and what is put in it changes its times.
    #[cfg(unix)]
    {
        let metadata = source.dir_metadata()?;
        keep_owner_and_mode(&target, &metadata)?;
        if how.times {
            keep_times(&target, &metadata)?;
        }
    }
    Ok(())
}

/// Makes a folder that is its owner's alone while it is filled.
fn make_private(parent: &Dir, name: &OsStr) -> io::Result<()> {
    #[cfg(unix)]
    return Ok(rustix::fs::mkdirat(parent, name, rustix::fs::Mode::RWXU)?);
    #[cfg(not(unix))]
    parent.create_dir(name)
}
