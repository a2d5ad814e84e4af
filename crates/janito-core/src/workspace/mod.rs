//! The workspace: the folders that a session may reach. A path is resolved once, to a root and a path beneath it, and opened beneath it
//! by the kernel's rules, so that `..`, absolute paths and links cannot lead outside. What a `.janitoignore` hides cannot be reached, either.

#[cfg(feature = "ignore")]
mod git;
#[cfg_attr(not(feature = "ignore"), path = "unhidden.rs")]
mod hidden;
mod memory;
mod place;
mod spelling;

#[cfg(feature = "ignore")]
pub use git::OuterIgnores;
pub(crate) use hidden::{Hidden, NAME as HIDING};
pub(crate) use memory::{Memory, Version};
pub(crate) use place::{Links, Place};

use crate::error::{Error, ToolError};
use crate::handle::words;
use crate::trash::Trash;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use std::ffi::OsStr;
use std::io;
use std::path::{Component, Path, PathBuf, is_separator};

/// The folders that a session may reach.
#[derive(Default)]
pub struct Workspace {
    roots: Vec<Root>,
    /// What the session has read of them.
    pub(crate) memory: Memory,
    /// The state folder, absolute and without links: janito's own, which no tool reaches.
    own: Option<PathBuf>,
    /// Where what is deleted or replaced goes, if anywhere.
    pub(crate) trash: Option<Trash>,
}

/// One folder of a workspace, held open.
pub(crate) struct Root {
    /// As it was given, made absolute.
    given: PathBuf,
    /// Without links.
    pub(crate) real: PathBuf,
    pub(crate) dir: Dir,
    #[cfg(feature = "ignore")]
    pub(crate) outer: OuterIgnores,
}

impl Workspace {
    /// Opens these folders. Relative paths of tools start at the first.
    pub(crate) fn open(paths: &[PathBuf], state: Option<&Path>, trash: Option<Trash>) -> Result<Self, Error> {
        let mut roots: Vec<Root> = Vec::new();
        for path in paths {
            let refuse = |error: io::Error| Error::Root { path: path.display().to_string(), reason: error.to_string() };
            let given = absolute(path).map_err(refuse)?;
            let real = given.canonicalize().map_err(refuse)?;
            let dir = Dir::open_ambient_dir(&real, ambient_authority()).map_err(refuse)?;
            if roots.iter().all(|root| root.real != real) {
                roots.push(Root {
                    #[cfg(feature = "ignore")]
                    outer: OuterIgnores::of(&real),
                    given,
                    real,
                    dir,
                });
            }
        }
        Ok(Self { roots, memory: Memory::default(), own: state.and_then(real), trash })
    }

    /// The folders, absolute and without links.
    pub fn roots(&self) -> impl Iterator<Item = &Path> {
        self.roots.iter().map(|root| root.real.as_path())
    }

    /// Where a path that a caller wrote leads. One that ends in `/` or `/.` leads to no file.
    pub(crate) fn locate(&self, path: &Path, links: Links) -> Result<Place<'_>, ToolError> {
        let folder = names_folder(path);
        let (root, rest) = self.begin(path)?;
        let shown = self.show(root, &rest);
        let (root, beneath) = self.follow(root, &rest, &shown, if folder { Links::Follow } else { links })?;
        let shown = if climbs(&rest) { self.show(root, &beneath) } else { shown };
        let place = Place { root, beneath, shown, folder };
        let text = path.to_string_lossy();
        let found = root.dir.symlink_metadata(&place.beneath);
        match found {
            Ok(metadata) if folder && !metadata.is_dir() => Err(ToolError::new(format!(
                "the path ends in `/`, so it names a folder, but {} is a file; leave the `/` out",
                place.shown
            ))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => match spelling::hint(&text) {
                Some(hint) => Err(ToolError::new(hint)),
                None => Ok(place),
            },
            _ => Ok(place),
        }
    }

    /// The root that a path begins in, and what is written beneath it.
    fn begin(&self, path: &Path) -> Result<(&Root, PathBuf), ToolError> {
        let path = spelling::read(path)?;
        let Some(first) = self.roots.first() else {
            return Err(ToolError::denied(
                "this session has no roots, so no path can be reached; the host must open one",
            ));
        };
        if path.is_relative() {
            return Ok((first, path));
        }
        match self.holder(&path) {
            Some((root, rest)) => Ok((root, rest.to_owned())),
            None => Err(self.outside(&path.to_string_lossy())),
        }
    }

