//! What `.janitoignore` files hide: git's syntax, in any folder beneath a root, the deeper file winning; always the files themselves.
//! A file that cannot be read hides all that it may hide.

use super::Root;
use crate::ignore::IgnoreRules;
use std::ffi::OsStr;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The file's name.
const NAME: &str = ".janitoignore";

/// The most bytes of such a file.
const MOST: u64 = 1 << 20;

/// Whether a path beneath a root, which holds no links, is hidden or lies in something that is.
pub(super) fn hides(root: &Root, beneath: &Path) -> io::Result<bool> {
    let mut levels = Levels::default();
    let mut path = PathBuf::new();
    for part in beneath.iter().filter(|part| *part != ".") {
        levels.enter(root, &path)?;
        path.push(part);
        if levels.hide(root, &path, || root.dir.symlink_metadata(&path).is_ok_and(|found| found.is_dir())) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Something in a folder that is hidden, if there is any; `own`: also by a file in the folder itself. The folder is not hidden.
pub(super) fn shelters(root: &Root, folder: &Path, own: bool) -> io::Result<Option<PathBuf>> {
    let mut levels = Levels::default();
    let mut path = PathBuf::new();
    for part in folder.iter().filter(|part| *part != ".") {
        levels.enter(root, &path)?;
        path.push(part);
    }
    if !own && levels.0.is_empty() {
        return Ok(None);
    }
    let mut open = vec![(path, levels)];
    while let Some((folder, mut levels)) = open.pop() {
        if own {
            levels.enter(root, &folder)?;
        }
        let opened = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
        for entry in root.dir.read_dir(opened)? {
            let entry = entry?;
            let (path, is_dir) = (folder.join(entry.file_name()), entry.file_type()?.is_dir());
            let hidden = if own || entry.file_name() != NAME { levels.hide(root, &path, || is_dir) } else { false };
            if hidden {
                return Ok(Some(path));
            }
            if is_dir {
                open.push((path, levels.clone()));
            }
        }
    }
    Ok(None)
}

/// The rules that hold in a folder, the outermost first.
#[derive(Default, Clone)]
struct Levels(Rc<Vec<IgnoreRules>>);

impl Levels {
    fn enter(&mut self, root: &Root, folder: &Path) -> io::Result<()> {
        if let Some(content) = read(root, &folder.join(NAME))? {
            Rc::make_mut(&mut self.0).push(IgnoreRules::parse(&root.real.join(folder), &content));
        }
        Ok(())
    }

    fn hide(&self, root: &Root, path: &Path, is_dir: impl FnOnce() -> bool) -> bool {
        if path.file_name() == Some(OsStr::new(NAME)) {
            return true;
        }
        if self.0.is_empty() {
            return false;
        }
        let (path, is_dir) = (root.real.join(path), is_dir());
        self.0.iter().rev().find_map(|level| level.verdict(&path, is_dir)).unwrap_or(false)
    }
}

/// The content of a regular file; nothing if there is none.
fn read(root: &Root, path: &Path) -> io::Result<Option<Vec<u8>>> {
    let refuse =
        |reason: &str| io::Error::other(format!("{} {reason}, so all that it may hide is hidden", path.display()));
    let file = match crate::handle::open_regular(&root.dir, path) {
        Ok(file) => file,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(refuse(&format!("cannot be read ({error})"))),
    };
    if !file.metadata()?.is_file() {
        return Ok(None);
    }
    let mut content = Vec::new();
    file.take(MOST + 1).read_to_end(&mut content).map_err(|error| refuse(&format!("cannot be read ({error})")))?;
    if content.len() as u64 > MOST {
        return Err(refuse("is longer than 1 MiB"));
    }
    Ok(Some(content))
}
