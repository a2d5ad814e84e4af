//! The handle of writing: files and folders beneath the roots. A file is there whole or not at all.

use super::CallState;
use super::file::{alive, open_regular};
use crate::error::ToolError;
use cap_std::fs::{Dir, Metadata, OpenOptions};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read as _, Write as _};
use std::path::{Component, Path};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The authority to create and change beneath the roots.
pub struct Writer(pub(super) Arc<CallState>);

/// What to do with a file that is already there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Leave it, and fail.
    Keep,
    /// Put the new content in its place; its mode stays.
    Replace,
}

/// What [`Writer::write`] did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// Whether a file was replaced.
    pub replaced: bool,
    /// Whether that file began with a byte order mark of UTF-8, as far as it can be told.
    pub had_mark: bool,
}

impl Writer {
    /// Writes a file whole: the content goes to a file beside it, reaches the disk, and takes the name in one step. A crash leaves the old
    /// content or the new. Missing folders are made. A link is followed as long as it stays beneath its root. Nothing takes the name once
    /// the call has ended.
    ///
    /// # Errors
    ///
    /// If the path leads outside the roots, is or names a folder, exists and is to be kept (then with the fact
    /// `exists`), cannot be written, or if the call has ended.
    pub fn write(&self, path: impl AsRef<Path>, content: &[u8], existing: Existing) -> Result<Written, ToolError> {
        self.0.life.check()?;
        let workspace = &self.0.workspace;
        let place = workspace.locate(path.as_ref())?;
        if place.folder {
            return Err(ToolError::new(format!(
                "the path ends in `/`, so it names a folder: {}; add the file's name, or leave the `/` out",
                path.as_ref().display()
            )));
        }
        let explain = |error: &io::Error| workspace.explain(error, "the file", &place.shown);
        // A tool tells this from other failures, to say which argument would replace the file.
        let kept = || explain(&io::ErrorKind::AlreadyExists.into()).with("exists", true);
        let root = &place.root.dir;
        // A link's target is what is replaced; without one the path itself is new.
        let target = match root.symlink_metadata(&place.beneath) {
            Ok(metadata) if metadata.is_dir() => {
                return Err(ToolError::new(format!("the path is a directory: {}", place.shown)));
            }
            Ok(_) if existing == Existing::Keep => {
                return Err(kept());
            }
            Ok(metadata) if metadata.is_symlink() => {
                root.canonicalize(&place.beneath).map_err(|error| match error.kind() {
                    io::ErrorKind::NotFound => ToolError::new(format!("{} is a link that leads nowhere", place.shown)),
                    _ => explain(&error),
                })?
            }
            Ok(_) => place.beneath.clone(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => place.beneath.clone(),
            Err(error) => return Err(explain(&error)),
        };
        let Some(name) = target.file_name() else {
            return Err(ToolError::new(format!("the path names no file: {}", place.shown)));
        };
        let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = match root.open_dir(parent) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // What leads outside is refused before a folder is made on the way.
                if climbs_out(parent) {
                    return Err(workspace.outside(&place.shown));
                }
                root.create_dir_all(parent).and_then(|()| root.open_dir(parent))
            }
            opened => opened,
        };
        let folder = folder.map_err(|error| match error.kind() {
            // Something that is no folder has the name of one that would be made.
            io::ErrorKind::AlreadyExists => explain(&io::ErrorKind::NotADirectory.into()),
            _ => explain(&error),
        })?;
        let alive = || alive(&self.0);
        replace(&folder, name, content, existing, alive).map_err(|error| match error.kind() {
            _ if self.0.life.is_over() => ToolError::ended(),
            io::ErrorKind::IsADirectory => ToolError::new(format!("the path is a directory: {}", place.shown)),
            io::ErrorKind::AlreadyExists if existing == Existing::Keep => kept(),
            _ => explain(&error),
        })
    }

    /// The path as people and models see it: `./sub/x` beneath the first root.
    #[must_use]
    pub fn display(&self, path: impl AsRef<Path>) -> String {
        self.0.workspace.display(path.as_ref())
    }
}