    /// The innermost root that an absolute path begins with, and the rest.
    fn holder<'p>(&self, path: &'p Path) -> Option<(&Root, &'p Path)> {
        self.roots
            .iter()
            .flat_map(|root| [(root, &root.real), (root, &root.given)])
            .filter_map(|(root, prefix)| Some((root, prefix.as_os_str().len(), path.strip_prefix(prefix).ok()?)))
            .max_by_key(|(_, length, _)| *length)
            .map(|(root, _, rest)| (root, rest))
    }

    /// The name of the state folder in this folder, if it lies there.
    pub(crate) fn own_name(&self, folder: &Path) -> Option<&OsStr> {
        let own = self.own.as_deref()?;
        if own.parent()? == folder { own.file_name() } else { None }
    }

    /// Whether a place holds the state folder.
    pub(crate) fn holds_own(&self, place: &Place<'_>) -> bool {
        self.own.as_ref().is_some_and(|own| own.starts_with(place.path()))
    }

    /// Whether a place is a root, or holds one.
    pub(crate) fn holds_a_root(&self, place: &Place<'_>) -> bool {
        let path = place.path();
        self.roots().any(|root| root.starts_with(&path))
    }

    /// A path beneath a root as people and models see it: `./sub/x` in the first root, absolute in another.
    pub(crate) fn show(&self, root: &Root, beneath: &Path) -> String {
        let plain: PathBuf = beneath.components().filter(|part| !matches!(part, Component::CurDir)).collect();
        let first = self.roots.first().is_some_and(|first| std::ptr::eq(first, root));
        match (plain.as_os_str().is_empty(), first) {
            (true, _) => root.real.display().to_string(),
            (false, true) => format!("./{}", plain.display()),
            (false, false) => root.real.join(&plain).display().to_string(),
        }
    }

    /// Where a path leads: absolute, without links and `..`.
    pub(crate) fn canonical(&self, path: &Path) -> Result<PathBuf, ToolError> {
        let place = self.locate(path, Links::Follow)?;
        let found = place.root.dir.symlink_metadata(&place.beneath);
        found.map_err(|error| self.explain(&error, "the path", &place.shown))?;
        Ok(place.path())
    }

    /// A path as people and models see it, whether or not there is something.
    pub(crate) fn display(&self, path: &Path) -> String {
        match self.begin(path) {
            Ok((root, rest)) => self.show(root, &rest),
            Err(_) => path.display().to_string(),
        }
    }

    /// Refuses what a `.janitoignore` hides, and what is janito's own.
    fn refuse_hidden(&self, root: &Root, beneath: &Path, shown: &str) -> Result<(), ToolError> {
        if self.own.as_ref().is_some_and(|own| path_of(root, beneath).starts_with(own)) {
            return Err(is_own(shown));
        }
        let (root, beneath) = self.outermost(root, beneath);
        let hides = hidden::hides(root, &beneath).map_err(|error| ToolError::denied(format!("{error}: {shown}")))?;
        if hides { Err(is_hidden(shown)) } else { Ok(()) }
    }

    /// The rules of what is hidden that hold around a place.
    pub(crate) fn hidden_around(&self, place: &Place<'_>) -> io::Result<Hidden> {
        let (root, beneath) = self.outermost(place.root, &place.beneath);
        Hidden::around(root, &beneath)
    }

    /// The outermost root that holds a place of another, and the place in it: what one root hides, no other one shows.
    fn outermost<'a>(&'a self, root: &'a Root, beneath: &Path) -> (&'a Root, PathBuf) {
        let path = root.real.join(beneath);
        let holding = self.roots.iter().filter_map(|root| Some((root, path.strip_prefix(&root.real).ok()?)));
        let outermost = holding.min_by_key(|(root, _)| root.real.as_os_str().len());
        outermost.map_or((root, beneath.to_owned()), |(root, beneath)| (root, beneath.to_owned()))
    }

    /// Refuses a folder in which something is hidden, since who takes it away takes that, too.
    /// What is hidden by a file in the folder itself matters only if `own`.
    pub(crate) fn refuse_hiding(&self, place: &Place<'_>, own: bool) -> Result<(), ToolError> {
        let (root, beneath) = self.outermost(place.root, &place.beneath);
        let found = hidden::shelters(root, &beneath, own);
        match found.map_err(|error| self.explain(&error, "the directory", &place.shown))? {
            Some(path) => Err(ToolError::denied(format!(
                "{} holds what a .janitoignore file hides ({}), so it stays as it is",
                place.shown,
                self.show(root, &path)
            ))),
            None => Ok(()),
        }
    }

    /// Refuses to move a folder to where a rule would hide something in it.
    pub(crate) fn refuse_to_hide(&self, from: &Place<'_>, to: &Place<'_>) -> Result<(), ToolError> {
        let found = hidden::would_shelter(from.root, &from.beneath, (to.root, &to.beneath));
        match found.map_err(|error| self.explain(&error, "the directory", &from.shown))? {
            Some(path) => Err(ToolError::denied(format!(
                "a .janitoignore file would hide {} once it lay in {}, so nothing was moved",
                self.show(from.root, &path),
                to.shown
            ))),
            None => Ok(()),
        }
    }

    /// The refusal of a path that is not beneath a root.
    pub(crate) fn outside(&self, path: &str) -> ToolError {
        let roots: Vec<String> = self.roots().map(|root| root.display().to_string()).collect();
        ToolError::denied(format!("`{path}` lies outside what may be reached here: {}", roots.join(", ")))
    }

    /// An error of the system on a path, in words for the model.
    pub(crate) fn explain(&self, error: &io::Error, what: &str, shown: &str) -> ToolError {
        if escapes(error) {
            return self.outside(shown);
        }
        let message = match error.kind() {
            io::ErrorKind::NotFound => format!("{what} does not exist: {shown}"),
            io::ErrorKind::PermissionDenied => format!("permission denied by the system: {shown}"),
            io::ErrorKind::NotADirectory => format!("a part of the path is not a directory: {shown}"),
            io::ErrorKind::IsADirectory => format!("the path is a directory: {shown}"),
            io::ErrorKind::AlreadyExists => format!("{what} exists already: {shown}"),
            io::ErrorKind::InvalidFilename => {
                format!("a name in the path is longer than the file system takes; choose a shorter one: {shown}")
            }
            _ => format!("{what} {shown}: {}", words(error)),
        };
        ToolError::new(message)
    }
}

