//! One change of a file at a time, in this process and in others that ask for the same advisory lock.

use super::place::same;
use crate::handle::{open_regular, special};
use cap_std::fs::{Dir, File, FileType, Metadata};
use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a change waits for somebody who does not let go.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long it waits for its turn while others come and go.
const MOST_PATIENCE: Duration = Duration::from_mins(1);

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
    /// Waits for a file. `held` are those that whoever asks has already: another name of one of them needs no second lock, and two who wait
    /// for one another do not wait long.
    pub(crate) fn take(
        folder: &Dir,
        name: &OsStr,
        held: &[&Self],
        alive: &dyn Fn() -> io::Result<()>,
    ) -> Result<Self, Unlocked> {
        let patience = if held.is_empty() { PATIENCE } else { PATIENCE / 10 };
        let begun = Instant::now();
        let mut last: Option<(Metadata, Instant, Duration)> = None;
        loop {
            alive()?;
            let name = Path::new(name);
            let file = match (open_regular(folder, name), special(folder, name)) {
                (Err(_), Some(kind)) => return Err(Unlocked::Other(kind)),
                (opened, _) => opened?,
            };
            let metadata = file.metadata()?;
            if !metadata.is_file() {
                return Err(Unlocked::Other(metadata.file_type()));
            }
            if held.iter().any(|lock| same(&lock.metadata, &metadata)) || try_lock(&file)? {
                // Whoever had it may have put another file in its place.
                let now = folder.symlink_metadata(name)?;
                if same(&now, &metadata) {
                    return Ok(Self { metadata: file.metadata()?, file });
                }
                if !now.is_file() {
                    return Err(Unlocked::Other(now.file_type()));
                }
            }
            // Where there is another file now, others come and go.
            let (since, pause) = match last {
                Some((before, since, pause)) if same(&before, &metadata) => (since, pause),
                _ => (Instant::now(), Duration::from_micros(200)),
            };
            if since.elapsed() > patience || begun.elapsed() > MOST_PATIENCE {
                return Err(Unlocked::Busy);
            }
            std::thread::sleep(pause);
            last = Some((metadata, since, (pause * 2).min(Duration::from_millis(20))));
        }
    }
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
