//! Globs, as all tools understand them. `*` and `?` do not cross a `/`, `**` does and may stand for no folder at all; `{a,b}` are
//! alternatives, and a backslash takes the meaning from what follows.
//!
//! A pattern without `/` is matched against names, anywhere; one with `/` against the path beneath the folder that is searched. At the
//! beginning `./` means nothing; at the end `/` means folders alone. An absolute pattern has to lie in a folder that is searched.

use super::{Entry, Kind};
use globset::{ErrorKind, GlobBuilder, GlobSet, GlobSetBuilder};
use janito_core::ToolError;
use std::path::Path;

/// A pattern, as it is matched in one folder.
pub(in crate::files) struct Pattern {
    tested: Tested,
    folders_only: bool,
}

/// What is matched.
enum Tested {
    /// Everything matches.
    Nothing,
    Name(GlobSet),
    Path(GlobSet),
    /// It lies in another folder.
    Elsewhere,
}

impl Pattern {
    /// The pattern in each of some folders, given by their canonical paths. An empty one matches all.
    pub(in crate::files) fn of(text: &str, folders: &[&Path]) -> Result<Vec<Self>, ToolError> {
        let patterns: Vec<Self> = folders.iter().map(|folder| Self::new(text, folder)).collect::<Result<_, _>>()?;
        let nowhere =
            !patterns.is_empty() && patterns.iter().all(|pattern| matches!(pattern.tested, Tested::Elsewhere));
        if nowhere {
            return Err(invalid(
                text,
                "it is absolute and lies in no folder that is searched; write it relative to one, such as `src/*.rs`",
            ));
        }
        Ok(patterns)
    }

    fn new(text: &str, folder: &Path) -> Result<Self, ToolError> {
        let own = format!("{}/", folder.display().to_string().trim_end_matches('/'));
        let relative = text.strip_prefix(&own).or_else(|| text.strip_prefix("./")).unwrap_or(text);
        let plain = relative.trim_end_matches('/');
        let folders_only = plain.len() < relative.len();
        if relative.starts_with('/') {
            return Ok(Self { tested: Tested::Elsewhere, folders_only });
        }
        if plain.is_empty() {
            // `./` is the folder itself, and so all that is in it.
            return Ok(Self { tested: Tested::Nothing, folders_only: folders_only && !text.starts_with("./") });
        }
        let set = |glob: &str| {
            let glob = GlobBuilder::new(glob)
                .literal_separator(true)
                .backslash_escape(true)
                .empty_alternates(true)
                .build()
                .map_err(|error| invalid(text, &fault(plain, error.kind())))?;
            GlobSetBuilder::new().add(glob).build().map_err(|error| invalid(text, &error.kind().to_string()))
        };
        let tested = if plain.contains('/') {
            Tested::Path(set(plain)?)
        } else {
            // The library is fastest with this form, and a name is matched by it as by the plain one.
            Tested::Name(set(&format!("**/{plain}"))?)
        };
        Ok(Self { tested, folders_only })
    }

    /// Whether the path is matched, and not the name.
    pub(in crate::files) fn has_path(&self) -> bool {
        matches!(self.tested, Tested::Path(_))
    }

    /// Whether an entry is wanted.
    pub(in crate::files) fn matches(&self, entry: &Entry<'_>) -> bool {
        (!self.folders_only || entry.kind == Kind::Directory)
            && match &self.tested {
                Tested::Nothing => true,
                Tested::Name(set) => set.is_match(&*entry.name_text),
                Tested::Path(set) => set.is_match(entry.beneath()),
                Tested::Elsewhere => false,
            }
    }
}

/// Each of some patterns, in each of some folders.
pub(in crate::files) fn each(texts: &[String], folders: &[&Path]) -> Result<Vec<Vec<Pattern>>, ToolError> {
    let mut in_each: Vec<Vec<Pattern>> = folders.iter().map(|_| Vec::new()).collect();
    for text in texts.iter().filter(|text| !text.is_empty()) {
        for (patterns, pattern) in in_each.iter_mut().zip(Pattern::of(text, folders)?) {
            patterns.push(pattern);
        }
    }
    Ok(in_each)
}

fn invalid(text: &str, reason: &str) -> ToolError {
    ToolError::new(format!("the pattern `{text}` is not valid: {reason}"))
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
