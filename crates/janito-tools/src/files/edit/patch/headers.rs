//! What a patch says about one file before its hunks: names, renames and modes.

use super::hunk::Hunk;
use super::path;

/// A file of a patch.
#[derive(Debug, Clone)]
pub(in crate::files) struct FilePatch {
    /// The line of the patch, counted from 1, where it begins.
    pub(super) line: usize,
    /// The file before; nothing if there is none.
    pub(super) old: Option<String>,
    /// The file after; nothing if there is none.
    pub(super) new: Option<String>,
    pub(super) relation: Relation,
    /// Whether the file before and the one after may be run, where the patch says it.
    pub(super) executable: [Option<bool>; 2],
    pub(super) hunks: Vec<Hunk>,
}

/// How a file after is made of one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    /// It is the same one; two names are two spellings, such as `x.orig` and `x`.
    Same,
    Renamed,
    Copied,
}

/// What git's lines say becomes of a file.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Fate {
    #[default]
    Changed,
    Created,
    Deleted,
    Renamed,
    Copied,
}

/// The headers of a file as they stand.
#[derive(Default)]
pub(super) struct Headers {
    pub(super) line: usize,
    pub(super) git: bool,
    /// Of `diff --git`.
    both: Option<(String, String)>,
    /// Of `---` and `+++`.
    pub(super) names: Option<(Option<String>, Option<String>)>,
    from: Option<String>,
    to: Option<String>,
    fate: Fate,
    executable: [Option<bool>; 2],
    pub(super) hunks: Vec<Hunk>,
}

impl Headers {
    /// Begun by a line of which the index is given.
    pub(super) fn at(index: usize) -> Self {
        Self { line: index + 1, ..Self::default() }
    }

    /// Begun by a `diff --git` line, of which the index is given.
    pub(super) fn of_git(names: &str, index: usize) -> Self {
        Self { line: index + 1, git: true, both: path::of_git(names), ..Self::default() }
    }

    /// Whether it says nothing but names.
    pub(super) fn is_empty(&self) -> bool {
        self.hunks.is_empty() && self.fate == Fate::Changed && !self.changes_mode()
    }

    /// Whether it says what the mode was and what it becomes.
    fn changes_mode(&self) -> bool {
        self.executable.iter().all(Option::is_some)
    }

    /// Whether it is of a rename or copy, and this name of a file after is another's.
    pub(super) fn is_other(&self, new: Option<&str>) -> bool {
        let is_it = |to: &str| {
            let rest = new.and_then(|new| new.strip_suffix(to));
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        self.to.as_deref().is_some_and(|to| !is_it(to))
    }

    /// Takes a line of git's between the names and the hunks.
    pub(super) fn take(&mut self, line: &str) -> Result<(), &'static str> {
        let name = |text: &str| path::unquote(text).map(|(name, _)| name);
        if let Some(mode) = line.strip_prefix("new file mode ") {
            self.fate = Fate::Created;
            self.executable[1] = executable(mode)?;
        } else if let Some(mode) = line.strip_prefix("deleted file mode ") {
            self.fate = Fate::Deleted;
            self.executable[0] = executable(mode)?;
        } else if let Some(mode) = line.strip_prefix("old mode ") {
            self.executable[0] = executable(mode)?;
        } else if let Some(mode) = line.strip_prefix("new mode ") {
            self.executable[1] = executable(mode)?;
        } else if let Some(text) = line.strip_prefix("rename from ") {
            (self.from, self.fate) = (name(text), Fate::Renamed);
        } else if let Some(text) = line.strip_prefix("rename to ") {
            self.to = name(text);
        } else if let Some(text) = line.strip_prefix("copy from ") {
            (self.from, self.fate) = (name(text), Fate::Copied);
        } else if let Some(text) = line.strip_prefix("copy to ") {
            self.to = name(text);
        } else if let Some(text) = line.strip_prefix("index ") {
            executable(text.split_once(' ').map_or("", |(_, mode)| mode))?;
        } else if line.starts_with("GIT binary patch")
            || (line.starts_with("Binary files ") && line.ends_with(" differ"))
        {
            return Err("a binary file is not patched; leave it out, and write it by other means");
        }
        Ok(())
    }

    /// What all this means.
    pub(super) fn finish(self, strip: Option<usize>) -> Result<FilePatch, String> {
        let fail = |what: &str| Err(format!("line {}: {what}", self.line));
        let changes_mode = self.changes_mode();
        let relation = match (&self.from, &self.to, self.fate) {
            (None, None, _) => Relation::Same,
            (Some(_), Some(_), Fate::Copied) => Relation::Copied,
            (Some(_), Some(_), _) => Relation::Renamed,
            _ => return fail("a rename or copy needs both names, such as `rename from` and `rename to`"),
        };
        let (old, new) = match (self.names, self.both) {
            // These names have no prefixes.
            _ if relation != Relation::Same => {
                let count = strip.map_or(0, |count| count.saturating_sub(1));
                let name = |name: &Option<String>| {
                    name.as_deref().and_then(|name| path::strip(name, count)).map(str::to_owned)
                };
                (name(&self.from), name(&self.to))
            }
            (Some((old, new)), _) => stripped(old, new, strip, self.git),
            (None, Some((old, new))) => stripped(Some(old), Some(new), strip, self.git),
            (None, None) => return fail("the names of the file are missing; write `--- a/path` and `+++ b/path`"),
        };
        let (old, new) = (old.map(|name| path::tidy(&name)), new.map(|name| path::tidy(&name)));
        let (old, new) = (old.filter(|_| self.fate != Fate::Created), new.filter(|_| self.fate != Fate::Deleted));
        if old.is_none() && new.is_none() {
            return fail(match strip {
                Some(1..) => "there is a file neither before nor after; is `strip` too large?",
                _ => "there is a file neither before nor after; write its name after `---`, after `+++` or after both",
            });
        }
        if self.hunks.is_empty() && self.fate == Fate::Changed && !changes_mode {
            return fail("the file has no hunks; a hunk begins with `@@ -1,3 +1,4 @@`");
        }
        Ok(FilePatch { line: self.line, old, new, relation, executable: self.executable, hunks: self.hunks })
    }
}

/// Whether a mode lets its owner run the file; nothing if that is not told.
fn executable(mode: &str) -> Result<Option<bool>, &'static str> {
    match mode.trim() {
        "120000" => Err("a symbolic link is not patched; leave it out"),
        "160000" => Err("a submodule is not patched; leave it out"),
        mode => Ok(u32::from_str_radix(mode, 8).ok().map(|mode| mode & 0o100 != 0)),
    }
}

fn stripped(
    old: Option<String>,
    new: Option<String>,
    strip: Option<usize>,
    git: bool,
) -> (Option<String>, Option<String>) {
    let Some(count) = strip else { return path::without_prefixes(old.as_deref(), new.as_deref(), git) };
    let name = |name: Option<String>| name.and_then(|name| path::strip(&name, count).map(str::to_owned));
    (name(old), name(new))
}
