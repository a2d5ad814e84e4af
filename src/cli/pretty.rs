//! JSON for people: the same text on several lines. Order, numbers and escapes stay as they are, so no tree is built.

/// Lays out JSON text, which must be valid.
pub(super) fn pretty(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let mut depth = 0;
    let mut characters = json.chars().peekable();
    let (mut quoted, mut escaped) = (false, false);
    while let Some(character) = characters.next() {
        if quoted {
            quoted = escaped || character != '"';
            escaped = !escaped && character == '\\';
            out.push(character);
            continue;
        }
        match character {
            '{' | '[' => {
                out.push(character);
                while characters.next_if(char::is_ascii_whitespace).is_some() {}
                if let Some(end) = characters.next_if(|next| matches!(next, '}' | ']')) {
                    out.push(end);
                } else {
                    depth += 1;
                    break_line(&mut out, depth);
                }
            }
            '}' | ']' => {
                depth -= 1;
                break_line(&mut out, depth);
                out.push(character);
            }
            ',' => {
                out.push(',');
                break_line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            space if space.is_ascii_whitespace() => {}
            other => {
                quoted = other == '"';
                out.push(other);
            }
        }
    }
    out
}

fn break_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth));
}

#[cfg(test)]
mod tests {
    use super::pretty;

    #[test]
    fn it_is_laid_out_as_serde_json_does() {
        for text in [
            r#"{"a":[1,{"b":null}],"c":"x:{,}[\"\\","d":{},"e":[]}"#,
            "[ ]",
            r#"[1.50,"é\u001b",true]"#,
            r#""\\\"""#,
            "7",
        ] {
            let value: serde_json::Value = serde_json::from_str(text).unwrap();
            let expected = serde_json::to_string_pretty(&value).unwrap();
            assert_eq!(pretty(text).replace("1.50", "1.5"), expected);
        }
    }

    #[test]
    fn order_and_numbers_stay() {
        assert_eq!(
            pretty(r#"{"b":1.50,"a":99999999999999999999}"#),
            "{\n  \"b\": 1.50,\n  \"a\": 99999999999999999999\n}"
        );
    }
}
