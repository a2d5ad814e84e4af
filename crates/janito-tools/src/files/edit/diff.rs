//! What a change did to a text, line by line: hunks with context, as a unified diff and as reports.
//!
//! Lines are shown as `ReadFile` shows them: CR LF as LF, without a byte order mark, and a byte that is no character replaced.

use super::patch::path;
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline, group_diff_ops};
use std::fmt::Write as _;
use std::ops::Range;
use std::time::{Duration, Instant};

/// How long the least difference is looked for; after that some lines are shown as changed that are not.
const PATIENCE: Duration = Duration::from_millis(300);

/// Lines around a change.
const CONTEXT: usize = 3;

/// The most bytes of a diff that are shown.
const MOST: usize = 32 << 10;

/// The difference between two texts.
pub(in crate::files) struct Diff<'a> {
    old: Vec<&'a [u8]>,
    new: Vec<&'a [u8]>,
    hunks: Vec<Vec<DiffOp>>,
    pub(in crate::files) added: usize,
    pub(in crate::files) removed: usize,
}

impl<'a> Diff<'a> {
    pub(in crate::files) fn between(old: &'a [u8], new: &'a [u8]) -> Self {
        let lines = |text: &'a [u8]| text.split_inclusive(|byte| *byte == b'\n').collect::<Vec<_>>();
        let (old, new) = (lines(old), lines(new));
        let same = |(a, b): &(&&[u8], &&[u8])| a == b;
        let begin = old.iter().zip(&new).take_while(same).count();
        let end = old[begin..].iter().rev().zip(new[begin..].iter().rev()).take_while(same).count();
        let (old_end, new_end) = (old.len() - end, new.len() - end);
        let deadline = Instant::now() + PATIENCE;
        let changed =
            capture_diff_slices_deadline(Algorithm::Myers, &old[begin..old_end], &new[begin..new_end], Some(deadline));
        let (mut added, mut removed) = (0, 0);
        for operation in changed.iter().filter(|operation| !matches!(operation, DiffOp::Equal { .. })) {
            added += operation.new_range().len();
            removed += operation.old_range().len();
        }
        let equal = |old_index, new_index, len| (len > 0).then_some(DiffOp::Equal { old_index, new_index, len });
        let operations = equal(0, 0, begin)
            .into_iter()
            .chain(changed.into_iter().map(|operation| moved(operation, begin)))
            .chain(equal(old_end, new_end, end));
        let hunks = group_diff_ops(operations.collect(), CONTEXT);
        Self { old, new, hunks, added, removed }
    }

    /// The texts of each hunk before and after, as many as are worth showing.
    pub(in crate::files) fn regions(&self) -> impl Iterator<Item = (String, String)> {
        let mut room = MOST;
        let region = |lines: &[&[u8]], span: Range<usize>| String::from_utf8_lossy(&lines[span].concat()).into_owned();
        self.hunks.iter().map_while(move |hunk| {
            let (old, new) = spans(hunk);
            let regions = (region(&self.old, old), region(&self.new, new));
            room = room.checked_sub(regions.0.len() + regions.1.len())?;
            Some(regions)
        })
    }

    /// The unified diff of a file: `old` or `new` is nothing where there is none. What is too long ends with a line that says so.
    pub(in crate::files) fn unified(&self, old: Option<&str>, new: Option<&str>) -> String {
        let name = |path: Option<&str>, prefix: &str| match path {
            Some(path) => path::quote(&format!("{prefix}{}", path.trim_start_matches("./"))),
            None => "/dev/null".to_owned(),
        };
        let mut out = format!("--- {}\n+++ {}\n", name(old, "a/"), name(new, "b/"));
        let mut left_out = 0;
        for hunk in &self.hunks {
            if left_out == 0 {
                let (old, new) = spans(hunk);
                // Writing to a string does not fail.
                let _ = writeln!(out, "@@ -{} +{} @@", header(&old), header(&new));
            }
            for (mark, line) in hunk.iter().flat_map(|operation| self.lines(operation)) {
                let text = String::from_utf8_lossy(line);
                if left_out > 0 || out.len() + text.len() > MOST {
                    left_out += 1;
                    continue;
                }
                out.push(mark);
                out.push_str(&text);
                if !text.ends_with('\n') {
                    out.push_str("\n\\ No newline at end of file\n");
                }
            }
        }
        if left_out > 0 {
            let _ = writeln!(out, "[{left_out} more lines of the diff are not shown]");
        }
        out
    }

    /// The lines of an operation, with their marks.
    fn lines(&self, operation: &DiffOp) -> impl Iterator<Item = (char, &'a [u8])> {
        let mark = if matches!(operation, DiffOp::Equal { .. }) { ' ' } else { '-' };
        let added = if mark == ' ' { 0..0 } else { operation.new_range() };
        let old = self.old[operation.old_range()].iter().map(move |line| (mark, *line));
        old.chain(self.new[added].iter().map(|line| ('+', *line)))
    }
}

/// An operation that begins so many lines later.
fn moved(operation: DiffOp, by: usize) -> DiffOp {
    match operation {
        DiffOp::Equal { old_index, new_index, len } => {
            DiffOp::Equal { old_index: old_index + by, new_index: new_index + by, len }
        }
        DiffOp::Delete { old_index, old_len, new_index } => {
            DiffOp::Delete { old_index: old_index + by, old_len, new_index: new_index + by }
        }
        DiffOp::Insert { old_index, new_index, new_len } => {
            DiffOp::Insert { old_index: old_index + by, new_index: new_index + by, new_len }
        }
        DiffOp::Replace { old_index, old_len, new_index, new_len } => {
            DiffOp::Replace { old_index: old_index + by, old_len, new_index: new_index + by, new_len }
        }
    }
}

/// The lines of a hunk, before and after.
fn spans(hunk: &[DiffOp]) -> (Range<usize>, Range<usize>) {
    let (first, last) = (hunk[0], hunk[hunk.len() - 1]);
    (first.old_range().start..last.old_range().end, first.new_range().start..last.new_range().end)
}

/// Lines as a hunk's header tells them.
fn header(lines: &Range<usize>) -> String {
    match lines.len() {
        0 => format!("{},0", lines.start),
        1 => format!("{}", lines.start + 1),
        count => format!("{},{count}", lines.start + 1),
    }
}