/// A path beneath a root, absolute.
fn path_of(root: &Root, beneath: &Path) -> PathBuf {
    let parts = beneath.components().filter(|part| !matches!(part, Component::CurDir));
    root.real.components().chain(parts).collect()
}

/// The refusal of what lies in the state folder.
pub(crate) fn is_own(shown: &str) -> ToolError {
    ToolError::denied(format!("{shown} is janito's own state, and out of reach"))
}

/// The refusal of what a `.janitoignore` hides.
pub(crate) fn is_hidden(shown: &str) -> ToolError {
    ToolError::denied(format!("{shown} is hidden by a .janitoignore file"))
}

/// Whether a path ends in `/` or `/.`, so that what it names can only be a folder, and what a link there leads to.
fn names_folder(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    bytes.strip_suffix(b".").unwrap_or(bytes).last().is_some_and(|end| is_separator((*end).into()))
}

/// Whether an error means that a path led outside its root: the library's own refusal has no code of the system's.
fn escapes(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none()
}

/// Whether `..` is a part.
fn climbs(path: &Path) -> bool {
    path.components().any(|part| part == Component::ParentDir)
}

/// A path without links, of which the last folders may be missing.
fn real(path: &Path) -> Option<PathBuf> {
    let path = absolute(path).ok()?;
    let found = path.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    found.and_then(|(above, real)| Some(real.join(path.strip_prefix(above).ok()?).components().collect()))
}

/// A path made absolute as the user's shell shows it: the folder's name in `PWD` may lead through links.
fn absolute(path: &Path) -> io::Result<PathBuf> {
    let here = std::env::current_dir();
    let logical = std::env::var_os("PWD").map(PathBuf::from).filter(|logical| {
        logical.is_absolute() && here.as_ref().is_ok_and(|here| logical.canonicalize().is_ok_and(|real| real == *here))
    });
    match logical {
        Some(logical) if path.is_relative() => std::path::absolute(logical.join(path)),
        _ => std::path::absolute(path),
    }
}