/// Whether `..` leads out of where the path starts, read without links.
fn climbs_out(path: &Path) -> bool {
    let mut depth = 0_u32;
    path.components().any(|part| match part {
        Component::Normal(_) => {
            depth += 1;
            false
        }
        Component::ParentDir => match depth.checked_sub(1) {
            Some(above) => {
                depth = above;
                false
            }
            None => true,
        },
        _ => false,
    })
}

fn replace(
    parent: &Dir,
    name: &OsStr,
    content: &[u8],
    existing: Existing,
    alive: impl Fn() -> io::Result<()>,
) -> io::Result<Written> {
    let old = match parent.metadata(name) {
        Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(metadata) if !metadata.is_file() => {
            return Err(io::Error::other("it is no regular file, and is not replaced"));
        }
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let had_mark = old.is_some() && begins_with_mark(parent, name).unwrap_or(false);
    let (beside, mut file) = create_beside(parent, name, old.is_some())?;
    let mut put = || -> io::Result<()> {
        // In pieces, so that a call that ends does not go on writing.
        for piece in content.chunks(PIECE) {
            alive()?;
            file.write_all(piece)?;
        }
        if let Some(old) = &old {
            keep_owner_and_mode(&file, old)?;
        }
        file.sync_all()?;
        alive()?;
        match existing {
            Existing::Replace => parent.rename(&beside, parent, name),
            // A second name fails where the first is taken, which a rename does not.
            Existing::Keep => {
                parent.hard_link(&beside, parent, name)?;
                parent.remove_file(&beside)
            }
        }
    };
    let done = put();
    if done.is_err() {
        // The failure is what matters; a file that cannot be removed is named by its prefix.
        let _ = parent.remove_file(&beside);
    }
    done?;
    // The new name itself must reach the disk; not every system can do that to a folder.
    // (The folder's own handle is only a path, which cannot be synced.)
    if let Ok(folder) = parent.open(".") {
        let _ = folder.sync_all();
    }
    Ok(Written { replaced: old.is_some(), had_mark })
}

/// How much is written at once.
const PIECE: usize = 1 << 20;

/// Gives a new file the owner and the mode of the old one. Where the owner cannot be kept, nobody's rights pass to another: the bits that
/// lend them are left out.
fn keep_owner_and_mode(file: &cap_std::fs::File, old: &Metadata) -> io::Result<()> {
    let mut permissions = old.permissions();
    #[cfg(unix)]
    {
        use cap_std::fs::{MetadataExt as _, PermissionsExt as _};
        use rustix::fs::{Gid, Uid, fchown};
        let owner = (Uid::from_raw(old.uid()), Gid::from_raw(old.gid()));
        if fchown(file, Some(owner.0), Some(owner.1)).is_err() {
            permissions.set_mode(old.mode() & 0o1777);
        }
    }
    file.set_permissions(permissions)
}

fn begins_with_mark(parent: &Dir, name: &OsStr) -> io::Result<bool> {
    let mut first = [0; 3];
    open_regular(parent, Path::new(name))?.read_exact(&mut first)?;
    Ok(first == *b"\xef\xbb\xbf")
}

/// A new file with a name of its own in the same folder. `private`: nobody else may read it while it has not the old file's mode.
fn create_beside(parent: &Dir, name: &OsStr, private: bool) -> io::Result<(OsString, cap_std::fs::File)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if private {
        use cap_std::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    #[cfg(not(unix))]
    let _ = private;
    loop {
        let mut beside = OsString::from(".janito-");
        beside.push(format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)));
        // The rest of the name says whose it is, within the length that file systems take.
        if name.len() <= 200 {
            beside.push("-");
            beside.push(name);
        }
        match parent.open_with(&beside, &options) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => return Ok((beside, opened?)),
        }
    }
}
