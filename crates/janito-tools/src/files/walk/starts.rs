//! What a caller names to be searched: folders, or single files, each opened once. What cannot be is told, and ends the call only where
//! nothing else is left.

use super::Kind;
use super::ignore::{Applied, Rules};
use janito_core::{Context, Directory, Reader, ToolError};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// One of the things that were named.
pub(in crate::files) struct Start {
    /// The folder, or the one that the entry lies in.
    pub(in crate::files) directory: Directory,
    /// Its canonical path.
    pub(in crate::files) path: PathBuf,
    /// Its path as people and models see it, with `/` at the end.
    pub(in crate::files) shown: String,
    pub(in crate::files) place: Place,
    /// What holds around the folder; for an entry, in it.
    pub(in crate::files) rules: Rules,
}

/// What was named.
pub(in crate::files) enum Place {
    Folder,
    /// A file, or what else is no folder, of this name.
    Entry(OsString, Kind),
}

/// All that were named.
pub(in crate::files) struct Starts {
    pub(in crate::files) found: Vec<Start>,
    /// Those that cannot be searched, as they were given.
    pub(in crate::files) missing: Vec<String>,
    /// Why.
    reasons: Vec<String>,
    /// Folders that git ignores, so that its rules were dropped, as they were given.
    ignored: Vec<String>,
    pub(in crate::files) applied: Applied,
    /// Whether one lies in another.
    pub(in crate::files) overlap: bool,
}

impl Starts {
    /// Opens what was named. The same thing named twice is opened once.
    pub(in crate::files) fn open(
        cx: &Context,
        files: &Reader,
        paths: &[String],
        respect_git: bool,
    ) -> Result<Self, ToolError> {
        let (missing, reasons, ignored) = (Vec::new(), Vec::new(), Vec::new());
        let mut starts =
            Self { found: Vec::new(), missing, reasons, ignored, applied: Applied::default(), overlap: false };
        let mut known: Vec<PathBuf> = Vec::new();
        let mut first_error = None;
        for path in paths {
            let opened = canonical(files, path).and_then(|canonical| {
                if known.contains(&canonical) {
                    return Ok(());
                }
                let start = starts.start(cx, files, path, &canonical, respect_git)?;
                starts.overlap |=
                    known.iter().any(|other| other.starts_with(&canonical) || canonical.starts_with(other));
                known.push(canonical);
                starts.found.push(start);
                Ok(())
            });
            if let Err(error) = opened {
                cx.check()?;
                starts.missing.push(path.clone());
                starts.reasons.push(error.to_string());
                first_error.get_or_insert(error);
            }
        }
        match first_error {
            Some(error) if starts.found.is_empty() => Err(explain(files, error, &starts)),
            Some(_) => {
                cx.warning(format!("{} left out: {}", starts.missing.len(), starts.reasons.join(". ")));
                Ok(starts)
            }
            None if starts.found.is_empty() => {
                Err(ToolError::new("`paths` is empty; name folders or files, such as [\".\"]"))
            }
            None => Ok(starts),
        }
    }

    /// Opens a folder, and tells whether git ignores it, so that its rules were dropped.
    pub(in crate::files) fn folder(
        cx: &Context,
        files: &Reader,
        path: &Path,
        respect_git: bool,
        applied: &mut Applied,
    ) -> Result<(Start, bool), ToolError> {
        let directory = files.directory(path)?;
        let path = files.canonical(path)?;
        let (rules, ignored) = Rules::above(cx, files, &path, respect_git, applied)?;
        let shown = shown(files, &path);
        Ok((Start { directory, path, shown, place: Place::Folder, rules }, ignored))
    }

    fn start(
        &mut self,
        cx: &Context,
        files: &Reader,
        path: &str,
        canonical: &Path,
        respect_git: bool,
    ) -> Result<Start, ToolError> {
        if files.metadata(canonical)?.is_dir() {
            let (start, ignored) = Self::folder(cx, files, canonical, respect_git, &mut self.applied)?;
            if ignored {
                self.ignored.push(path.to_owned());
            }
            return Ok(start);
        }
        let (Some(folder), Some(name)) = (canonical.parent(), canonical.file_name()) else {
            return Err(ToolError::new(format!("`{path}` is neither a file nor a folder")));
        };
        let directory = files.directory(folder)?;
        // Git's rules say nothing about a file that is asked for by name.
        let (rules, _) = Rules::above(cx, files, folder, false, &mut self.applied)?;
        let rules = rules.enter(cx, &directory, folder, |_| true, &mut self.applied)?;
        let metadata = directory.metadata(name)?;
        let kind = if metadata.is_file() { Kind::File } else { Kind::Other };
        let shown = shown(files, folder);
        Ok(Start { directory, path: folder.to_owned(), shown, place: Place::Entry(name.to_owned(), kind), rules })
    }

    /// What there is to say about what was named.
    pub(in crate::files) fn notes(&self) -> Vec<String> {
        let mut notes = self.reasons.clone();
        if !self.ignored.is_empty() {
            notes
                .push(format!("{} is itself ignored by git; its rules were not heeded in it", self.ignored.join(", ")));
        }
        notes
    }

    /// The canonical paths of the folders, each in its place.
    pub(in crate::files) fn folders(&self) -> Vec<&Path> {
        self.found.iter().map(|start| start.path.as_path()).collect()
    }
}

/// Where is searched, in words for the user.
pub(in crate::files) fn announce(files: &Reader, paths: &[String], exclude: &[String]) -> String {
    const NAMED: usize = 3;
    let mut text = paths.iter().take(NAMED).map(|path| files.display(path)).collect::<Vec<_>>().join(", ");
    if paths.len() > NAMED {
        let _ = write!(text, " (+{} more)", paths.len() - NAMED);
    }
    if !exclude.is_empty() {
        let _ = write!(text, " exclude '{}'", exclude.join(" "));
    }
    text
}

fn canonical(files: &Reader, path: &str) -> Result<PathBuf, ToolError> {
    // Looked at first, for its error names the path as it is given.
    files.metadata(path)?;
    files.canonical(path)
}

/// A folder's path as people and models see it, which begins the paths of what is in it.
fn shown(files: &Reader, folder: &Path) -> String {
    let is_first_root = files.canonical(".").is_ok_and(|root| root == folder);
    if is_first_root { "./".to_owned() } else { format!("{}/", files.display(folder).trim_end_matches('/')) }
}

/// Why nothing can be searched. Several paths in one text are told from one that does not exist.
fn explain(files: &Reader, error: ToolError, starts: &Starts) -> ToolError {
    if let [only] = starts.missing.as_slice() {
        let parts: Vec<&str> = only.split_whitespace().collect();
        if parts.len() > 1 && parts.iter().all(|part| files.metadata(part).is_ok()) {
            let list = parts.iter().map(|part| format!("\"{part}\"")).collect::<Vec<_>>().join(", ");
            return ToolError::new(format!("{error}; `paths` is a list, and several are written [{list}]"));
        }
        return error;
    }
    ToolError::new(format!("nothing can be searched: {}", starts.reasons.join(". "))).with("missing", &starts.missing)
}
