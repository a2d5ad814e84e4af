//! Folders on the way to a place: opened part by part, so that no link that takes the place of one leads elsewhere; made where they are
//! missing, and taken away again if nothing comes of it.

use super::draft::sync;
use cap_std::fs::Dir;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

/// Folders that were made. Dropped, they go; one that somebody uses meanwhile stays.
#[derive(Default)]
pub(crate) struct Folders(Vec<Made>);

struct Made {
    parent: Dir,
    name: OsString,
    /// Beneath the root.
    path: PathBuf,
}

impl Folders {
    /// Makes the folders of a path without links that are missing, and opens the last.
    pub(crate) fn make(root: &Dir, path: &Path) -> io::Result<(Self, Dir)> {
        let (mut made, mut folder, mut done) = (Self::default(), root.try_clone()?, PathBuf::new());
        for part in path.iter().filter(|part| *part != ".") {
            done.push(part);
            let opened = match step(&folder, part) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    match folder.create_dir(part) {
                        Ok(()) => {
                            let parent = folder.try_clone()?;
                            made.0.push(Made { parent, name: part.to_owned(), path: done.clone() });
                        }
                        // Somebody was faster.
                        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                        Err(error) => return Err(error),
                    }
                    step(&folder, part)
                }
                opened => opened,
            };
            folder = opened?;
        }
        Ok((made, folder))
    }

    /// Lets them stay, and waits until their names have reached the disk; tells their paths.
    pub(crate) fn keep(mut self) -> Vec<PathBuf> {
        let made = std::mem::take(&mut self.0).into_iter();
        made.inspect(|made| sync(&made.parent)).map(|made| made.path).collect()
    }
}

impl Drop for Folders {
    fn drop(&mut self) {
        for made in self.0.iter().rev() {
            let _ = made.parent.remove_dir(&made.name);
        }
    }
}

/// Opens the folder of a path without links.
pub(crate) fn descend(root: &Dir, path: &Path) -> io::Result<Dir> {
    path.iter().filter(|part| *part != ".").try_fold(root.try_clone()?, |folder, part| step(&folder, part))
}

/// Opens a folder in a folder, and no link to one, for what is in it; whoever may pass through it may not always list it.
#[cfg(target_os = "linux")]
fn step(folder: &Dir, part: &OsStr) -> io::Result<Dir> {
    use rustix::fs::{Mode, OFlags, openat};
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let opened = openat(folder, part, flags, Mode::empty())?;
    Ok(Dir::from_std_file(std::fs::File::from(opened)))
}

#[cfg(not(target_os = "linux"))]
fn step(folder: &Dir, part: &OsStr) -> io::Result<Dir> {
    super::tree::open_dir(folder, part)
}
