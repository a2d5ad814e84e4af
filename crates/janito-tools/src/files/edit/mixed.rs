//! Line ends of a new text where what it replaces has both kinds: a line that stays keeps its own, one that changes has that of the line it
//! replaces.

use super::document::{Document, Ending};
use super::encode::Unmappable;
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};
use std::ops::Range;
use std::time::{Duration, Instant};

/// How long the lines that stay are looked for.
const PATIENCE: Duration = Duration::from_millis(300);

/// The bytes of a new text for a span of the document; nothing if that ends within what the encoding writes as one. What ends no line
/// that was there ends with `otherwise`.
pub(super) fn encode(
    document: &Document<'_>,
    span: Range<usize>,
    new: &str,
    otherwise: Ending,
) -> Option<Result<Vec<u8>, Unmappable>> {
    let text = &document.text()[span.clone()];
    let lines = |text: &'_ [u8]| text.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::len).collect::<Vec<_>>();
    let (old_lengths, new_lengths) = (lines(text), lines(new.as_bytes()));
    let (old, new_places) = (places(span.start, &old_lengths), places(0, &new_lengths));
    let old_lines: Vec<&[u8]> = old.iter().map(|line| &document.text()[line.clone()]).collect();
    let new_lines: Vec<&[u8]> = new_places.iter().map(|line| &new.as_bytes()[line.clone()]).collect();
    let deadline = Some(Instant::now() + PATIENCE);
    let mut out = Vec::new();
    for operation in capture_diff_slices_deadline(Algorithm::Myers, &old_lines, &new_lines, deadline) {
        let (from, to) = (operation.old_range(), operation.new_range());
        if let DiffOp::Equal { .. } = operation {
            let begin = document.place(old[from.start].start)?;
            let end = document.place(old[from.end - 1].end)?;
            out.extend_from_slice(&document.bytes()[begin..end]);
            continue;
        }
        for (number, line) in to.enumerate() {
            let replaced = old.get((from.start + number).min(from.end.max(1) - 1)).cloned();
            let ending = replaced.and_then(|line| document.ending_in(line)).unwrap_or(otherwise);
            match document.encode(&new[new_places[line].clone()], ending) {
                Ok(bytes) => out.extend(bytes),
                Err(unmappable) => return Some(Err(unmappable)),
            }
        }
    }
    Some(Ok(out))
}

/// Where lines of these lengths lie.
fn places(start: usize, lengths: &[usize]) -> Vec<Range<usize>> {
    let ends = lengths.iter().scan(start, |end, length| {
        *end += length;
        Some(*end - length..*end)
    });
    ends.collect()
}
