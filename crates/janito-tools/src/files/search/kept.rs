//! The first matching lines of many files, in the order of the files' paths, without keeping more than can be told.

use super::file::{Line, MOST, Role, Wanted};
use std::collections::BTreeMap;

/// The lines of the files that come first.
pub(super) struct Kept {
    files: BTreeMap<String, OfFile>,
    matches: u64,
    bytes: usize,
    most_matches: u64,
    most_bytes: usize,
}

struct OfFile {
    lines: Vec<Line>,
    matches: u64,
    bytes: usize,
}

/// What is told.
#[derive(Default)]
pub(super) struct Told {
    pub(super) lines: Vec<String>,
    /// How many of them match.
    pub(super) count: u64,
    /// Whether more would be too long.
    pub(super) full: bool,
}

impl Kept {
    pub(super) fn new(wanted: &Wanted) -> Self {
        let (most_matches, most_bytes) = (wanted.lines, wanted.bytes());
        Self { files: BTreeMap::new(), matches: 0, bytes: 0, most_matches, most_bytes }
    }

    /// Whether lines of this file may still be among the first.
    pub(super) fn may_take(&self, path: &str) -> bool {
        !self.is_full(self.matches, self.bytes)
            || self.files.last_key_value().is_none_or(|(last, _)| path < last.as_str())
    }

    pub(super) fn add(&mut self, path: String, lines: Vec<Line>) {
        let matches = lines.iter().filter(|line| line.role == Role::Match).count() as u64;
        let bytes = lines.iter().map(|line| path.len() + line.text.len()).sum();
        self.insert(path, OfFile { lines, matches, bytes });
    }

    pub(super) fn merge(&mut self, other: Self) {
        for (path, file) in other.files {
            self.insert(path, file);
        }
    }

    fn insert(&mut self, path: String, file: OfFile) {
        self.matches += file.matches;
        self.bytes += file.bytes;
        self.files.insert(path, file);
        while let Some(last) = self.files.last_entry() {
            let (matches, bytes) = (self.matches - last.get().matches, self.bytes - last.get().bytes);
            if matches < self.most_matches && bytes < self.most_bytes {
                break;
            }
            last.remove();
            (self.matches, self.bytes) = (matches, bytes);
        }
    }

    fn is_full(&self, matches: u64, bytes: usize) -> bool {
        matches >= self.most_matches || bytes >= self.most_bytes
    }

    /// The lines as they are told, without those that are skipped.
    pub(super) fn tell(self, wanted: &Wanted) -> Told {
        let mut told = Told::default();
        let (mut seen, mut bytes) = (0, 0);
        for (path, file) in self.files {
            // What stands before a match is told with it, what stands after one only if it is told.
            let (mut before, mut showing) = (Vec::new(), false);
            if wanted.context > 0 && !told.lines.is_empty() {
                before.push("--".to_owned());
            }
            for Line { number, text, role } in file.lines {
                let line = match role {
                    Role::Match => format!("{path}:{number}: {text}"),
                    Role::Before | Role::After => format!("{path}-{number}- {text}"),
                    Role::Break => "--".to_owned(),
                };
                match role {
                    Role::Match => {
                        seen += 1;
                        showing = seen > wanted.skipped;
                        if !showing {
                            before.clear();
                            continue;
                        }
                        if told.count >= wanted.lines - wanted.skipped {
                            return told;
                        }
                        let length = before.iter().map(String::len).sum::<usize>() + line.len();
                        if bytes + length > MOST && told.count > 0 {
                            told.full = true;
                            return told;
                        }
                        bytes += length;
                        told.count += 1;
                        told.lines.append(&mut before);
                        told.lines.push(line);
                    }
                    Role::After if showing => {
                        bytes += line.len();
                        told.lines.push(line);
                    }
                    Role::After => {}
                    Role::Break if told.lines.is_empty() => {}
                    Role::Before | Role::Break => before.push(line),
                }
            }
        }
        told
    }
}
