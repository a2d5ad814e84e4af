//! Where a path leads: links and `..` are followed part by part, and each step must stay beneath a root.
//!
//! The outcome is a path without links, which is opened beneath its root by the kernel's rules: what is swapped meanwhile cannot lead outside.

use super::{Root, Workspace, path_of};
use crate::error::ToolError;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};

/// How many links one path may lead through, as for Linux.
const MOST_LINKS: usize = 40;

/// A path that was resolved: what is beneath which root.
pub(crate) struct Place<'a> {
    pub(crate) root: &'a Root,
    /// Without links and `..`; of the root itself it is `.`.
    pub(crate) beneath: PathBuf,
    /// As people and models see it: `./sub/x`.
    pub(crate) shown: String,
    /// Whether it was written with a `/` or `/.` at its end, which a file's path has not.
    pub(crate) folder: bool,
}

/// What becomes of a link that the path itself names. Those on the way are always followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Links {
    /// Where it leads is meant.
    Follow,
    /// The link is meant.
    Keep,
}

impl Place<'_> {
    /// Absolute.
    pub(crate) fn path(&self) -> PathBuf {
        path_of(self.root, &self.beneath)
    }

    /// Whether it is the root itself.
    pub(crate) fn is_root(&self) -> bool {
        self.beneath == Path::new(".")
    }

    /// The folder that holds it, and its name there.
    pub(crate) fn split(&self) -> Option<(&Path, &std::ffi::OsStr)> {
        let name = self.beneath.file_name()?;
        let parent = self.beneath.parent().filter(|parent| !parent.as_os_str().is_empty());
        Some((parent.unwrap_or(Path::new(".")), name))
    }
}

/// A walk along a path.
struct Steps<'a> {
    root: &'a Root,
    done: PathBuf,
    rest: VecDeque<OsString>,
    links: usize,
}

impl Workspace {
    /// Follows a path from a root. What does not exist is taken as it is written.
    pub(super) fn follow<'a>(
        &'a self,
        root: &'a Root,
        path: &Path,
        shown: &str,
        links: Links,
    ) -> Result<(&'a Root, PathBuf), ToolError> {
        let mut steps = Steps { root, done: PathBuf::new(), rest: parts(path), links: 0 };
        while let Some(part) = steps.rest.pop_front() {
            if part == ".." {
                if !steps.done.pop() {
                    // Above this root there may be another one.
                    let above =
                        steps.root.real.parent().map(|above| above.join(steps.rest.iter().collect::<PathBuf>()));
                    self.jump(&mut steps, above.as_deref(), shown)?;
                }
                continue;
            }
            let next = steps.done.join(part);
            if links == Links::Keep && steps.rest.is_empty() {
                steps.done = next;
                break;
            }
            match steps.root.dir.read_link_contents(&next) {
                Ok(target) => {
                    self.refuse_hidden(steps.root, &next, shown)?;
                    steps.links += 1;
                    if steps.links > MOST_LINKS {
                        return Err(ToolError::new(format!("too many links, or links in a circle: {shown}")));
                    }
                    let target = target.components().chain(steps.rest.iter().map(|part| Component::Normal(part)));
                    let target: PathBuf = target.collect();
                    if target.is_absolute() {
                        self.jump(&mut steps, Some(&target), shown)?;
                    } else {
                        steps.rest = parts(&target);
                    }
                }
                // No link, or nothing at all: what it is, whoever opens it will see.
                Err(error) if is_no_link(&error) => steps.done = next,
                Err(error) => return Err(self.explain(&error, "the path", shown)),
            }
        }
        if steps.done.as_os_str().is_empty() {
            steps.done.push(".");
        }
        self.refuse_hidden(steps.root, &steps.done, shown)?;
        Ok((steps.root, steps.done))
    }

    /// Goes on at an absolute path, which must lie beneath a root.
    fn jump<'a>(&'a self, steps: &mut Steps<'a>, to: Option<&Path>, shown: &str) -> Result<(), ToolError> {
        let (root, rest) = to.and_then(|path| self.holder(path)).ok_or_else(|| self.outside(shown))?;
        (steps.root, steps.done, steps.rest) = (root, PathBuf::new(), parts(rest));
        Ok(())
    }
}

/// The parts of a path beneath a root; `.` is none.
fn parts(path: &Path) -> VecDeque<OsString> {
    let parts = path.components().filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir));
    parts.map(|part| part.as_os_str().to_owned()).collect()
}

fn is_no_link(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::InvalidInput
            | io::ErrorKind::NotFound
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::InvalidFilename
    )
}
