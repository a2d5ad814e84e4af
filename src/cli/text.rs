//! Text from tools, made fit for a terminal.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The text with control characters escaped, so that it cannot steer the terminal; line ends and tabs stay.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    let steers = |character: char| character.is_control() && !matches!(character, '\n' | '\t');
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.replace("\r\n", "\n").chars() {
        if steers(character) {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// JSON text with the control characters escaped that JSON itself allows in strings.
pub(super) fn visible_json(json: &str) -> Cow<'_, str> {
    let steers = |character: char| matches!(character, '\u{7f}'..='\u{9f}');
    if !json.contains(steers) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 16);
    for character in json.chars() {
        if steers(character) {
            let _ = write!(out, "\\u{:04x}", u32::from(character));
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// The first sentence of a description, on one line.
pub(super) fn first_sentence(description: &str) -> String {
    let paragraph = description.trim().split("\n\n").next().unwrap_or_default();
    let line = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = line.find(". ").map_or(line.len(), |at| at + 1);
    visible(&line[..end]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        for (text, expected) in [
            ("plain é 🔄\n\ttab", "plain é 🔄\n\ttab"),
            ("\u{1b}[2J\u{7}", "\\u{1b}[2J\\u{7}"),
            ("a\r\nb\rc", "a\nb\\rc"),
            ("\u{9b}31m\u{7f}", "\\u{9b}31m\\u{7f}"),
        ] {
            assert_eq!(visible(text), expected);
        }
    }

    #[test]
    fn json_means_the_same_when_escaped() {
        let json = "{\"a\":\"\u{9b}31m\u{7f}é\"}";
        let escaped = visible_json(json);
        assert_eq!(escaped, r#"{"a":"\u009b31m\u007fé"}"#);
        let same = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(same(json), same(&escaped));
    }

    #[test]
    fn a_sentence_ends_at_its_stop() {
        for (text, expected) in [
            ("One. Two.", "One."),
            ("Split\nover lines. Two.", "Split over lines."),
            ("Version 1.5 of it", "Version 1.5 of it"),
            ("First paragraph\n\nSecond.", "First paragraph"),
            ("", ""),
        ] {
            assert_eq!(first_sentence(text), expected);
        }
    }
}
