//! What `.janitoignore` files hide: git's syntax, in any folder beneath a root, the deeper file winning; always the files themselves.
//! A file that cannot be read hides all that it may hide.

use super::Root;
use crate::ignore::IgnoreRules;
use cap_std::fs::Dir;
use std::ffi::OsStr;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The file's name.
pub(crate) const NAME: &str = ".janitoignore";

/// The most bytes of such a file.
const MOST: u64 = 1 << 20;

/// The rules that hold in a folder, shared with those beneath it.
#[derive(Clone, Default)]
pub(crate) struct Hidden(Option<Arc<Level>>);

struct Level {
    rules: IgnoreRules,
    above: Hidden,
}

impl Hidden {
    /// Those that hold around a folder beneath a root, its own not among them.
    pub(crate) fn around(root: &Root, beneath: &Path) -> io::Result<Self> {
        let mut hidden = Self::default();
        let mut folder = PathBuf::new();
        for part in beneath.iter().filter(|part| *part != ".") {
            hidden = hidden.enter(&root.real.join(&folder), &root.dir, &folder)?;
            folder.push(part);
        }
        Ok(hidden)
    }

    /// These and those of a folder's own file, which is at a path in an open one. `path` is the folder's, absolute.
    pub(crate) fn enter(&self, path: &Path, open: &Dir, folder: &Path) -> io::Result<Self> {
        let Some(content) = read(open, &folder.join(NAME))? else { return Ok(self.clone()) };
        let level = Level { rules: IgnoreRules::parse(path, &content), above: self.clone() };
        Ok(Self(Some(Arc::new(level))))
    }

    /// Whether an entry of the folder is hidden. The path is absolute.
    pub(crate) fn hides(&self, path: &Path, is_dir: impl FnOnce() -> bool) -> bool {
        if path.file_name() == Some(OsStr::new(NAME)) {
            return true;
        }
        let Some(level) = &self.0 else { return false };
        let is_dir = is_dir();
        std::iter::successors(Some(level), |level| level.above.0.as_ref())
            .find_map(|level| level.rules.verdict(path, is_dir))
            .unwrap_or(false)
    }

    /// Whether there is no rule.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

/// Whether a path beneath a root, which holds no links, is hidden or lies in something that is.
pub(super) fn hides(root: &Root, beneath: &Path) -> io::Result<bool> {
    let mut hidden = Hidden::default();
    let mut path = PathBuf::new();
    for part in beneath.iter().filter(|part| *part != ".") {
        hidden = hidden.enter(&root.real.join(&path), &root.dir, &path)?;
        path.push(part);
        let is_dir = || root.dir.symlink_metadata(&path).is_ok_and(|found| found.is_dir());
        if hidden.hides(&root.real.join(&path), is_dir) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Something in a folder that is hidden, if there is any; `own`: also by a file in the folder itself. The folder is not hidden.
pub(super) fn shelters(root: &Root, folder: &Path, own: bool) -> io::Result<Option<PathBuf>> {
    let around = Hidden::around(root, folder)?;
    if !own && around.is_empty() {
        return Ok(None);
    }
    let folder = folder.iter().filter(|part| *part != ".").collect();
    let mut open: Vec<(PathBuf, Hidden)> = vec![(folder, around)];
    while let Some((folder, mut hidden)) = open.pop() {
        if own {
            hidden = hidden.enter(&root.real.join(&folder), &root.dir, &folder)?;
        }
        let opened = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
        for entry in root.dir.read_dir(opened)? {
            let entry = entry?;
            let (path, is_dir) = (folder.join(entry.file_name()), entry.file_type()?.is_dir());
            // The folder's own files go where it goes.
            if (own || entry.file_name() != NAME) && hidden.hides(&root.real.join(&path), || is_dir) {
                return Ok(Some(path));
            }
            if is_dir {
                open.push((path, hidden.clone()));
            }
        }
    }
    Ok(None)
}

/// Something in a folder that would be hidden if the folder lay at another place beneath a root, if there is any. Its own files go where it
/// goes, and what they do not hide is looked at all the same.
pub(super) fn would_shelter(root: &Root, folder: &Path, to: (&Root, &Path)) -> io::Result<Option<PathBuf>> {
    let around = Hidden::around(to.0, to.1)?;
    if around.is_empty() {
        return Ok(None);
    }
    let mut open = vec![(folder.to_owned(), to.0.real.join(to.1))];
    while let Some((folder, target)) = open.pop() {
        for entry in root.dir.read_dir(&folder)? {
            let entry = entry?;
            let (name, is_dir) = (entry.file_name(), entry.file_type()?.is_dir());
            let (path, target) = (folder.join(&name), target.join(&name));
            if name != NAME && around.hides(&target, || is_dir) {
                return Ok(Some(path));
            }
            if is_dir {
                open.push((path, target));
            }
        }
    }
    Ok(None)
}

/// The content of a regular file; nothing if there is none.
fn read(dir: &Dir, path: &Path) -> io::Result<Option<Vec<u8>>> {
    let refuse =
        |reason: &str| io::Error::other(format!("{} {reason}, so all that it may hide is hidden", path.display()));
    let file = match crate::handle::open_followed(dir, path) {
        Ok(file) => file,
        // A link that leads nowhere is there all the same.
        Err(error) if error.kind() == io::ErrorKind::NotFound && dir.symlink_metadata(path).is_err() => {
            return Ok(None);
        }
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => return Ok(None),
        Err(error) => return Err(refuse(&format!("cannot be read ({error})"))),
    };
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Ok(None);
    }
    if !metadata.is_file() {
        return Err(refuse("is no regular file"));
    }
    let mut content = Vec::new();
    file.take(MOST + 1).read_to_end(&mut content).map_err(|error| refuse(&format!("cannot be read ({error})")))?;
    if content.len() as u64 > MOST {
        return Err(refuse("is longer than 1 MiB"));
    }
    // UTF-16, say: its rules would be read as others.
    if content.contains(&0) {
        return Err(refuse("is no text in UTF-8"));
    }
    Ok(Some(content))
}
