//! A line as it is told: without its end, what is no text replaced, and cut around the match where it is too long.

use grep_matcher::Match;

/// The most characters of a line that are told.
const MOST: usize = 500;

/// How many of them stand before the match in a line that is cut.
const BEFORE: usize = 150;

/// The most bytes that a character takes.
const WIDEST: usize = 4;

/// What a line takes at most, with its path.
pub(super) const LONGEST: usize = MOST * WIDEST + (4 << 10);

/// A line as it is told. The match is asked for only where the line is too long.
pub(super) fn told(line: &[u8], find: impl FnOnce(&[u8]) -> Option<Match>) -> String {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.len() <= MOST {
        return String::from_utf8_lossy(line).into_owned();
    }
    if line.len() <= MOST * WIDEST {
        let text = String::from_utf8_lossy(line);
        if text.chars().count() <= MOST {
            return text.into_owned();
        }
    }
    let found = find(line).map_or(0, |found| found.start());
    // So that the end of a line is shown as far as a beginning would be.
    let begin = boundary(line, found.saturating_sub(BEFORE).min(line.len() - MOST));
    let end = boundary(line, line.len().min(begin + MOST * WIDEST));
    let text = String::from_utf8_lossy(&line[begin..end]);
    let cut = text.char_indices().nth(MOST).map(|(at, _)| at);
    let (before, after) = (if begin > 0 { "…" } else { "" }, if cut.is_some() || end < line.len() { "…" } else { "" });
    format!("{before}{}{after}", &text[..cut.unwrap_or(text.len())])
}

/// A place at which no character is cut, this or one shortly before.
fn boundary(line: &[u8], at: usize) -> usize {
    let within = |at: usize| line.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    (at.saturating_sub(WIDEST - 1)..=at).rev().find(|at| !within(*at)).unwrap_or(at)
}
