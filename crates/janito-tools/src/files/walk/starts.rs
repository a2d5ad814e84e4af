//! What a caller names to be searched: folders, or single files, each opened once. What cannot be is told, and ends the call only where
//! nothing else is left.

use super::Kind;
use super::ignore::{Applied, Known, Rules};
use super::short::short;
use janito_core::{Context, Directory, Reader, ToolError};
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// One of the things that were named.
pub(in crate::files) struct Start {
    /// The folder, or the one that the entries lie in.
    pub(in crate::files) directory: Directory,
    /// Its canonical path.
    pub(in crate::files) path: PathBuf,
    /// Its path as people and models see it, with `/` at the end.
    pub(in crate::files) shown: String,
    pub(in crate::files) place: Place,
    /// What holds around the folder; for entries, in it.
    pub(in crate::files) rules: Rules,
}

/// What was named.
pub(in crate::files) enum Place {
    Folder,
    /// Files, or what else is no folder, of these names.
    Entries(Vec<(OsString, Kind)>),
}

/// The most paths that are told in one text.
const TOLD: usize = 20;

/// All that were named.
#[derive(Default)]
pub(in crate::files) struct Starts {
    pub(in crate::files) found: Vec<Start>,
    /// The first of those that cannot be searched, as they were given.
    pub(in crate::files) missing: Vec<String>,
    /// How many those are.
    missed: usize,
    /// Why the first cannot be.
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
        let mut starts = Self::default();
        let mut opening = Opening { cx, files, respect_git, known: Known::default(), groups: HashMap::new() };
        let mut named: HashSet<PathBuf> = HashSet::new();
        let mut first_error = None;
        for path in paths {
            let opened = canonical(files, path).and_then(|canonical| {
                if !named.contains(&canonical) {
                    opening.open(path, &canonical, &mut starts)?;
                    named.insert(canonical);
                }
                Ok(())
            });
            if let Err(error) = opened {
                cx.check()?;
                let error = shortened(files, error, path);
                starts.missed += 1;
                if starts.missing.len() < TOLD {
                    starts.missing.push(short(path).into_owned());
                    starts.reasons.push(error.to_string());
                }
                first_error.get_or_insert((error, path));
            }
        }
        let mut sorted: Vec<&PathBuf> = named.iter().collect();
        sorted.sort_unstable();
        // What lies in a folder comes right after it.
        starts.overlap = sorted.windows(2).any(|pair| pair[1].starts_with(pair[0]));
        match first_error {
            Some((error, path)) if starts.found.is_empty() => Err(explain(files, error, path, &starts)),
            Some(_) => {
                cx.warning(format!("{} left out: {}", starts.missed, starts.why()));
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
        let given = path.to_string_lossy();
        let open = || Ok((files.directory(path)?, files.canonical(path)?));
        let (directory, path) = open().map_err(|error| shortened(files, error, &given))?;
        folder(cx, files, directory, path, respect_git, &mut Known::default(), applied)
    }

    /// What there is to say about what was named.
    pub(in crate::files) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.missed > 0 {
            notes.push(self.why());
        }
        if !self.ignored.is_empty() {
            let names = self.ignored.iter().take(TOLD).map(|path| short(path)).collect::<Vec<_>>().join(", ");
            let more = match self.ignored.len().saturating_sub(TOLD) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            notes.push(format!("{names}{more} is itself ignored by git; its rules were not heeded in it"));
        }
        notes
    }

    /// Why some cannot be searched.
    fn why(&self) -> String {
        let mut why = self.reasons.join(". ");
        if self.missed > self.reasons.len() {
            let _ =
                write!(why, ". These are the first {} of {} that cannot be searched", self.reasons.len(), self.missed);
        }
        why
    }
}

/// What is needed to open one thing after another.
struct Opening<'a> {
    cx: &'a Context,
    files: &'a Reader,
    respect_git: bool,
    known: Known,
    /// Where in [`Starts::found`] the files of a folder are.
    groups: HashMap<PathBuf, usize>,
}

impl Opening<'_> {
    fn open(&mut self, path: &str, canonical: &Path, starts: &mut Starts) -> Result<(), ToolError> {
        let Self { cx, files, respect_git, .. } = *self;
        if files.metadata(canonical)?.is_dir() {
            let directory = files.directory(canonical)?;
            let (known, applied) = (&mut self.known, &mut starts.applied);
            let (start, ignored) = folder(cx, files, directory, canonical.to_owned(), respect_git, known, applied)?;
            if ignored {
                starts.ignored.push(path.to_owned());
            }
            starts.found.push(start);
            return Ok(());
        }
        let (Some(folder), Some(name)) = (canonical.parent(), canonical.file_name()) else {
            return Err(ToolError::new(format!("`{path}` is neither a file nor a folder")));
        };
        let entry = |directory: &Directory| -> Result<_, ToolError> {
            let kind = if directory.metadata(name)?.is_file() { Kind::File } else { Kind::Other };
            Ok((name.to_owned(), kind))
        };
        if let Some(start) = self.groups.get(folder).and_then(|at| starts.found.get_mut(*at)) {
            let entry = entry(&start.directory)?;
            if let Place::Entries(entries) = &mut start.place {
                entries.push(entry);
            }
            return Ok(());
        }
        let directory = files.directory(folder)?;
        let entries = vec![entry(&directory)?];
        // Git's rules say nothing about a file that is asked for by name.
        let (rules, _) = Rules::above(cx, files, folder, false, &mut self.known, &mut starts.applied)?;
        let rules = rules.enter(cx, &directory, folder, |_| true, &mut starts.applied)?;
        let (shown, path) = (shown(files, folder), folder.to_owned());
        self.groups.insert(path.clone(), starts.found.len());
        starts.found.push(Start { directory, path, shown, place: Place::Entries(entries), rules });
        Ok(())
    }
}

fn folder(
    cx: &Context,
    files: &Reader,
    directory: Directory,
    path: PathBuf,
    respect_git: bool,
    known: &mut Known,
    applied: &mut Applied,
) -> Result<(Start, bool), ToolError> {
    let (rules, ignored) = Rules::above(cx, files, &path, respect_git, known, applied)?;
    let shown = shown(files, &path);
    Ok((Start { directory, path, shown, place: Place::Folder, rules }, ignored))
}

/// An error that repeats no more of a long path than is needed to know it again.
fn shortened(files: &Reader, error: ToolError, path: &str) -> ToolError {
    let (given, mut text) = (short(path), error.to_string());
    if given.len() < path.len() {
        for whole in [files.display(path), path.to_owned()] {
            text = text.replace(&whole, &given);
        }
        return error.reworded(text);
    }
    error
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
fn explain(files: &Reader, error: ToolError, path: &str, starts: &Starts) -> ToolError {
    if starts.missed == 1 {
        let parts: Vec<&str> = path.split_whitespace().take(TOLD + 1).collect();
        if (2..=TOLD).contains(&parts.len()) && parts.iter().all(|part| files.metadata(part).is_ok()) {
            let list = parts.iter().map(|part| format!("\"{part}\"")).collect::<Vec<_>>().join(", ");
            return ToolError::new(format!("{error}; `paths` is a list, and several are written [{list}]"));
        }
        return error;
    }
    ToolError::new(format!("nothing can be searched: {}", starts.why())).with("missing", &starts.missing)
}
