//! The first matching lines of many files, in the order of the files' paths, without keeping more than can be told.

use super::file::{Line, MOST, Wanted};
use std::collections::{BTreeMap, VecDeque};

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

    /// For lines that all are told.
    pub(super) fn all() -> Self {
        Self { files: BTreeMap::new(), matches: 0, bytes: 0, most_matches: u64::MAX, most_bytes: usize::MAX }
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether lines of this file may still be among the first.
    pub(super) fn may_take(&self, path: &str) -> bool {
        !self.is_full(self.matches, self.bytes)
            || self.files.last_key_value().is_none_or(|(last, _)| path < last.as_str())
    }

    /// Takes the lines of a file, in which so many match.
    pub(super) fn add(&mut self, path: String, matches: u64, lines: Vec<Line>) {
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

    /// The lines as they are told: those that match and are not skipped, and what is around them, be it a match of another page.
    pub(super) fn tell(self, wanted: &Wanted) -> Told {
        let mut told = Told::default();
        let (mut bytes, mut passed) = (0, 0);
        let (context, mut end) = (wanted.context as u64, wanted.lines);
        for (path, file) in self.files {
            if passed >= end {
                break;
            }
            let (mut before, mut last, mut until) = (VecDeque::new(), None, None);
            for Line { number, text, nth } in file.lines {
                let nth = nth.map(|nth| passed + nth).filter(|nth| (wanted.skipped..end).contains(nth));
                if let Some(nth) = nth {
                    let line = format!("{path}:{number}: {text}");
                    before.retain(|(number_before, _): &(u64, String)| number_before + context >= number);
                    let length = before.iter().map(|(_, line)| line.len()).sum::<usize>() + line.len();
                    if bytes + length <= MOST || told.count == 0 {
                        bytes += length;
                        told.count += 1;
                        for (number, line) in before.drain(..).chain([(number, line)]) {
                            if context > 0 && !told.lines.is_empty() && last.is_none_or(|last| last + 1 < number) {
                                told.lines.push("--".to_owned());
                            }
                            told.lines.push(line);
                            last = Some(number);
                        }
                        until = Some(number + context);
                        continue;
                    }
                    told.full = true;
                    end = nth;
                }
                if context == 0 {
                    continue;
                }
                let line = format!("{path}-{number}- {text}");
                if until.is_some_and(|until| number <= until) {
                    bytes += line.len();
                    told.lines.push(line);
                    last = Some(number);
                } else {
                    before.push_back((number, line));
                    if before.len() > wanted.context {
                        before.pop_front();
                    }
                }
            }
            passed += file.matches;
        }
        told
    }
}
