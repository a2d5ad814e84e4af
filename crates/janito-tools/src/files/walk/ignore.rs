//! What a walk leaves out, as git would: `.gitignore` files from the repository's root downwards, the deeper one winning, and the
//! repository's `.git/info/exclude`; without a repository, those from the root of the workspace downwards. A repository in another has its own.
//!
//! Ignore files are read through the [`Reader`]'s handles alone and, as by git, not through a link; one that cannot be read is reported and
//! taken as absent. A tracked file that a pattern names is left out, too. What a `.janitoignore` hides, the handles do not tell.

use janito_core::{Context, Directory, IgnoreRules, Reader, ToolError};
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::Arc;

pub(in crate::files) const GIT: &str = ".git";
pub(in crate::files) const GITIGNORE: &str = ".gitignore";

/// What becomes of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::files) enum Verdict {
    Shown,
    /// Left out by git's rules.
    Git,
    /// A repository's own folder, which is walked only where it was named.
    Repository,
}

/// Which kinds of ignore file with a rule there were.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::files) struct Applied {
    pub(in crate::files) git: bool,
    pub(in crate::files) janito: bool,
}

/// What was found out about folders above others, so that it is once.
#[derive(Default)]
pub(in crate::files) struct Known(HashMap<(PathBuf, usize, bool), Inside>);

/// What holds in a folder that others lie in.
#[derive(Clone, Default)]
struct Inside {
    rules: Rules,
    applied: Applied,
    /// Git ignores it.
    ignored: bool,
    /// It is a `.git`, or lies in one.
    repository: bool,
}

impl Inside {
    fn outermost(files: &Reader, folder: &Path, respect_git: bool) -> Result<Self, ToolError> {
        let git = if respect_git { Some(Git::around(files, folder)?) } else { None };
        Ok(Self { rules: Rules { git }, ..Self::default() })
    }

    /// With what becomes of a folder directly in it.
    fn ask(mut self, child: &Path) -> Self {
        match self.rules.verdict(child.file_name().unwrap_or_default(), child, true) {
            Verdict::Git => self.ignored = true,
            Verdict::Repository => self.repository = true,
            Verdict::Shown => {}
        }
        self
    }
}

/// The rules that hold in one folder. Those of a folder beneath begin with them, so that they are shared.
#[derive(Clone, Default)]
pub(in crate::files) struct Rules {
    /// Nothing where git's rules are not asked for.
    git: Option<Git>,
}

#[derive(Clone, Default)]
struct Git {
    /// The user's `core.excludesFile`, which holds in every repository, from its root on.
    excludes: Option<Arc<[u8]>>,
    /// A folder and the rules that hold from it on, though their file is elsewhere.
    elsewhere: Option<Arc<(PathBuf, IgnoreRules)>>,
    here: Chain,
}

/// The rules of ignore files, the deepest first.
#[derive(Clone, Default)]
struct Chain(Option<Arc<Link>>);

struct Link {
    rules: IgnoreRules,
    above: Chain,
}

impl Git {
    /// With the rules from outside the workspace that hold in a folder of it.
    fn around(files: &Reader, folder: &Path) -> Result<Self, ToolError> {
        let outer = files.outer_ignores(folder)?;
        let mut git = Self { excludes: outer.excludes.as_deref().map(Arc::from), ..Self::default() };
        let rules = outer.above.iter().map(|(folder, content)| (folder.clone(), IgnoreRules::parse(folder, content)));
        match &outer.repository {
            Some(repository) => {
                git.here = git.excluded_from(repository);
                git.here = rules.fold(git.here, |chain, (_, rules)| chain.and(Some(rules)));
            }
            None => git.elsewhere = rules.map(Arc::new).next(),
        }
        Ok(git)
    }

    /// What holds in a repository before it says anything itself.
    fn excluded_from(&self, repository: &Path) -> Chain {
        Chain::default().and(self.excludes.as_ref().map(|content| IgnoreRules::parse(repository, content)))
    }
}

