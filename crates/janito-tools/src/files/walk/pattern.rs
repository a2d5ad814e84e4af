//! Globs, as all tools understand them. `*` and `?` do not cross a `/`, `**` does and may stand for no folder at all; `{a,b}` are
//! alternatives, and a backslash takes the meaning from what follows.
//!
//! A glob without `/` is matched against names, anywhere; one with `/` against the path beneath the folder that is searched, also where
//! that `/` stands in a `./` at the beginning. At the end `/` means folders alone. An absolute glob has to lie in a folder that is searched.

use super::ignore::GIT;
use super::short::short;
use super::starts::Start;
use super::{Entry, Kind};
use globset::{ErrorKind, Glob, GlobBuilder, GlobSet};
use janito_core::ToolError;
use std::fmt::Display;

/// Some globs, as they are matched in the folders that are searched: all of them in one pass.
#[derive(Default)]
pub(in crate::files) struct Globs {
    /// Those that mean the same in each folder.
    common: Set,
    /// Those that lie in one folder, for each of the folders; nothing where no glob is absolute.
    own: Vec<Set>,
    given: bool,
    has_path: bool,
    /// What there is to say about a glob, whatever is found.
    notes: Vec<String>,
    /// What there is to say if nothing is found.
    never: Vec<String>,
}

/// Globs by what they are matched against.
#[derive(Default)]
struct Set {
    everything: bool,
    names: GlobSet,
    paths: GlobSet,
    names_of_folders: GlobSet,
    paths_of_folders: GlobSet,
}

#[derive(Default)]
struct SetBuilder {
    everything: bool,
    /// Names and paths, each of everything and of folders alone.
    sets: [Vec<Glob>; 4],
}

/// A glob in parts.
struct Normal {
    /// Without a `/` at either end, doubled ones, and `.`.
    plain: String,
    absolute: bool,
    /// It begins with `./`.
    anchored: bool,
    folders_only: bool,
}

impl Globs {
    /// Some globs; empty ones are none.
    pub(in crate::files) fn new<T: AsRef<str>>(texts: &[T], starts: &[Start]) -> Result<Self, ToolError> {
        let mut globs = Self::default();
        let mut common = SetBuilder::default();
        let mut own: Vec<SetBuilder> = Vec::new();
        let mut folders = Vec::new();
        for text in texts.iter().map(AsRef::as_ref).filter(|text| !text.is_empty()) {
            globs.given = true;
            let normal = Normal::of(text)?;
            globs.has_path |= normal.plain.contains('/');
            globs.comment(text, &normal, starts);
            if !normal.absolute {
                common.add(text, &normal.plain, normal.anchored, normal.folders_only)?;
                continue;
            }
            if own.is_empty() {
                own.resize_with(starts.len(), SetBuilder::default);
                folders = starts.iter().map(|start| start.path.display().to_string()).collect::<Vec<_>>();
            }
            let mut somewhere = starts.is_empty();
            for (set, folder) in own.iter_mut().zip(&folders) {
                let absolute = format!("/{}", normal.plain);
                let rest = absolute.strip_prefix(folder.trim_end_matches('/'));
                if let Some(rest) = rest.filter(|rest| rest.is_empty() || rest.starts_with('/')) {
                    set.add(text, rest.trim_start_matches('/'), true, normal.folders_only)?;
                    somewhere = true;
                }
            }
            if !somewhere {
                let reason = "it is absolute and lies in no folder that is searched; write it relative to one, such as `src/*.rs`";
                return Err(invalid(text, reason));
            }
        }
        globs.common = common.build()?;
        globs.own = own.into_iter().map(SetBuilder::build).collect::<Result<_, _>>()?;
        Ok(globs)
    }

    /// Whether there is none.
    pub(in crate::files) fn is_empty(&self) -> bool {
        !self.given
    }

    /// Whether one names folders.
    pub(in crate::files) fn has_path(&self) -> bool {
        self.has_path
    }

    /// Whether an entry matches one of them.
    pub(in crate::files) fn matches(&self, entry: &Entry<'_>) -> bool {
        self.given
            && (self.common.matches(entry) || self.own.get(entry.folder.start).is_some_and(|own| own.matches(entry)))
    }

    /// Says why a glob may find nothing, to whom looks for what matches.
    pub(in crate::files) fn note(&self, found: u64, notes: &mut Vec<String>) {
        notes.extend(self.notes.iter().cloned());
        if found == 0 {
            notes.extend(self.never.iter().cloned());
        }
    }

