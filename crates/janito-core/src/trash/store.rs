//! The folder of the trash: in it one for each entry, with `content` and, written last, `entry.json`.

use super::entry::{Trashed, weight};
use crate::disk::{Draft, copy_file, copy_tree, rename_new};
use crate::handle::open_regular;
use cap_std::fs::Dir;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// The most bytes that are kept in all; a single thing that has more is not kept.
const MOST_BYTES: u64 = 1 << 30;

/// The most things that are kept.
const MOST_ENTRIES: usize = 10_000;

/// How long a thing is kept.
const LONGEST: Duration = Duration::from_hours(30 * 24);

const CONTENT: &str = "content";
const ENTRY: &str = "entry.json";

pub(crate) struct Store {
    folder: Dir,
}

/// A thing that is to be kept: the name in an open folder.
pub(crate) struct Held {
    pub(crate) folder: Dir,
    pub(crate) name: OsString,
}

impl Store {
    pub(super) fn new(folder: Dir) -> Self {
        Self { folder }
    }

    /// Keeps a thing, and returns its id; nothing if it is more than the trash holds. A file is where it was, too; a folder is moved here if
    /// that can be done in one step.
    pub(crate) fn keep(&self, held: &Held, mut entry: Trashed) -> io::Result<Option<String>> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        if entry.bytes > MOST_BYTES {
            return Ok(None);
        }
        entry.name(NEXT.fetch_add(1, Ordering::Relaxed));
        self.folder.create_dir(&entry.id)?;
        let place = self.folder.open_dir(&entry.id)?;
        let kept = store(&held.folder, &held.name, &place, entry.is_directory).and_then(|()| {
            let draft = Draft::write(&place, ENTRY.as_ref(), &mut entry.to_json().as_bytes(), None, &|| Ok(()))?;
            draft.put_new(ENTRY.as_ref())
        });
        if let Err(error) = kept {
            // A folder that was moved goes back where it was.
            if entry.is_directory {
                let _ = rename_new(&place, CONTENT.as_ref(), &held.folder, &held.name);
            }
            let _ = self.folder.remove_dir_all(&entry.id);
            return Err(error);
        }
        self.evict();
        Ok(Some(entry.id))
    }

    /// Drops an entry.
    pub(crate) fn forget(&self, id: &str) -> io::Result<()> {
        self.folder.remove_dir_all(id)
    }

    /// What is there, the latest first.
    pub(crate) fn entries(&self) -> io::Result<Vec<Trashed>> {
        let mut entries: Vec<Trashed> = self.ids()?.iter().filter_map(|id| self.entry(id).ok().flatten()).collect();
        entries.sort_by(|a, b| (b.time, &b.id).cmp(&(a.time, &a.id)));
        Ok(entries)
    }

    /// An entry of this id, if there is one.
    pub(crate) fn entry(&self, id: &str) -> io::Result<Option<Trashed>> {
        if weight(id).is_none() {
            return Ok(None);
        }
        let text = match self.folder.open(Path::new(id).join(ENTRY)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => {
                let mut text = String::new();
                opened?.take(1 << 20).read_to_string(&mut text)?;
                text
            }
        };
        Ok(Trashed::read(id, &text))
    }

    /// Opens the content of an entry that is a file; a link has none.
    pub(crate) fn open(&self, id: &str) -> io::Result<Option<cap_std::fs::File>> {
        let place = self.folder.open_dir(id)?;
        if place.symlink_metadata(CONTENT)?.is_symlink() {
            return Ok(None);
        }
        open_regular(&place, Path::new(CONTENT)).map(Some)
    }

    /// Puts a folder or a link back under a name that is free.
    pub(crate) fn put_back(&self, id: &str, to: &Held) -> io::Result<()> {
        let place = self.folder.open_dir(id)?;
        match rename_new(&place, CONTENT.as_ref(), &to.folder, &to.name) {
            Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {}
            renamed => return renamed,
        }
        if place.symlink_metadata(CONTENT)?.is_dir() {
            return copy_tree(&place, CONTENT.as_ref(), &to.folder, &to.name, &|| Ok(()));
        }
        copy_file(&place, CONTENT.as_ref(), &to.folder, &to.name, true, &|| Ok(()))
    }

    fn ids(&self) -> io::Result<Vec<String>> {
        let mut ids = Vec::new();
        for entry in self.folder.entries()? {
            ids.extend(entry?.file_name().into_string().ok().filter(|id| weight(id).is_some()));
        }
        ids.sort_unstable();
        Ok(ids)
    }

    /// Drops the oldest beyond the bounds. What cannot be dropped now is dropped the next time.
    fn evict(&self) {
        let Ok(ids) = self.ids() else { return };
        let now = SystemTime::now();
        let (mut bytes, mut count) = (0, 0);
        for id in ids.iter().rev() {
            let Some((time, length)) = weight(id) else { continue };
            bytes += length;
            count += 1;
            let old = now.duration_since(time).is_ok_and(|age| age > LONGEST);
            if old || bytes > MOST_BYTES || count > MOST_ENTRIES {
                let _ = self.folder.remove_dir_all(id);
            }
        }
    }
}

/// Puts a thing in a folder of the trash: a file by a second name if that can be done, else by a copy.
fn store(from: &Dir, name: &OsStr, place: &Dir, is_directory: bool) -> io::Result<()> {
    let content = OsStr::new(CONTENT);
    if is_directory {
        return match rename_new(from, name, place, content) {
            Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
                copy_tree(from, name, place, content, &|| Ok(()))
            }
            renamed => renamed,
        };
    }
    match from.hard_link(name, place, content) {
        Ok(()) => Ok(()),
        // Another file system, one without second names, or a file of somebody else.
        Err(_) => copy_file(from, name, place, content, true, &|| Ok(())),
    }
}
