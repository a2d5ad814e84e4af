//! Writing JSON text without a tree.

/// Appends a text as a JSON string.
pub(crate) fn push_str(out: &mut String, text: &str) {
    out.reserve(text.len() + 2);
    out.push('"');
    if is_plain(text) {
        out.push_str(text);
    } else {
        for character in text.chars() {
            match character {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                '\t' => out.push_str("\\t"),
                control if control < ' ' => {
                    use std::fmt::Write as _;
                    let _ = write!(out, "\\u{:04x}", control as u32);
                }
                other => out.push(other),
            }
        }
    }
    out.push('"');
}

/// Appends a text of which it is known whether it can stand in JSON as it is.
pub(crate) fn push_known(out: &mut String, text: &str, plain: bool) {
    if plain {
        out.push('"');
        out.push_str(text);
        out.push('"');
    } else {
        push_str(out, text);
    }
}

/// Whether a text can stand in JSON as it is; for const code.
pub(crate) const fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] < 0x20 || bytes[at] == b'"' || bytes[at] == b'\\' {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_text_is_written_as_serde_json_writes_it() {
        for text in ["", "plain", "\"\\\n\r\t\u{1}\u{1f}", "é\u{7f}𝄞\u{2028}", "ends with \\"] {
            let mut out = String::new();
            super::push_str(&mut out, text);
            let value: String = serde_json::from_str(&out).unwrap();
            assert_eq!(value, text);
        }
    }
}
