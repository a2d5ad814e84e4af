//! The folder of the trash: in it one for each entry, with `entry.json` and, put there last and in one step, `content`.

use super::entry::{NotKept, Trashed, maker, weight};
use crate::disk::{Copying, Draft, carry, copy, drop_tree, names, runs};
use crate::handle::open_regular;
use cap_std::fs::{Dir, Metadata};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

const CONTENT: &str = "content";
const ENTRY: &str = "entry.json";

/// How old half an entry is before it is taken for left.
const LEFT: Duration = Duration::from_mins(1);

/// How much is kept, and how long; the oldest goes first.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// The most bytes in all; a single thing that has more is not kept.
    pub(super) bytes: u64,
    /// The most things.
    pub(super) entries: usize,
    /// How long a thing is kept.
    pub(super) age: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { bytes: 1 << 30, entries: 10_000, age: Duration::from_hours(30 * 24) }
    }
}

pub(crate) struct Store {
    folder: Dir,
    bounds: Bounds,
}

/// A thing that is to be kept: the name in an open folder.
pub(crate) struct Held {
    pub(crate) folder: Dir,
    pub(crate) name: OsString,
}

impl Store {
    pub(super) fn new(folder: Dir, bounds: Bounds) -> Self {
        Self { folder, bounds }
    }

    /// Keeps a thing, and returns its id; or why not, if it is more than the trash holds, or has no content, as a pipe. A file is where it
    /// was, too; a folder is moved here if that can be done in one step.
    pub(crate) fn keep(
        &self,
        held: &Held,
        mut entry: Trashed,
        alive: &dyn Fn() -> io::Result<()>,
    ) -> io::Result<Result<String, NotKept>> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let metadata = held.folder.symlink_metadata(&held.name)?;
        if metadata.is_dir() != entry.is_directory {
            return Err(io::Error::other("something else took its place meanwhile"));
        }
        let has_content = metadata.is_file() || metadata.is_dir() || metadata.is_symlink();
        if !has_content {
            return Ok(Err(NotKept::NoContent));
        }
        if entry.bytes > self.bounds.bytes {
            return Ok(Err(NotKept::TooLarge));
        }
        loop {
            entry.name(NEXT.fetch_add(1, Ordering::Relaxed));
            match self.folder.create_dir(&entry.id) {
                // Of a program in another container, which has the same number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => break made?,
            }
        }
        let kept = self.folder.open_dir(&entry.id).and_then(|place| {
            Draft::write(&place, ENTRY.as_ref(), &mut entry.to_json().as_bytes(), None, alive)?
                .put_new(ENTRY.as_ref())?;
            store(held, &metadata, &place, alive)
        });
        if let Err(error) = kept {
            let _ = self.forget(&entry.id);
            return Err(error);
        }
        self.evict();
        Ok(Ok(entry.id))
    }

    /// Drops an entry.
    pub(crate) fn forget(&self, id: &str) -> io::Result<()> {
        drop_tree(&self.folder, id.as_ref())
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
        let place = Path::new(id);
        let content = self.folder.symlink_metadata(place.join(CONTENT));
        let opened = content.and_then(|content| Ok((content, open_regular(&self.folder, &place.join(ENTRY))?)));
        let (content, file) = match opened {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened?,
        };
        let mut text = String::new();
        file.take(1 << 20).read_to_string(&mut text)?;
        let entry = Trashed::read(id, &text);
        let fits = |entry: &Trashed| {
            let is_file = content.is_file() || content.is_symlink();
            if entry.is_directory { content.is_dir() } else { is_file }
        };
        Ok(entry.filter(fits))
    }

    /// The ids of what can be no entry any more: not of what is still written.
    pub(crate) fn unusable(&self) -> io::Result<Vec<String>> {
        let mut ids = self.ids()?;
        ids.retain(|id| !self.is_unfinished(id) && !matches!(self.entry(id), Ok(Some(_))));
        Ok(ids)
    }

    /// Whether an entry has no content yet, and somebody may be about to put it there.
    fn is_unfinished(&self, id: &str) -> bool {
        let content = self.folder.symlink_metadata(Path::new(id).join(CONTENT));
        content.is_err() && maker(id).is_some_and(runs)
    }

    /// Opens the content of an entry that is a file; a link has none.
    pub(crate) fn open(&self, id: &str) -> io::Result<Option<cap_std::fs::File>> {
        let place = self.folder.open_dir(id)?;
        if place.symlink_metadata(CONTENT)?.is_symlink() {
            return Ok(None);
        }
        let file = open_regular(&place, Path::new(CONTENT))?;
        if file.metadata()?.is_file() { Ok(Some(file)) } else { Err(io::Error::other("it is no file any more")) }
    }

    /// Puts a folder or a link back under a name that is free.
    pub(crate) fn put_back(&self, id: &str, to: &Held, alive: &dyn Fn() -> io::Result<()>) -> io::Result<()> {
        let place = self.folder.open_dir(id)?;
        let how = Copying { times: true, alive };
        carry((&place, CONTENT.as_ref()), (&to.folder, &to.name), how).map(drop)
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
        let (mut bytes, mut count) = (0_u64, 0);
        for id in ids.iter().rev() {
            let Some((time, length)) = weight(id) else { continue };
            let age = now.duration_since(time).unwrap_or_default();
            // Half an entry, of somebody who was killed.
            let left = age > LEFT
                && self.folder.symlink_metadata(Path::new(id).join(CONTENT)).is_err()
                && !self.is_unfinished(id);
            if left {
                let _ = self.forget(id);
                continue;
            }
            bytes = bytes.saturating_add(length);
            count += 1;
            if age > self.bounds.age || bytes > self.bounds.bytes || count > self.bounds.entries {
                let _ = self.forget(id);
            }
        }
    }
}

