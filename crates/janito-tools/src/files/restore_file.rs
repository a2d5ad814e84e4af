//! `RestoreFile`: brings back what was deleted or replaced.

use super::delete_file::has;
use janito_core::{Context, Existing, JsonSchema, NotKept, Removed, ToolError, Trashed, Writer, tool};
use jiff::Timestamp;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// How many entries of the trash are told of at most.
const MOST: usize = 10;

/// A thing that was brought back.
#[derive(Serialize, JsonSchema)]
struct Restoration {
    /// Where it is.
    filepath: String,
    /// What it was in the trash.
    id: String,
    /// What was done.
    message: String,
    /// Whether it is a directory.
    is_directory: bool,
    /// Its length in bytes; of a directory, that of the files in it.
    bytes: u64,
    /// Whether a file that was there was replaced.
    replaced: bool,
    /// What `RestoreFile` brings that file back by.
    #[serde(skip_serializing_if = "Option::is_none")]
    trash_id: Option<String>,
    /// What else the trash has of this path, the latest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<Entry>,
}

/// An entry of the trash.
#[derive(Serialize, JsonSchema)]
struct Entry {
    /// What it is brought back by.
    id: String,
    /// Where it was.
    filepath: String,
    /// When it went there, in UTC.
    time: String,
    /// Its length in bytes; of a directory, that of the files in it.
    bytes: u64,
    /// `deleted`, or `replaced` by another content.
    why: &'static str,
}

/// Bring a file or directory back from the trash to where it was: by `filepath` what was there last, or by `id` one in particular.
/// Deleted and replaced files go to the trash and stay for a while.
#[tool(permissions = "w", destructive)]
fn restore_file(
    cx: &Context,
    files: &Writer,
    /// Path where it was; or `id`.
    #[arg(alias = "path", alias = "file", alias = "directory")]
    filepath: Option<PathBuf>,
    /// The `trash_id` that was told when it went there; or `filepath`.
    #[arg(alias = "trash_id")]
    id: Option<String>,
    /// Replace a file that is there now, which goes to the trash itself.
    #[arg(default = false)]
    overwrite: bool,
) -> Result<Restoration, ToolError> {
    let id = match (filepath, id) {
        (None, Some(id)) => {
            cx.start(format!("Restoring {id}"));
            id
        }
        (Some(path), None) => {
            cx.start(format!("Restoring {}", files.display(&path)));
            last(files, &path)?
        }
        (Some(_), Some(_)) => {
            return Err(ToolError::new("name one of `filepath` and `id`, not both: an id has its own path"));
        }
        (None, None) => {
            return Err(ToolError::new("name what to restore: its `filepath`, or the `id` that it has in the trash"));
        }
    };
    let existing = if overwrite { Existing::Replace } else { Existing::Keep };
    let restored = files.restore(&id, existing).map_err(|error| explain(files, &id, error))?;
    cx.done(if restored.replaced { "restored, and what was there is in the trash" } else { "restored" });
    let what = if restored.entry.is_directory { "Directory" } else { "File" };
    let lost = lost(restored.not_kept).map(|lost| format!("; {lost}")).unwrap_or_default();
    let others =
        entries(files, |entry| entry.path == restored.entry.path && Some(&entry.id) != restored.trash_id.as_ref());
    Ok(Restoration {
        message: format!("{what} restored: {}{lost}", restored.shown),
        filepath: restored.shown,
        id,
        is_directory: restored.entry.is_directory,
        bytes: restored.entry.bytes,
        replaced: restored.replaced,
        trash_id: restored.trash_id,
        others: others.unwrap_or_default(),
    })
}

/// How a thing that was deleted can be brought back, as a message ends.
pub(super) fn way_back(removed: &Removed) -> String {
    match (&removed.trash_id, removed.not_kept) {
        (Some(id), _) => format!("; RestoreFile with id `{id}` brings it back"),
        (None, Some(why)) => format!("; it is gone for good: {}", why.reason()),
        (None, None) => "; it was empty".to_owned(),
    }
}

/// What there is to know of a file that was replaced, if the trash has not kept it. Where there is no trash, nobody expects that.
pub(super) fn lost(not_kept: Option<NotKept>) -> Option<String> {
    let why = not_kept.filter(|why| *why != NotKept::NoTrash)?;
    Some(format!("what was replaced is not kept in the trash: {}", why.reason()))
}

/// The id of what was last at a path.
fn last(files: &Writer, path: &Path) -> Result<String, ToolError> {
    if let Some(entry) = files.last_trashed(path)? {
        return Ok(entry.id);
    }
    let shown = files.display(path);
    for above in path.ancestors().skip(1).filter(|above| !above.as_os_str().is_empty()) {
        if let Ok(Some(entry)) = files.last_trashed(above) {
            return Err(ToolError::new(format!(
                "the trash has nothing that was {shown}, but the directory {} that may have held it; restore that one",
                files.display(above)
            ))
            .with("in_trash", [Entry::of(files, &entry)]));
        }
    }
    let all = entries(files, |_| true)?;
    Err(ToolError::new(format!("the trash has nothing that was {shown}; `in_trash` has the latest of what there is"))
        .with("in_trash", all))
}

/// Says which argument would help, and what there is.
fn explain(files: &Writer, id: &str, error: ToolError) -> ToolError {
    let Ok(all) = files.trashed() else { return error };
    let Some(wanted) = all.iter().find(|entry| entry.id == id) else {
        let known: Vec<Entry> = all.iter().take(MOST).map(|entry| Entry::of(files, entry)).collect();
        return error.with("in_trash", known);
    };
    let error = if has(&error, "exists") {
        let shown = files.display(&wanted.path);
        ToolError::new(format!(
            "File already exists: {shown} (use overwrite=true to replace it; it goes to the trash itself)"
        ))
        .with("exists", true)
    } else {
        error
    };
    let same = all.iter().filter(|entry| entry.path == wanted.path).take(MOST);
    error.with("in_trash", same.map(|entry| Entry::of(files, entry)).collect::<Vec<_>>())
}

/// The latest entries that are meant.
fn entries(files: &Writer, meant: impl Fn(&Trashed) -> bool) -> Result<Vec<Entry>, ToolError> {
    let all = files.trashed()?;
    Ok(all.iter().filter(|entry| meant(entry)).take(MOST).map(|entry| Entry::of(files, entry)).collect())
}

impl Entry {
    fn of(files: &Writer, entry: &Trashed) -> Self {
        let time = Timestamp::try_from(entry.time).unwrap_or_default();
        Self {
            id: entry.id.clone(),
            filepath: files.display(&entry.path),
            time: time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            bytes: entry.bytes,
            why: entry.why.word(),
        }
    }
}
