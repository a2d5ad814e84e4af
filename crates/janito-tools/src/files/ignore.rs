//! What a listing leaves out, as git would: `.gitignore` files from the repository's root downwards, the deeper one winning, and the
//! repository's `.git/info/exclude`; without a repository, those from the root of the workspace downwards. A repository in another has its own.
//! `.janitoignore` has the same form, stands anywhere beneath the root, applies whatever git says, and hides itself.
//!
//! Ignore files are read through the [`Reader`]'s handles alone; one that cannot be read is reported and taken as absent. What git keeps
//! outside the repository (`core.excludesFile`) is not read, and a tracked file that a pattern names is left out, too.

use janito_core::{Context, Directory, IgnoreRules, Reader, ToolError};
use std::ffi::OsStr;
use std::path::Path;

const GITIGNORE: &str = ".gitignore";
const JANITOIGNORE: &str = ".janitoignore";

/// What becomes of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Shown,
    /// Left out by git's rules.
    Git,
    /// Left out by a `.janitoignore`.
    Janito,
    /// A repository's own folder, which is never walked.
    Repository,
}

/// The rules that hold in one folder of a walk.
pub(super) struct Rules {
    git: Vec<IgnoreRules>,
    /// The first of those that hold: earlier ones belong to a repository further out.
    git_from: usize,
    janito: Vec<IgnoreRules>,
    respect_git: bool,
    /// Whether there was a `.gitignore` with a rule.
    pub(super) git_applied: bool,
    /// Whether there was a `.janitoignore`.
    pub(super) janito_applied: bool,
}

/// What held before a folder was entered.
pub(super) struct Before {
    git: usize,
    git_from: usize,
    janito: usize,
}

impl Rules {
    /// The rules above a folder, whose canonical path this is, and whether git ignores the folder itself.
    ///
    /// Git's rules are then dropped: who asks for `node_modules` by name wants to see it. A folder that `.janitoignore` hides stays hidden.
    pub(super) fn above(
        cx: &Context,
        files: &Reader,
        folder: &Path,
        respect_git: bool,
    ) -> Result<(Self, bool), ToolError> {
        let mut rules = Self {
            git: Vec::new(),
            git_from: 0,
            janito: Vec::new(),
            respect_git,
            git_applied: false,
            janito_applied: false,
        };
        let reached = folder.ancestors().skip(1).map_while(|path| Some((path, files.directory(path).ok()?)));
        let mut above: Vec<(&Path, Directory)> = reached.collect();
        above.reverse();
        let mut ignored = false;
        for (at, (path, directory)) in above.iter().enumerate() {
            rules.enter(cx, directory, path, |_| true)?;
            let child = above.get(at + 1).map_or(folder, |(child, _)| child);
            match rules.verdict(child, true) {
                Verdict::Janito => {
                    let shown = files.display(folder);
                    return Err(ToolError::denied(format!("{shown} is hidden by a .janitoignore file")));
                }
                Verdict::Git => ignored = true,
                Verdict::Shown | Verdict::Repository => {}
            }
        }
        if ignored {
            rules.respect_git = false;
            rules.git_applied = false;
        }
        Ok((rules, ignored))
    }

    /// Adds the rules that a folder brings; `has` says whether an entry of that name may be there.
    pub(super) fn enter(
        &mut self,
        cx: &Context,
        folder: &Directory,
        path: &Path,
        has: impl Fn(&str) -> bool,
    ) -> Result<Before, ToolError> {
        let before = Before { git: self.git.len(), git_from: self.git_from, janito: self.janito.len() };
        if self.respect_git {
            if has(".git") && is_repository(folder) {
                self.git_from = self.git.len();
                // Of a worktree or a submodule this is a file, and the folder it names is elsewhere.
                let info = folder.directory(".git").and_then(|git| git.directory("info"));
                if let Ok(info) = info
                    && let Some(exclude) = read(cx, &info, "exclude", path)?
                {
                    self.git.push(exclude);
                }
            }
            if has(GITIGNORE)
                && let Some(rules) = read(cx, folder, GITIGNORE, path)?
            {
                self.git_applied = true;
                self.git.push(rules);
            }
        }
        if has(JANITOIGNORE)
            && let Some(rules) = read(cx, folder, JANITOIGNORE, path)?
        {
            self.janito_applied = true;
            self.janito.push(rules);
        }
        Ok(before)
    }

    /// Drops the rules that the last folder brought.
    pub(super) fn leave(&mut self, before: &Before) {
        self.git.truncate(before.git);
        self.git_from = before.git_from;
        self.janito.truncate(before.janito);
    }

    /// What becomes of an entry of the folder that was entered last.
    pub(super) fn verdict(&self, path: &Path, is_dir: bool) -> Verdict {
        let name = path.file_name().unwrap_or_default();
        if name == OsStr::new(".git") {
            return Verdict::Repository;
        }
        if name == OsStr::new(JANITOIGNORE) || ignores(&self.janito, path, is_dir) {
            return Verdict::Janito;
        }
        if self.respect_git && ignores(&self.git[self.git_from..], path, is_dir) {
            Verdict::Git
        } else {
            Verdict::Shown
        }
    }
}

/// Whether the last rule that names an entry ignores it; the deeper file comes later.
fn ignores(levels: &[IgnoreRules], path: &Path, is_dir: bool) -> bool {
    levels.iter().rev().find_map(|level| level.verdict(path, is_dir)).unwrap_or(false)
}

/// Whether a folder is a repository's root.
fn is_repository(folder: &Directory) -> bool {
    folder.directory(".git").is_ok() || folder.read(".git").is_ok_and(|file| file.is_some())
}

/// The rules of an ignore file, which hold beneath `root`; nothing if there is no such file.
fn read(cx: &Context, folder: &Directory, name: &str, root: &Path) -> Result<Option<IgnoreRules>, ToolError> {
    let content = match folder.read(name) {
        Ok(Some(content)) => content,
        Ok(None) => return Ok(None),
        Err(error) => {
            cx.check()?;
            cx.warning(format!("{}/{name} was left out: {error}", folder.display()));
            return Ok(None);
        }
    };
    Ok(Some(IgnoreRules::parse(root, &content)))
}
