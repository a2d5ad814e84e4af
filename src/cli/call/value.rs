//! One value of a command line as JSON text. What does not look like the type that is wanted stays a string: the tool's own decoder says
//! then what would be right, for all arguments at once.

use janito_core::{Kind, Schema};
use serde_json::Value;
use serde_json::value::RawValue;

/// A text as a value of this form.
pub(super) fn json(text: &str, schema: &'static Schema) -> String {
    let verbatim = match schema.present().kind() {
        Kind::Boolean => matches!(text, "true" | "false"),
        Kind::Integer { .. } | Kind::Number { .. } => is_number(text),
        Kind::String { .. } | Kind::Enum(_) => false,
        _ => is_json(text),
    };
    if verbatim { text.to_owned() } else { Value::from(text).to_string() }
}

/// Some texts as a list. One text that is a JSON array is the list itself, unless it could be an item as well.
pub(super) fn list(texts: &[String], items: &'static Schema) -> String {
    let flat = matches!(
        items.present().kind(),
        Kind::Boolean
            | Kind::Integer { .. }
            | Kind::Number { .. }
            | Kind::String { .. }
            | Kind::Enum(_)
            | Kind::Object { .. }
            | Kind::Map { .. }
    );
    if let [text] = texts
        && flat
        && text.trim_start().starts_with('[')
        && is_json(text)
    {
        return text.clone();
    }
    let items: Vec<String> = texts.iter().map(|text| json(text, items)).collect();
    format!("[{}]", items.join(","))
}

/// The form of the items, if a parameter is a list.
pub(super) fn items(schema: &'static Schema) -> Option<&'static Schema> {
    match schema.present().kind() {
        Kind::Array { items, .. } => Some(items),
        _ => None,
    }
}

pub(super) fn is_json(text: &str) -> bool {
    serde_json::from_str::<&RawValue>(text).is_ok()
}

fn is_number(text: &str) -> bool {
    text.starts_with(|first: char| first == '-' || first.is_ascii_digit())
        && text.ends_with(|last: char| last.is_ascii_digit())
        && is_json(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use janito_core::JsonSchema;
    use std::collections::BTreeMap;

    #[track_caller]
    fn check<T: JsonSchema>(texts: &[&str], expected: &str) {
        let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
        let found = match (items(T::SCHEMA), texts.as_slice()) {
            (Some(items), texts) => list(texts, items),
            (None, [text]) => json(text, T::SCHEMA),
            (None, _) => panic!("one value only"),
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn a_text_is_read_by_the_schema() {
        check::<i64>(&["25"], "25");
        check::<i64>(&["-5"], "-5");
        check::<u64>(&["18446744073709551615"], "18446744073709551615");
        check::<Option<u32>>(&["2.5"], "2.5");
        for text in ["ten", "+5", "007", " 5", "5 ", "0x10", "", "1e", "NaN"] {
            check::<Option<u32>>(&[text], &format!("{text:?}"));
        }
        check::<f64>(&["1e3"], "1e3");
        check::<bool>(&["true"], "true");
        check::<bool>(&["yes"], r#""yes""#);
        for text in ["5", "true", "null", "[1]", "-x"] {
            check::<String>(&[text], &format!("{text:?}"));
        }
        check::<BTreeMap<String, i32>>(&[r#"{"a":1,"a":2}"#], r#"{"a":1,"a":2}"#);
        check::<BTreeMap<String, i32>>(&["{a:1}"], r#""{a:1}""#);
        check::<serde_json::Value>(&["[1]"], "[1]");
        check::<serde_json::Value>(&["word"], r#""word""#);
    }

    #[test]
    fn a_list_is_its_items_or_one_array() {
        check::<Vec<String>>(&["a"], r#"["a"]"#);
        check::<Vec<String>>(&["a", "[b]"], r#"["a","[b]"]"#);
        check::<Vec<String>>(&["a,b"], r#"["a,b"]"#);
        check::<Vec<String>>(&[r#"["a","b"]"#], r#"["a","b"]"#);
        check::<Vec<String>>(&["[ab]+"], r#"["[ab]+"]"#);
        check::<Option<Vec<i32>>>(&["1", "x", "-2"], r#"[1,"x",-2]"#);
        check::<Vec<Vec<i32>>>(&["[1,2]"], "[[1,2]]");
        check::<Vec<BTreeMap<String, i32>>>(&[r#"{"a":1}"#], r#"[{"a":1}]"#);
    }
}