/// Puts a thing in a folder of the trash: a file by a second name if that can be done, else by a copy.
fn store(held: &Held, metadata: &Metadata, place: &Dir, alive: &dyn Fn() -> io::Result<()>) -> io::Result<()> {
    let (from, to) = ((&held.folder, held.name.as_os_str()), (place, OsStr::new(CONTENT)));
    let how = Copying { times: true, alive };
    if metadata.is_dir() {
        return carry(from, to, how).map(drop);
    }
    // What has other names could be changed through these.
    if names(metadata) == 1 && from.0.hard_link(from.1, to.0, to.1).is_ok() {
        return Ok(());
    }
    // Another file system, one without second names, or a file of somebody else.
    copy(from, to, false, how)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::trash::Discarded;
    use cap_std::ambient_authority;
    use std::path::PathBuf;
    use std::sync::atomic::AtomicU32;

    /// A folder for a test, which goes with it: this crate has no other use for one that makes them.
    struct Temp(PathBuf);

    impl Temp {
        fn new() -> Self {
            static NEXT: AtomicU32 = AtomicU32::new(0);
            let name = format!("janito-store-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
            let path = std::env::temp_dir().join(name);
            std::fs::create_dir_all(path.join("trash")).unwrap();
            Self(path)
        }

        fn store(&self, bounds: Bounds) -> Store {
            Store::new(Dir::open_ambient_dir(self.0.join("trash"), ambient_authority()).unwrap(), bounds)
        }

        /// Keeps a new file of this length.
        fn keep(&self, store: &Store, length: usize) -> io::Result<Result<String, NotKept>> {
            std::fs::write(self.0.join("f"), vec![b'x'; length]).unwrap();
            let folder = Dir::open_ambient_dir(&self.0, ambient_authority()).unwrap();
            let entry = entry(length as u64, SystemTime::now());
            store.keep(&Held { folder, name: "f".into() }, entry, &|| Ok(()))
        }

        fn folders(&self) -> usize {
            std::fs::read_dir(self.0.join("trash")).unwrap().count()
        }
    }

    impl Drop for Temp {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn entry(bytes: u64, time: SystemTime) -> Trashed {
        Trashed {
            id: String::new(),
            path: "/root/f".into(),
            root: "/root".into(),
            why: Discarded::Replaced,
            is_directory: false,
            bytes,
            time,
            tool: "Test".to_owned(),
        }
    }

    fn ids(store: &Store) -> Vec<String> {
        store.entries().unwrap().into_iter().map(|entry| entry.id).collect()
    }

    #[test]
    fn the_oldest_goes_first() {
        for (bounds, lengths, kept) in [
            (Bounds { bytes: 10, ..Bounds::default() }, &[4, 4, 4][..], 2),
            (Bounds { bytes: 10, ..Bounds::default() }, &[4, 10], 1),
            (Bounds { entries: 3, ..Bounds::default() }, &[1, 1, 1, 1, 1], 3),
            (Bounds::default(), &[1, 1, 1], 3),
        ] {
            let temp = Temp::new();
            let store = temp.store(bounds);
            let mut all: Vec<String> =
                lengths.iter().map(|length| temp.keep(&store, *length).unwrap().unwrap()).collect();
            all.reverse();
            assert_eq!(ids(&store), all[..kept], "{bounds:?} {lengths:?}");
            assert_eq!(temp.folders(), kept);
        }
    }

    #[test]
    fn what_is_too_large_or_too_old() {
        let temp = Temp::new();
        let store = temp.store(Bounds { bytes: 10, ..Bounds::default() });
        assert_eq!(temp.keep(&store, 11).unwrap(), Err(NotKept::TooLarge));
        assert_eq!(temp.folders(), 0);
        let store = temp.store(Bounds { age: Duration::ZERO, ..Bounds::default() });
        let first = temp.keep(&store, 1).unwrap().unwrap();
        std::thread::sleep(Duration::from_millis(5));
        temp.keep(&store, 1).unwrap().unwrap();
        assert!(!ids(&store).contains(&first));
    }

    #[test]
    fn what_is_not_whole_is_no_entry() {
        let temp = Temp::new();
        let store = temp.store(Bounds::default());
        let id = temp.keep(&store, 3).unwrap().unwrap();
        let trash = temp.0.join("trash");
        for (name, files) in [
            ("0000000000001-1-1-1", &["entry.json"][..]),
            ("0000000000001-1-2-1", &["content"]),
            ("0000000000001-1-3-1", &[]),
            ("no id", &["entry.json", "content"]),
        ] {
            std::fs::create_dir(trash.join(name)).unwrap();
            for file in files {
                std::fs::write(trash.join(name).join(file), "{}").unwrap();
            }
        }
        // Its thing is said to be a file.
        std::fs::create_dir_all(trash.join("0000000000001-1-4-1/content")).unwrap();
        let json = entry(1, SystemTime::now()).to_json();
        std::fs::write(trash.join("0000000000001-1-4-1/entry.json"), json).unwrap();
        assert_eq!(ids(&store), [id.as_str()]);
        let unusable = store.unusable().unwrap();
        assert_eq!(unusable, ["0000000000001-1-2-1", "0000000000001-1-4-1"], "the first process runs");
        for id in ["0000000000001-1-1-1", "0000000000001-1-2-1", "../trash", "", ".", "+1-1-1-1", "1-1-1", "1-1-1-1-1"]
        {
            assert_eq!(store.entry(id).unwrap(), None, "{id}");
        }
        assert_eq!(store.entry(&id).unwrap().unwrap().path, Path::new("/root/f"));
    }

    #[test]
    fn what_a_killed_process_left_goes() {
        let temp = Temp::new();
        let store = temp.store(Bounds::default());
        let mut child = std::process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        let (dead, now) = (child.id(), SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_millis());
        let half = |time: u128, process: u32| {
            let path = temp.0.join("trash").join(format!("{time:013}-{process}-1-1"));
            std::fs::create_dir_all(path.join(".janito-1-1-content/sub")).unwrap();
            path
        };
        let (old, fresh, running) =
            (half(now - 120_000, dead), half(now, dead), half(now - 120_000, std::process::id()));
        temp.keep(&store, 1).unwrap().unwrap();
        assert_eq!((old.exists(), fresh.exists(), running.exists()), (false, true, true));
    }

    #[test]
    fn a_failure_leaves_no_entry() {
        let temp = Temp::new();
        let store = temp.store(Bounds::default());
        let folder = Dir::open_ambient_dir(&temp.0, ambient_authority()).unwrap();
        let held = Held { folder, name: "f".into() };
        std::fs::write(temp.0.join("f"), "x").unwrap();
        let ended = || Err(io::Error::other("ended"));
        assert!(store.keep(&held, entry(1, SystemTime::now()), &ended).is_err());
        std::fs::remove_file(temp.0.join("f")).unwrap();
        assert!(store.keep(&held, entry(1, SystemTime::now()), &|| Ok(())).is_err());
        std::fs::create_dir(temp.0.join("f")).unwrap();
        assert!(store.keep(&held, entry(1, SystemTime::now()), &|| Ok(())).is_err(), "it was a file");
        assert_eq!(temp.folders(), 0);
        assert!(temp.0.join("f").is_dir());
    }
}
