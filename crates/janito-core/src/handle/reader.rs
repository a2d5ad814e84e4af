//! The handle of reading: files and folders beneath the roots.

use super::CallState;
use super::directory::Directory;
use super::file::{File, form, open_regular, special};
use crate::disk::descend;
use crate::error::ToolError;
use crate::workspace::{Links, Place};
use cap_std::fs::{Dir, Metadata};
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The authority to read beneath the roots.
pub struct Reader(pub(super) Arc<CallState>);

impl Reader {
    /// Opens a regular file. Nothing else is opened, so that no pipe, socket or device can block the call.
    ///
    /// # Errors
    ///
    /// If the path leads outside the roots, does not exist, is no regular file or may not be read, or if the call has ended.
    pub fn open(&self, path: impl AsRef<Path>) -> Result<File, ToolError> {
        self.0.life.check()?;
        let place = self.0.workspace.locate(path.as_ref(), Links::Follow)?;
        let explain = |error: &io::Error| self.0.workspace.explain(error, "the file", &place.shown);
        let refuse =
            |kind| ToolError::new(format!("{} {}, not a regular file; it is not read", place.shown, form(kind)));
        let Some((folder, name)) = Self::parent(&place).map_err(|error| explain(&error))? else {
            return Err(refuse(place.root.dir.dir_metadata()?.file_type()));
        };
        let name = Path::new(name);
        let file = open_regular(&folder, name).map_err(|error| match special(&folder, name) {
            Some(kind) => refuse(kind),
            None if folder.symlink_metadata(name).is_ok_and(|found| found.is_symlink()) => {
                ToolError::retry(format!("{} became a link just now; try again", place.shown))
            }
            None => explain(&error),
        })?;
        let metadata = file.metadata().map_err(|error| explain(&error))?;
        if !metadata.is_file() {
            return Err(refuse(metadata.file_type()));
        }
        Ok(File { inner: file, path: Some(place.path()), metadata, state: Arc::clone(&self.0) })
    }

    /// What is at a path, behind links.
    ///
    /// # Errors
    ///
    /// If the path leads outside the roots or does not exist, or if the call has ended.
    pub fn metadata(&self, path: impl AsRef<Path>) -> Result<Metadata, ToolError> {
        self.0.life.check()?;
        self.look(&self.0.workspace.locate(path.as_ref(), Links::Follow)?)
    }

    /// What is at a path: a link itself, and not what it leads to.
    ///
    /// # Errors
    ///
    /// If the path leads outside the roots or does not exist, or if the call has ended.
    pub fn symlink_metadata(&self, path: impl AsRef<Path>) -> Result<Metadata, ToolError> {
        self.0.life.check()?;
        self.look(&self.0.workspace.locate(path.as_ref(), Links::Keep)?)
    }

    /// The folder that holds a place, opened through no link, and the name there; nothing for a root.
    fn parent<'p>(place: &'p Place<'_>) -> io::Result<Option<(Dir, &'p OsStr)>> {
        let Some((parent, name)) = place.split() else { return Ok(None) };
        Ok(Some((descend(&place.root.dir, parent)?, name)))
    }

    fn look(&self, place: &Place<'_>) -> Result<Metadata, ToolError> {
        let found = Self::parent(place).and_then(|parent| match parent {
            Some((folder, name)) => folder.symlink_metadata(name),
            None => place.root.dir.dir_metadata(),
        });
        found.map_err(|error| self.0.workspace.explain(&error, "the path", &place.shown))
    }

    /// Opens a folder.
    ///
    /// # Errors
    ///
    /// If the path leads outside the roots, does not exist or is no folder, or if the call has ended.
    pub fn directory(&self, path: impl AsRef<Path>) -> Result<Directory, ToolError> {
        self.0.life.check()?;
        let place = self.0.workspace.locate(path.as_ref(), Links::Follow)?;
        let explain = |error: &io::Error| self.0.workspace.explain(error, "the directory", &place.shown);
        let metadata = place.root.dir.symlink_metadata(&place.beneath);
        if !metadata.map_err(|error| explain(&error))?.is_dir() {
            return Err(ToolError::new(format!("the path is not a directory: {}", place.shown)));
        }
        let dir = descend(&place.root.dir, &place.beneath).map_err(|error| explain(&error))?;
        let around = self.0.workspace.hidden_around(&place);
        let around = around.map_err(|error| ToolError::denied(format!("{error}: {}", place.shown)))?;
        Ok(Directory::new(dir, place.path(), place.shown, around, &self.0))
    }

    /// Where a path leads: absolute, without links and `..`.
    ///
    /// # Errors
    ///
    /// If the path leads outside the roots or does not exist, or if the call has ended.
    pub fn canonical(&self, path: impl AsRef<Path>) -> Result<PathBuf, ToolError> {
        self.0.life.check()?;
        self.0.workspace.canonical(path.as_ref())
    }

    /// The ignore files that lie outside the root which holds a path, and hold in it.
    ///
    /// # Errors
    ///
    /// If the path leads outside the roots, or if the call has ended.
    #[cfg(feature = "ignore")]
    pub fn outer_ignores(&self, path: impl AsRef<Path>) -> Result<&crate::OuterIgnores, ToolError> {
        self.0.life.check()?;
        Ok(&self.0.workspace.locate(path.as_ref(), Links::Follow)?.root.outer)
    }

    /// The path as people and models see it: `./sub/x` beneath the first root.
    #[must_use]
    pub fn display(&self, path: impl AsRef<Path>) -> String {
        self.0.workspace.display(path.as_ref())
    }
}
