//! Text from tools, made fit for a terminal.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The text with control characters escaped, so that it cannot steer the terminal; line ends and tabs stay.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    let steers = |character: char| steers(character) && !matches!(character, '\n' | '\t');
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

/// The same on one line: line ends are escaped, too, so that a text cannot forge a line of the program's.
pub(super) fn visible_line(text: &str) -> Cow<'_, str> {
    let breaks = |character: char| matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}');
    if !text.contains(breaks) {
        return visible(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if breaks(character) || (steers(character) && character != '\t') {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// The same with its line ends; what comes after one is indented, so that it cannot forge a line of the program's either.
pub(super) fn visible_block(text: &str) -> String {
    text.split('\n').map(visible_line).collect::<Vec<_>>().join("\n    ")
}

/// Text with styles that clap wrote. Its colours stay; what else the words of a command line could do to the terminal does not.
pub(super) fn visible_styled(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let mut out = visible(parts.next().unwrap_or_default()).into_owned();
    for part in parts {
        let codes = part.strip_prefix('[').and_then(|rest| rest.split_once('m')).map(|(codes, _)| codes);
        let is_style = codes.is_some_and(|codes| codes.chars().all(|code| code.is_ascii_digit() || code == ';'));
        out.push_str(if is_style { "\u{1b}" } else { "\\u{1b}" });
        out.push_str(&visible(part));
    }
    out
}

/// Whether a character is an order to the terminal: a control character, or one that turns the direction of the text around it.
fn steers(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// JSON text with the characters escaped that JSON itself allows in strings although they steer a terminal.
pub(super) fn visible_json(json: &str) -> Cow<'_, str> {
    let steers = |character: char| steers(character) && !character.is_ascii_whitespace();
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
            ("a\u{202e}b\u{2066}\u{200f}\u{200d}", "a\\u{202e}b\\u{2066}\\u{200f}\u{200d}"),
        ] {
            assert_eq!(visible(text), expected);
        }
    }

    #[test]
    fn a_line_stays_one() {
        for (text, expected) in [
            ("plain\ttab", "plain\ttab"),
            ("a\nerror: b", "a\\nerror: b"),
            ("a\r\nb\u{2028}\u{7}\u{200e}", "a\\r\\nb\\u{2028}\\u{7}\\u{200e}"),
        ] {
            assert_eq!(visible_line(text), expected);
        }
    }

    #[test]
    fn styles_stay() {
        for (text, expected) in [
            ("\u{1b}[1;31merror:\u{1b}[0m x\ny", "\u{1b}[1;31merror:\u{1b}[0m x\ny"),
            ("a\u{1b}[2Jm\u{1b}]0;x\u{7}", "a\\u{1b}[2Jm\\u{1b}]0;x\\u{7}"),
            ("\u{1b}", "\\u{1b}"),
        ] {
            assert_eq!(visible_styled(text), expected);
        }
    }

    #[test]
    fn json_means_the_same_when_escaped() {
        let json = "{\n\"a\":\"\u{9b}31m\u{7f}é\u{202e}\"}";
        let escaped = visible_json(json);
        assert_eq!(escaped, "{\n\"a\":\"\\u009b31m\\u007fé\\u202e\"}");
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
