//! What a session knows of the files that it has read, and has written since, so that it does not overwrite what somebody else changed since.

use cap_std::fs::Metadata;
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher as _;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// The longest file whose content is remembered by a hash; a longer one is told by its length and time alone.
const HASHED: u64 = 16 << 20;

/// The state of files, by their absolute paths without links.
#[derive(Default)]
pub(crate) struct Memory {
    files: Mutex<HashMap<PathBuf, Version>>,
    /// When folders were looked through for what killed programs have left.
    swept: Mutex<HashMap<PathBuf, Instant>>,
}

/// How long a folder that was looked through is not looked through again.
const SWEPT: Duration = Duration::from_mins(10);

/// A file at one time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Version {
    length: u64,
    modified: Option<SystemTime>,
    hash: Option<u64>,
}

impl Memory {
    /// Whether a folder has not been looked through for long; then it is from now on.
    pub(crate) fn is_to_be_swept(&self, folder: &Path) -> bool {
        let mut swept = self.swept.lock().unwrap_or_else(PoisonError::into_inner);
        swept.retain(|_, when| when.elapsed() < SWEPT);
        let is_new = !swept.contains_key(folder);
        if is_new {
            swept.insert(folder.to_owned(), Instant::now());
        }
        is_new
    }

    pub(crate) fn remember(&self, path: PathBuf, version: Version) {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).insert(path, version);
    }

    /// Replaces what is known of a file; of one that was never read, nothing need be known.
    pub(crate) fn update(&self, path: &Path, version: Version) {
        if let Some(known) = self.files.lock().unwrap_or_else(PoisonError::into_inner).get_mut(path) {
            *known = version;
        }
    }

    pub(crate) fn recall(&self, path: &Path) -> Option<Version> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).get(path).copied()
    }

    pub(crate) fn rename(&self, from: &Path, to: PathBuf) {
        let mut known = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        known.remove(&to);
        if let Some(version) = known.remove(from) {
            known.insert(to, version);
        }
    }

    pub(crate) fn forget(&self, path: &Path) {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).remove(path);
    }
}

impl Version {
    /// Of a file that is open at its beginning; it is read to its end unless it is too long.
    pub(crate) fn of(metadata: &Metadata, content: &mut impl Read) -> io::Result<Self> {
        let length = metadata.len();
        let hash = if length <= HASHED { Some(hash(&mut content.take(HASHED + 1))?) } else { None };
        Ok(Self { length, modified: modified(metadata), hash })
    }

    /// Of a file with this content.
    pub(crate) fn of_content(metadata: &Metadata, content: &[u8]) -> Self {
        let hash = (content.len() as u64 <= HASHED).then(|| hash_of(content));
        Self { length: content.len() as u64, modified: modified(metadata), hash }
    }

    /// Whether the content is another one. Where both have a hash, a file that was only touched has not changed.
    pub(crate) fn differs(&self, now: &Self) -> bool {
        match (self.hash, now.hash) {
            (Some(before), Some(after)) => before != after || self.length != now.length,
            _ => self.length != now.length || self.modified != now.modified,
        }
    }
}

fn modified(metadata: &Metadata) -> Option<SystemTime> {
    metadata.modified().ok().map(cap_std::time::SystemTime::into_std)
}

fn hash_of(content: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(content);
    hasher.finish()
}

fn hash(content: &mut impl Read) -> io::Result<u64> {
    let mut hasher = DefaultHasher::new();
    let mut block = vec![0; 64 << 10];
    loop {
        match content.read(&mut block) {
            Ok(0) => return Ok(hasher.finish()),
            // The same bytes make the same hash, however they are cut.
            Ok(count) => hasher.write(&block[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