impl Rules {
    /// The rules above a folder, whose canonical path this is, and whether git ignores the folder itself.
    ///
    /// Its rules are then dropped: who asks for `node_modules` or `.git` by name wants to see it.
    pub(in crate::files) fn above(
        cx: &Context,
        files: &Reader,
        folder: &Path,
        respect_git: bool,
        known: &mut Known,
        applied: &mut Applied,
    ) -> Result<(Self, bool), ToolError> {
        let outer = ptr::from_ref(files.outer_ignores(folder)?).addr();
        let (mut above, mut inside) = (Vec::new(), None);
        for path in folder.ancestors().skip(1) {
            // The innermost folder of which they are known is enough.
            if let Some(found) = known.0.get(&(path.to_owned(), outer, respect_git)) {
                inside = Some(found.clone());
                break;
            }
            let Ok(directory) = files.directory(path) else { break };
            above.push((path, directory));
        }
        for (path, directory) in above.into_iter().rev() {
            let mut here = match inside {
                Some(around) => Inside::ask(around, path),
                None => Inside::outermost(files, folder, respect_git)?,
            };
            here.rules = here.rules.enter(cx, &directory, path, |_| true, &mut here.applied)?;
            known.0.insert((path.to_owned(), outer, respect_git), here.clone());
            inside = Some(here);
        }
        let mut here = match inside {
            Some(around) => Inside::ask(around, folder),
            None => Inside::outermost(files, folder, respect_git)?,
        };
        if here.ignored || here.repository {
            here.rules.git = None;
            here.applied.git = false;
        }
        applied.git |= here.applied.git;
        applied.janito |= here.applied.janito;
        Ok((here.rules, here.ignored))
    }

    /// The rules in a folder: these, which hold around it, and those that it brings. `has` says whether an entry of that name may be there.
    pub(in crate::files) fn enter(
        &self,
        cx: &Context,
        folder: &Directory,
        path: &Path,
        has: impl Fn(&str) -> bool,
        applied: &mut Applied,
    ) -> Result<Self, ToolError> {
        let mut rules = self.clone();
        if let Some(git) = &mut rules.git {
            if has(GIT) && is_repository(folder) {
                git.here = git.excluded_from(path);
                // Of a worktree or a submodule this is a file, and the folder it names is elsewhere.
                if let Some(elsewhere) = git.elsewhere.as_ref().filter(|elsewhere| elsewhere.0 == path) {
                    git.here = git.here.and(Some(elsewhere.1.clone()));
                }
                let info = folder.directory(GIT).and_then(|git| git.directory("info"));
                if let Ok(info) = info {
                    git.here = git.here.and(read(cx, &info, "exclude", path)?);
                }
            }
            if has(GITIGNORE) {
                let found = read(cx, folder, GITIGNORE, path)?;
                applied.git |= found.is_some();
                git.here = git.here.and(found);
            }
        }
        applied.janito |= folder.is_restricted()?;
        Ok(rules)
    }

    /// Whether there is no rule, so that paths need not be known.
    pub(in crate::files) fn is_empty(&self) -> bool {
        self.git.as_ref().is_none_or(|git| git.here.0.is_none())
    }

    /// What becomes of an entry of the folder that these rules hold in. Where they are [empty](Self::is_empty), the path does not matter.
    pub(in crate::files) fn verdict(&self, name: &OsStr, path: &Path, is_dir: bool) -> Verdict {
        if name == GIT {
            return Verdict::Repository;
        }
        if self.git.as_ref().is_some_and(|git| git.here.ignores(path, is_dir)) { Verdict::Git } else { Verdict::Shown }
    }
}

impl Chain {
    /// These rules, and deeper ones.
    fn and(&self, rules: Option<IgnoreRules>) -> Self {
        match rules.filter(|rules| !rules.is_empty()) {
            Some(rules) => Self(Some(Arc::new(Link { rules, above: self.clone() }))),
            None => self.clone(),
        }
    }

    /// Whether the deepest rule that names an entry ignores it.
    fn ignores(&self, path: &Path, is_dir: bool) -> bool {
        let mut chain = self;
        while let Some(link) = &chain.0 {
            if let Some(verdict) = link.rules.verdict(path, is_dir) {
                return verdict;
            }
            chain = &link.above;
        }
        false
    }
}

/// Whether a folder is a repository's root.
fn is_repository(folder: &Directory) -> bool {
    folder.directory(GIT).is_ok() || folder.read(GIT).is_ok_and(|file| file.is_some())
}

/// The rules of an ignore file, which hold beneath `root`; nothing if there is no such file.
fn read(cx: &Context, folder: &Directory, name: &str, root: &Path) -> Result<Option<IgnoreRules>, ToolError> {
    folder.ignore_rules(name, root).or_else(|error| {
        cx.check()?;
        cx.warning(format!("{}/{name} was left out: {error}", folder.display()));
        Ok(None)
    })
}