    fn comment(&mut self, text: &str, normal: &Normal, starts: &[Start]) {
        const MOST: usize = 3;
        let names_git = normal.plain.split(['/', '{', ',', '}']).any(|part| part == GIT);
        let inside = starts.iter().any(|start| start.path.iter().any(|part| part == GIT));
        if names_git && !inside && self.notes.is_empty() {
            self.notes
                .push(format!("`{}` names `.git`, which is walked only where `.git` itself is searched", short(text)));
        }
        if normal.absolute || self.never.len() >= MOST {
            return;
        }
        let repeated = starts.iter().find_map(|start| {
            let shown = start.shown.strip_prefix("./").filter(|shown| !shown.is_empty())?;
            Some((&start.shown, normal.plain.strip_prefix(shown).filter(|rest| !rest.is_empty())?))
        });
        if let Some((shown, rest)) = repeated {
            let (text, rest) = (short(text), short(rest));
            self.never
                .push(format!("`{text}` is matched against paths beneath {shown}, which it repeats; pass `./{rest}`"));
        }
    }
}

impl Normal {
    fn of(text: &str) -> Result<Self, ToolError> {
        if text.contains('\0') {
            return Err(invalid(&text.replace('\0', "\\0"), "it holds a NUL, which is in no path; leave it out"));
        }
        let parts = || text.split('/');
        if parts().any(|part| part == "..") {
            let reason = "`..` leads out of the folder that is searched; search that folder, and write the pattern relative to it";
            return Err(invalid(text, reason));
        }
        let plain = parts().filter(|part| !part.is_empty() && *part != ".").collect::<Vec<_>>().join("/");
        Ok(Self {
            absolute: text.starts_with('/'),
            anchored: parts().next() == Some("."),
            folders_only: parts().next_back().is_some_and(|last| last.is_empty() || last == "."),
            plain,
        })
    }
}

impl SetBuilder {
    /// Adds a glob that is written as `text`.
    fn add(&mut self, text: &str, plain: &str, anchored: bool, folders_only: bool) -> Result<(), ToolError> {
        if plain.is_empty() {
            // It is the folder itself, and so all that is in it.
            self.everything = true;
            return Ok(());
        }
        let is_path = anchored || plain.contains('/');
        let build = |glob: &str| -> Result<Glob, ToolError> {
            GlobBuilder::new(glob)
                .literal_separator(true)
                .backslash_escape(true)
                .empty_alternates(true)
                .build()
                .map_err(|error| invalid(text, fault(plain, error.kind())))
        };
        // The library is fastest with this form, and a name is matched by it as by the plain one.
        let glob = if is_path { build(plain)? } else { build(&format!("**/{plain}"))? };
        self.sets[usize::from(is_path) + 2 * usize::from(folders_only)].push(glob);
        Ok(())
    }

    fn build(self) -> Result<Set, ToolError> {
        let build = |globs: Vec<Glob>| {
            GlobSet::new(globs).map_err(|error| invalid(error.glob().unwrap_or_default(), error.kind()))
        };
        let [names, paths, names_of_folders, paths_of_folders] = self.sets;
        Ok(Set {
            everything: self.everything,
            names: build(names)?,
            paths: build(paths)?,
            names_of_folders: build(names_of_folders)?,
            paths_of_folders: build(paths_of_folders)?,
        })
    }
}

impl Set {
    fn matches(&self, entry: &Entry<'_>) -> bool {
        let in_either = |all: &GlobSet, of_folders: &GlobSet, text: &str| {
            all.is_match(text) || (entry.kind == Kind::Directory && of_folders.is_match(text))
        };
        if self.everything || in_either(&self.names, &self.names_of_folders, &entry.name_text) {
            return true;
        }
        (!self.paths.is_empty() || !self.paths_of_folders.is_empty())
            && in_either(&self.paths, &self.paths_of_folders, &entry.beneath())
    }
}

fn invalid(text: &str, reason: impl Display) -> ToolError {
    ToolError::new(format!("the pattern `{}` is not valid: {reason}", short(text)))
}

/// What is wrong, where, and what would be right.
fn fault(glob: &str, kind: &ErrorKind) -> String {
    let at = |place: Option<usize>| glob[..place.unwrap_or(0)].chars().count() + 1;
    match kind {
        ErrorKind::UnclosedClass => {
            format!(
                "the `[` at character {} is not closed; close it with `]`, or write `\\[` for the character",
                at(glob.rfind('['))
            )
        }
        ErrorKind::UnclosedAlternates => {
            format!(
                "the `{{` at character {} is not closed; close it with `}}`, or write `\\{{` for the character",
                at(glob.find('{'))
            )
        }
        ErrorKind::UnopenedAlternates => {
            format!("the `}}` at character {} closes nothing; write `\\}}` for the character", at(glob.rfind('}')))
        }
        ErrorKind::InvalidRange(from, to) => format!("the range `{from}-{to}` runs backwards; write `{to}-{from}`"),
        ErrorKind::DanglingEscape => {
            "the backslash at its end has nothing to escape; write `\\\\` for the character".to_owned()
        }
        other => other.to_string(),
    }
}
