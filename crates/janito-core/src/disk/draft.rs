//! A file that is written before it has its name, so that a crash leaves the old file or the new.
//!
//! Where the system can, it has no name at all until it is whole, and a crash leaves nothing.

use super::place::{aside, draft_of, put, rename_new};
use cap_std::fs::{Dir, File, Metadata, OpenOptions};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Seek as _, Write as _};
#[cfg(unix)]
use std::os::fd::AsFd;

/// How much is written at once.
const PIECE: usize = 1 << 20;

/// After how many pieces the disk is waited for: the end of a long file would else be waited for long, and nothing could end that.
const SYNCED: u32 = 32;

/// A file on its way.
pub(crate) struct Draft {
    folder: Dir,
    file: File,
    /// Its name meanwhile, if it has one.
    beside: Option<OsString>,
}

/// The file that a draft replaces: what of it stays.
pub(crate) struct Old<'a> {
    pub(crate) metadata: &'a Metadata,
    /// For its extended attributes.
    pub(crate) file: Option<&'a File>,
}

impl Draft {
    /// Writes a draft for this name, and waits until it has reached the disk. `alive` is asked between pieces, and its error ends the writing.
    pub(crate) fn write(
        folder: &Dir,
        name: &OsStr,
        content: &mut dyn Read,
        old: Option<&Old<'_>>,
        alive: &dyn Fn() -> io::Result<()>,
    ) -> io::Result<Self> {
        let folder = folder.try_clone()?;
        let mut draft = match unnamed(&folder, old.is_some()) {
            Some(file) => Self { folder, file, beside: None },
            None => Self::named(folder, name, old.is_some())?,
        };
        let (mut piece, mut since_sync) = (Vec::new(), 0);
        loop {
            alive()?;
            piece.clear();
            if (&mut *content).take(PIECE as u64).read_to_end(&mut piece)? == 0 {
                break;
            }
            draft.file.write_all(&piece)?;
            since_sync += 1;
            if since_sync == SYNCED {
                draft.file.sync_data()?;
                since_sync = 0;
            }
        }
        if let Some(old) = old {
            keep_attributes(&draft.file, old);
            keep_owner_and_mode(&draft.file, old.metadata)?;
        }
        draft.file.sync_all()?;
        Ok(draft)
    }

    fn named(folder: Dir, name: &OsStr, private: bool) -> io::Result<Self> {
        loop {
            let beside = aside(name);
            match folder.open_with(&beside, options(private).create_new(true)) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                opened => {
                    let file = opened?;
                    return Ok(Self { folder, file, beside: Some(beside) });
                }
            }
        }
    }

    pub(crate) fn metadata(&self) -> io::Result<Metadata> {
        self.file.metadata()
    }

    /// Lets whoever may read it run it, too, or lets nobody.
    pub(crate) fn set_executable(&self, executable: bool) -> io::Result<()> {
        #[cfg(unix)]
        {
            use cap_std::fs::PermissionsExt as _;
            let mut permissions = self.file.metadata()?.permissions();
            let mode = permissions.mode();
            permissions.set_mode(if executable { mode | ((mode & 0o444) >> 2) } else { mode & !0o111 });
            self.file.set_permissions(permissions)?;
        }
        #[cfg(not(unix))]
        let _ = executable;
        Ok(())
    }

    /// Gives it the times of another file.
    pub(crate) fn keep_times(&self, old: &Metadata) -> io::Result<()> {
        keep_times(&self.file, old)
    }

    /// Gives it this name, which must be free.
    pub(crate) fn put_new(mut self, name: &OsStr) -> io::Result<()> {
        if self.beside.is_none() {
            match self.link(name) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => self.take_name(name)?,
                linked => return linked,
            }
        }
        let Some(beside) = &self.beside else { return Ok(()) };
        rename_new(&self.folder, beside, &self.folder, name)?;
        self.beside = None;
        Ok(())
    }

    /// Gives it this name, whoever has it; that file must be locked.
    pub(crate) fn put_over(mut self, name: &OsStr) -> io::Result<()> {
        if self.beside.is_none() {
            // One for each name: nobody else who keeps the lock has a draft for it, so one that is there was left by somebody who was killed.
            let beside = draft_of(name);
            let linked = match self.link(&beside) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    self.folder.remove_file(&beside).and_then(|()| self.link(&beside))
                }
                linked => linked,
            };
            self.beside = linked.is_ok().then_some(beside);
        }
        self.take_name(name)?;
        let Some(beside) = &self.beside else { return Ok(()) };
        put(&self.folder, beside, name)?;
        self.beside = None;
        Ok(())
    }

    /// Gives it a name beside the one that it is for.
    fn take_name(&mut self, name: &OsStr) -> io::Result<()> {
        while self.beside.is_none() {
            let beside = aside(name);
            match self.link(&beside) {
                Ok(()) => self.beside = Some(beside),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                // A sandbox or a system without /proc: written once more, with a name from the start.
                Err(_) => {
                    let metadata = self.file.metadata()?;
                    self.file.rewind()?;
                    let old = Old { metadata: &metadata, file: Some(&self.file) };
                    let mut named = Self::named(self.folder.try_clone()?, name, true)?;
                    io::copy(&mut &self.file, &mut named.file)?;
                    keep_attributes(&named.file, &old);
                    keep_owner_and_mode(&named.file, &metadata)?;
                    named.file.sync_all()?;
                    *self = named;
                }
            }
        }
        Ok(())
    }

    #[cfg(target_os = "linux")]
    fn link(&self, name: &OsStr) -> io::Result<()> {
        use rustix::fs::{AtFlags, CWD, linkat};
        use std::os::fd::{AsFd as _, AsRawFd as _};
        let own = format!("/proc/self/fd/{}", self.file.as_fd().as_raw_fd());
        Ok(linkat(CWD, own, &self.folder, name, AtFlags::SYMLINK_FOLLOW)?)
    }

    #[cfg(not(target_os = "linux"))]
    fn link(&self, _: &OsStr) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            // What failed is told; a file that cannot be removed is known by its prefix.
            let _ = self.folder.remove_file(beside);
        }
    }
}

