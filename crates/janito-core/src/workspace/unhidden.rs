//! Without the feature `ignore`, nothing is hidden.

use super::Root;
use cap_std::fs::Dir;
use std::io;
use std::path::{Path, PathBuf};

/// A name that no entry has.
pub(crate) const NAME: &str = "";

/// No rules.
#[derive(Clone, Default)]
pub(crate) struct Hidden;

#[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "the same form as with rules")]
impl Hidden {
    pub(crate) fn around(_: &Root, _: &Path) -> io::Result<Self> {
        Ok(Self)
    }

    pub(crate) fn enter(&self, _: &Path, _: &Dir, _: &Path) -> io::Result<Self> {
        Ok(Self)
    }

    pub(crate) fn hides(&self, _: &Path, _: impl FnOnce() -> bool) -> bool {
        false
    }

    pub(crate) fn is_empty(&self) -> bool {
        true
    }
}

#[expect(clippy::unnecessary_wraps, reason = "the same form as with rules")]
pub(super) fn hides(_: &Root, _: &Path) -> io::Result<bool> {
    Ok(false)
}

#[expect(clippy::unnecessary_wraps, reason = "the same form as with rules")]
pub(super) fn shelters(_: &Root, _: &Path, _: bool) -> io::Result<Option<PathBuf>> {
    Ok(None)
}

#[expect(clippy::unnecessary_wraps, reason = "the same form as with rules")]
pub(super) fn would_shelter(_: &Root, _: &Path, _: (&Root, &Path)) -> io::Result<Option<PathBuf>> {
    Ok(None)
}
