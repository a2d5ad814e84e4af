//! Reads a patch: unified diffs of git or of `diff -u`, with whatever words stand around them.
//!
//! Every fault is told, with its line; a patch with one is not applied.

use super::headers::{FilePatch, Headers};
use super::hunk::{self, begins_names};
use super::path;
use janito_core::ToolError;

/// Reads the files of a patch. `strip`: how many folders to take off their names; without it, git's prefixes.
pub(in crate::files) fn parse(text: &str, strip: Option<usize>) -> Result<Vec<FilePatch>, ToolError> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    lines.pop_if(|line| line.is_empty());
    let mut parser = Parser { lines: &lines, strip, open: None, files: Vec::new(), faults: Vec::new() };
    parser.run();
    if !parser.faults.is_empty() {
        let error = format!("the patch cannot be read:\n{}", parser.faults.join("\n"));
        return Err(ToolError::new(error).with("faults", parser.faults));
    }
    if parser.files.is_empty() {
        return Err(ToolError::new(
            "there is no unified diff in the patch; it has for each file the lines `--- a/path` and `+++ b/path`, and then hunks that \
             begin with `@@ -1,3 +1,4 @@`",
        ));
    }
    Ok(parser.files)
}

struct Parser<'a> {
    lines: &'a [&'a str],
    strip: Option<usize>,
    /// The file whose hunks are read.
    open: Option<Headers>,
    files: Vec<FilePatch>,
    faults: Vec<String>,
}

impl Parser<'_> {
    fn run(&mut self) {
        let mut at = 0;
        while at < self.lines.len() {
            at = self.step(at);
        }
        self.close();
    }

    /// Reads what begins at a line, and returns the index after it.
    fn step(&mut self, at: usize) -> usize {
        let line = self.lines[at].trim_end_matches('\r');
        if let Some(names) = line.strip_prefix("diff --git ") {
            self.close();
            self.open = Some(Headers::of_git(names, at));
        } else if begins_names(self.lines, at) {
            self.names(at);
            return at + 2;
        } else if line.starts_with("@@@") || line.starts_with("diff --cc ") || line.starts_with("diff --combined ") {
            return self.give_up(at, "a combined diff of a merge is not applied; make one against a single parent");
        } else if line.starts_with("@@") {
            return self.hunk(at);
        } else if line.starts_with("***************") {
            return self.give_up(at, "this is a context diff; write a unified one, as `diff -u` does");
        } else if line.starts_with("*** Begin Patch") || line.starts_with("*** Update File:") {
            return self.give_up(
                at,
                "this is another form of patch; write a unified diff: `--- a/path`, `+++ b/path` and hunks that begin with `@@`",
            );
        } else if line.starts_with("+++ ") {
            self.fault(
                at,
                "`+++` follows no `---` line; write `--- a/path`, or `--- /dev/null` for a new file, before it",
            );
        } else if self.open.is_none() && line.starts_with("Binary files ") && line.ends_with(" differ") {
            self.open = Some(Headers::at(at));
            return self.step(at);
        } else if let Some(open) = self.open.as_mut().filter(|open| open.hunks.is_empty())
            && let Err(what) = open.take(line)
        {
            self.open = None;
            self.fault(at, what);
        }
        at + 1
    }

    /// Takes the names at this line and the next.
    fn names(&mut self, at: usize) {
        let name = |at: usize| path::of_header(self.lines[at][4..].trim_end_matches('\r'));
        let (old, new) = (name(at), name(at + 1));
        let known = |name: &Result<Option<String>, _>| name.clone().ok().flatten();
        if self.open.as_ref().is_some_and(|open| {
            let others = open.is_other(known(&new).as_deref());
            others || open.names.is_some() || !open.git || !open.hunks.is_empty()
        }) {
            self.close();
        }
        let open = self.open.get_or_insert_with(|| Headers::at(at));
        open.names = Some((known(&old), known(&new)));
        for (name, at) in [(old, at), (new, at + 1)] {
            if let Err(what) = name {
                self.fault(at, what);
            }
        }
    }

    fn hunk(&mut self, at: usize) -> usize {
        let Some(open) = self.open.as_mut() else {
            self.fault(at, "the hunk belongs to no file; write `--- a/path` and `+++ b/path` before it");
            return self.next_file(at);
        };
        match hunk::parse(self.lines, at) {
            Ok((hunk, end)) => {
                open.hunks.push(hunk);
                end
            }
            Err(fault) => {
                self.faults.push(fault);
                self.open = None;
                self.next_file(at)
            }
        }
    }

    fn fault(&mut self, at: usize, what: &str) {
        self.faults.push(format!("line {}: {what}", at + 1));
    }

    /// Nothing after this can be understood.
    fn give_up(&mut self, at: usize, what: &str) -> usize {
        self.fault(at, what);
        self.open = None;
        self.lines.len()
    }

    /// The index where the next file begins.
    fn next_file(&self, at: usize) -> usize {
        let begins = |at: &usize| begins_names(self.lines, *at) || self.lines[*at].starts_with("diff --git ");
        (at + 1..self.lines.len()).find(begins).unwrap_or(self.lines.len())
    }

    fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        // A file of which only a fault was told, or of which git says that nothing changed.
        if open.is_empty() && open.names.is_none() {
            return;
        }
        match open.finish(self.strip) {
            Ok(file) => self.files.push(file),
            Err(fault) => self.faults.push(fault),
        }
    }
}
