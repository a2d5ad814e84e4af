//! What differs between a text and the lines of a file that read like it, in words.

use super::fold::{Folded, is_blank, plain};
use super::miss::{Sought, line_start};
use memchr::memmem;
use std::collections::BTreeSet;
use std::ops::Range;

/// What differs between a text and lines that are equal to it when folded.
pub(super) fn differences(text: &[u8], file: &Folded, span: &Range<usize>, sought: &Sought<'_>) -> String {
    let (old, name) = (sought.text.replace("\r\n", "\n"), sought.name);
    let folded = Folded::of(old.as_bytes());
    // What is before the text in its first line is skipped, and so is white space after it.
    let first = memmem::find(&file.text, &folded.text).unwrap_or(0).saturating_sub(file.begins[span.start]);
    let region =
        String::from_utf8_lossy(&text[line_start(text, span.start)..line_start(text, span.end + 2)]).into_owned();
    let mut there = Runs::of(&region);
    let mut skipped = 0;
    while skipped < first
        && let Some((_, character)) = there.next()
    {
        skipped += Folded::of(character.encode_utf8(&mut [0; 4]).as_bytes()).text.len();
    }
    let (mut kinds, mut alike) = (BTreeSet::new(), BTreeSet::new());
    for (index, (blank, wanted)) in Runs::of(&old).enumerate() {
        let Some((space, character)) = there.next() else { break };
        let same = if index == 0 && !sought.whole_lines { space.ends_with(blank) } else { space == blank };
        if !same {
            kinds.insert(white_space(space, blank));
        }
        if character == wanted {
            continue;
        }
        if character.to_lowercase().eq(wanted.to_lowercase()) {
            kinds.insert("letter case");
        } else if plain(character).to_lowercase().eq(plain(wanted).to_lowercase()) {
            alike.insert((character, wanted));
        }
    }
    let tail = &old[old.trim_end_matches(is_blank).len()..];
    if !there.rest.starts_with(tail) {
        kinds.insert(white_space(there.rest, tail));
    }
    let mut told: Vec<String> = kinds.into_iter().map(str::to_owned).collect();
    told.extend(alike.into_iter().take(3).map(|(there, wanted)| {
        format!("`{there}` (U+{:04X}) where {name} has `{wanted}` (U+{:04X})", u32::from(there), u32::from(wanted))
    }));
    if told.is_empty() { "characters that look alike".to_owned() } else { told.join(" and ") }
}

/// The kind of difference between two runs of white space.
fn white_space(there: &str, wanted: &str) -> &'static str {
    let both = |test: fn(&str) -> bool| test(there) != test(wanted);
    if both(|run| run.chars().any(|character| !matches!(character, ' ' | '\t' | '\n' | '\r'))) {
        "white space that is no plain space (such as U+00A0) or accents written as characters of their own"
    } else if both(|run| run.contains('\n')) || there.matches('\n').count() != wanted.matches('\n').count() {
        "white space (line breaks or blank lines)"
    } else if there.split('\n').next() != wanted.split('\n').next() && there.contains('\n') {
        "white space (blanks at the end of a line)"
    } else if both(|run| run.contains('\t')) {
        "white space (tabs and spaces)"
    } else {
        "white space (its amount)"
    }
}

/// The characters of a text that are not blank, each with the blanks before it.
struct Runs<'a> {
    rest: &'a str,
}

impl<'a> Runs<'a> {
    fn of(rest: &'a str) -> Self {
        Self { rest }
    }
}

impl<'a> Iterator for Runs<'a> {
    type Item = (&'a str, char);

    fn next(&mut self) -> Option<Self::Item> {
        let after = self.rest.trim_start_matches(is_blank);
        let character = after.chars().next()?;
        let blank = &self.rest[..self.rest.len() - after.len()];
        self.rest = &after[character.len_utf8()..];
        Some((blank, character))
    }
}
