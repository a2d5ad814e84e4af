//! One change of a file at a time, in this process and in others that ask for the same advisory lock.

use crate::handle::open_regular;
use cap_std::fs::{Dir, File, FileType, Metadata};
use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a change waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// A file that nobody else changes meanwhile. Dropped, it is free again.
pub(crate) struct Lock {
    pub(crate) file: File,
    pub(crate) metadata: Metadata,
}

/// Why a file was not locked.
pub(crate) enum Unlocked {
    /// The system's error.
    Error(io::Error),
    /// Somebody else has it, for longer than a change waits.
    Busy,
    /// It is no regular file.
    Other(FileType),
}

impl From<io::Error> for Unlocked {
    fn from(error: io::Error) -> Self {
        Self::Error(error)
    }
}

impl Lock {
    /// Waits for a file. `holding`: another one is held already, so that two who wait for one another do not wait long.
    pub(crate) fn take(
        folder: &Dir,
        name: &OsStr,
        holding: bool,
        alive: &dyn Fn() -> io::Result<()>,
    ) -> Result<Self, Unlocked> {
        let patience = if holding { PATIENCE / 10 } else { PATIENCE };
        let (begun, mut pause) = (Instant::now(), Duration::from_micros(200));
        loop {
            alive()?;
            let file = open_regular(folder, Path::new(name))?;
            let metadata = file.metadata()?;
            if !metadata.is_file() {
                return Err(Unlocked::Other(metadata.file_type()));
            }
            if try_lock(&file)? {
                // Whoever had it may have put another file in its place.
                match folder.symlink_metadata(name) {
                    Ok(now) if same(&now, &metadata) => return Ok(Self { metadata: file.metadata()?, file }),
                    Ok(_) => continue,
                    Err(error) => return Err(error.into()),
                }
            }
            if begun.elapsed() > patience {
                return Err(Unlocked::Busy);
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }
}

/// Whether both are the same file.
#[cfg(unix)]
fn same(one: &Metadata, other: &Metadata) -> bool {
    use cap_std::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn same(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// Whether the lock is ours; on a file system that knows none, it is.
#[cfg(unix)]
fn try_lock(file: &File) -> io::Result<bool> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK | Errno::INTR) => Ok(false),
        Ok(()) | Err(Errno::NOLCK | Errno::NOTSUP | Errno::NOSYS | Errno::BADF | Errno::INVAL) => Ok(true),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(unix))]
fn try_lock(_: &File) -> io::Result<bool> {
    Ok(true)
}
