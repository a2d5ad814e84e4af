//! The lines of a file that are the most like a text which is not in it.
//!
//! The longest line of the text is looked for among all lines by the pairs of bytes that they share, which costs one pass; only the few
//! best places are compared in earnest.

use super::fold::Folded;
use similar::{Algorithm, capture_diff_slices, diff_ratio};
use std::ops::Range;

/// How much of a line is compared by its pairs, how much in earnest, and how many lines.
const MOST_OF_LINE: usize = 2000;
const MOST_COMPARED: usize = 160;
const MOST_LINES: usize = 12;

/// How many places are compared in earnest.
const PLACES: usize = 6;

/// How like they must be to be shown.
const LIKE: f32 = 0.5;

/// The lines, counted from 0.
pub(super) fn find(file: &Folded, sought: &Folded) -> Option<Range<usize>> {
    let wanted: Vec<&[u8]> = (0..sought.begins.len()).map(|line| sought.line(line)).collect();
    // What is before the first and after the last line that says something does not count.
    let begin = wanted.iter().position(|line| !line.is_empty())?;
    let end = wanted.iter().rposition(|line| !line.is_empty())? + 1;
    let wanted = &wanted[begin..end];
    let anchor = (0..wanted.len()).max_by_key(|line| wanted[*line].len().min(MOST_OF_LINE))?;
    let candidates = candidates(file, wanted[anchor]);
    let windows = candidates.into_iter().map(|line| {
        let start = line.saturating_sub(anchor);
        start..(start + wanted.len()).min(file.begins.len())
    });
    let scored = windows.map(|window| (likeness(file, &window, wanted), window));
    scored.filter(|(score, _)| *score >= LIKE).max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, window)| window)
}

/// The lines that share the most pairs of bytes with this one.
fn candidates(file: &Folded, anchor: &[u8]) -> Vec<usize> {
    let anchor = &anchor[..anchor.len().min(MOST_OF_LINE)];
    let mut pairs = vec![false; 1 << 16];
    for pair in anchor.windows(2) {
        pairs[usize::from(u16::from_be_bytes([pair[0], pair[1]]))] = true;
    }
    let mut best: Vec<(usize, usize)> = Vec::new();
    for line in 0..file.begins.len() {
        let text = file.line(line);
        let text = &text[..text.len().min(MOST_OF_LINE)];
        // Lines of quite another length are not like it.
        if text.is_empty() || text.len() > 3 * anchor.len() + 8 || anchor.len() > 3 * text.len() + 8 {
            continue;
        }
        let shared = text.windows(2).filter(|pair| pairs[usize::from(u16::from_be_bytes([pair[0], pair[1]]))]).count();
        let score = shared.min(anchor.len()) * 2000 / (text.len() + anchor.len());
        let place = best.partition_point(|(other, _)| *other >= score);
        if score > 500 && place < PLACES {
            best.insert(place, (score, line));
            best.truncate(PLACES);
        }
    }
    best.into_iter().map(|(_, line)| line).collect()
}

/// How like these lines are to those that are wanted, weighed by length.
fn likeness(file: &Folded, window: &Range<usize>, wanted: &[&[u8]]) -> f32 {
    let (mut like, mut all) = (0.0, 0.0);
    for (line, wanted) in window.clone().zip(wanted).take(MOST_LINES) {
        let (there, wanted) = (cut(file.line(line)), cut(wanted));
        let weight = f32::from(u16::try_from(there.len().max(wanted.len())).unwrap_or(u16::MAX));
        let operations = capture_diff_slices(Algorithm::Myers, there, wanted);
        like += weight * diff_ratio(&operations, there.len(), wanted.len());
        all += weight;
    }
    if all > 0.0 { like / all } else { 0.0 }
}

fn cut(line: &[u8]) -> &[u8] {
    &line[..line.len().min(MOST_COMPARED)]
}