fn options(private: bool) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(unix)]
    if private {
        use cap_std::fs::OpenOptionsExt as _;
        // Nobody else may read it while it has not the old file's mode.
        options.mode(0o600);
    }
    #[cfg(not(unix))]
    let _ = private;
    options
}

#[cfg(target_os = "linux")]
fn unnamed(folder: &Dir, private: bool) -> Option<File> {
    use rustix::fs::{Mode, OFlags, openat};
    let mode = if private { 0o600 } else { 0o666 };
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    let file = openat(folder, ".", flags, Mode::from_raw_mode(mode)).ok()?;
    Some(File::from_std(std::fs::File::from(file)))
}

#[cfg(not(target_os = "linux"))]
fn unnamed(_: &Dir, _: bool) -> Option<File> {
    None
}

/// Gives a new file or folder the owner and the mode of the old one. Where the owner cannot be kept, nobody's rights pass to another: the
/// bits that lend them are left out, and another group may do no more than anybody.
#[cfg(unix)]
pub(super) fn keep_owner_and_mode(file: impl AsFd, old: &Metadata) -> io::Result<()> {
    use cap_std::fs::MetadataExt as _;
    use rustix::fs::{Gid, Mode, Uid, fchmod, fchown};
    let (owner, group) = (Uid::from_raw(old.uid()), Gid::from_raw(old.gid()));
    let mut mode = old.mode() & 0o7777;
    if fchown(&file, Some(owner), Some(group)).is_err() {
        mode &= 0o1777;
        if fchown(&file, None, Some(group)).is_err() {
            mode &= !0o070 | (mode & 0o007) << 3;
        }
    }
    Ok(fchmod(&file, Mode::from_raw_mode(mode))?)
}

#[cfg(not(unix))]
fn keep_owner_and_mode(file: &File, old: &Metadata) -> io::Result<()> {
    file.set_permissions(old.permissions())
}

#[cfg(unix)]
pub(super) fn keep_times(file: impl AsFd, old: &Metadata) -> io::Result<()> {
    use cap_std::fs::MetadataExt as _;
    use rustix::fs::{Timespec, Timestamps, futimens};
    let time = |seconds, nanoseconds| Timespec { tv_sec: seconds, tv_nsec: nanoseconds };
    let times = Timestamps {
        last_access: time(old.atime(), old.atime_nsec()),
        last_modification: time(old.mtime(), old.mtime_nsec()),
    };
    Ok(futimens(file, &times)?)
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
fn keep_times(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Copies extended attributes, access lists among them, as far as the system lets us.
#[cfg(target_os = "linux")]
fn keep_attributes(file: &File, old: &Old<'_>) {
    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fsetxattr};
    let Some(source) = old.file else { return };
    let mut names = vec![0; 64 << 10];
    let Ok(length) = flistxattr(source, &mut names[..]) else { return };
    let mut value = vec![0; 64 << 10];
    for name in names[..length].split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        if let Ok(length) = fgetxattr(source, name, &mut value[..]) {
            let _ = fsetxattr(file, name, &value[..length], XattrFlags::empty());
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn keep_attributes(_: &File, _: &Old<'_>) {}

/// Waits until the names in a folder have reached the disk; not every system can do that to a folder.
pub(crate) fn sync(folder: &Dir) {
    // The folder's own handle may be a path alone, which cannot be synced.
    if let Ok(folder) = folder.open(".") {
        let _ = folder.sync_all();
    }
}
