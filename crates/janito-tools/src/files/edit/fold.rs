//! Text without what a reader overlooks: white space, letter case, accents, and characters that look like others.
//!
//! It serves to say what differs; no edit is matched by it.

/// A text, folded, and where its lines begin.
pub(super) struct Folded {
    pub(super) text: Vec<u8>,
    /// Where each line begins in the folded text.
    pub(super) begins: Vec<usize>,
}

impl Folded {
    pub(super) fn of(text: &[u8]) -> Self {
        let mut folded = Self { text: Vec::with_capacity(text.len()), begins: vec![0] };
        for chunk in text.utf8_chunks() {
            for character in chunk.valid().chars() {
                if character == '\n' {
                    folded.begins.push(folded.text.len());
                } else if character.is_ascii_graphic() {
                    folded.text.push(character.to_ascii_lowercase() as u8);
                } else {
                    push(character, &mut folded.text);
                }
            }
            folded.text.extend(chunk.invalid());
        }
        folded
    }

    /// The line, counted from 0, that holds this byte of the folded text.
    pub(super) fn line_of(&self, at: usize) -> usize {
        self.begins.partition_point(|begin| *begin <= at) - 1
    }

    /// A line, folded.
    pub(super) fn line(&self, line: usize) -> &[u8] {
        let end = self.begins.get(line + 1).copied().unwrap_or(self.text.len());
        &self.text[self.begins[line]..end]
    }
}

/// Whether folding leaves nothing of a character.
pub(super) fn is_blank(character: char) -> bool {
    character.is_whitespace()
        || matches!(character, '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}')
}

/// What a character looks like.
pub(super) fn plain(character: char) -> char {
    match character {
        '‘' | '’' | '‚' | '‛' | '′' | '´' | '`' | 'ʼ' => '\'',
        '“' | '”' | '„' | '‟' | '″' | '«' | '»' => '"',
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => '-',
        // The full-width forms of ASCII.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character),
        '\u{c0}'..='\u{17f}' => {
            let base = char::from(ACCENTED.as_bytes()[(u32::from(character) - 0xc0) as usize]);
            if base == '-' { character } else { base }
        }
        _ => character,
    }
}

/// The letters from U+00C0 to U+017F without their accents.
const ACCENTED: &str = "AAAAAA-CEEEEIIII-NOOOOO-OUUUUY--aaaaaa-ceeeeiiii-nooooo-ouuuuy-yAaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIi--\
                        JjKk-LlLlLlLlLlNnNnNn---OoOoOo--RrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZz-";

fn push(character: char, out: &mut Vec<u8>) {
    if is_blank(character) {
        return;
    }
    for lower in plain(character).to_lowercase().take(1) {
        out.extend_from_slice(lower.encode_utf8(&mut [0; 4]).as_bytes());
    }
}
