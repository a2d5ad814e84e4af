//! Const code that judges what an author wrote in `#[arg(…)]` against the type it was written for. It sees only what stands in the
//! tree itself: behind a name (const code cannot call through `get`) the whole-tree check in [`lint`](super::lint) takes over.

use super::literal::{
    ANY, Items, after_member, beyond, has_key, integer, list, next_key, object, space, string, value, word,
};
use super::{Bound, Extra, Kind, Param, Schema};

/// Fails to compile unless a default fits the type and the bounds of its parameter.
///
/// # Panics
///
/// That is how.
#[track_caller]
pub const fn assert_default(param: &Param) {
    if let Some(default) = param.extras().default
        && !fits(param, default)
    {
        panic!("the default does not fit the parameter's type and bounds");
    }
}

/// Fails to compile unless every example fits the type and the bounds of its parameter.
///
/// # Panics
///
/// That is how.
#[track_caller]
pub const fn assert_example(param: &Param) {
    let examples = param.extras().examples;
    let mut at = 0;
    while at < examples.len() {
        if !fits(param, examples[at]) {
            panic!("the example does not fit the parameter's type and bounds");
        }
        at += 1;
    }
}

/// Fails to compile unless the bounds mean something for the type: `min` and `max` for numbers, lengths for texts and lists.
///
/// # Panics
///
/// That is how.
#[track_caller]
pub const fn assert_bounds(param: &Param) {
    if let Some(problem) = unfit_bounds(present(param.schema), param.extras()) {
        panic!("{}", problem);
    }
}

/// What is wrong with bounds of a value that is there; nothing is known of one behind a name.
pub(super) const fn unfit_bounds(schema: &Schema, extra: &Extra) -> Option<&'static str> {
    let numeric = extra.min.is_some() || extra.max.is_some();
    let sized = extra.min_length.is_some() || extra.max_length.is_some();
    match schema.kind {
        Kind::Integer { .. } | Kind::Number { .. } if sized => {
            Some("`min_length` and `max_length` are for texts and lists; use `min` and `max` for a number")
        }
        Kind::String { .. } | Kind::Array { .. } if numeric => {
            Some("`min` and `max` are for numbers; use `min_length` and `max_length` for a text or a list")
        }
        Kind::Integer { min, max } => {
            if outside(extra.min, min, max) || outside(extra.max, min, max) {
                Some("the bound lies outside what the parameter's type can hold; remove it or correct it")
            } else if fraction(extra.min) || fraction(extra.max) {
                Some("the bound of a whole number is a whole number; remove the fraction")
            } else {
                None
            }
        }
        Kind::String { min_length: min, max_length: max, .. } | Kind::Array { min_items: min, max_items: max, .. } => {
            if beyond(extra.min_length, min, max) || beyond(extra.max_length, min, max) {
                Some("the length lies outside what the parameter's type can have; remove it or correct it")
            } else {
                None
            }
        }
        Kind::Number { .. } | Kind::Named { .. } => None,
        _ if numeric || sized => Some("the parameter's type takes no bounds; remove them"),
        _ => None,
    }
}

/// Fails to compile unless a text is a JSON object that can be a schema: the description and what `#[arg]` has keys for are said there.
#[track_caller]
pub(crate) const fn assert_schema(text: &str) {
    let bytes = text.as_bytes();
    let start = space(bytes, 0);
    if start >= bytes.len() || bytes[start] != b'{' {
        panic!("a raw schema is a JSON object, such as `{{\"type\": \"string\"}}`");
    }
    match object(None, bytes, start) {
        Some(end) if space(bytes, end) == bytes.len() => {}
        _ => panic!("this is not JSON; look for a wrong escape, number or comma"),
    }
    if has_key(bytes, start, b"\"description\"") {
        panic!("a raw schema has no `description` of its own; write the doc comment");
    }
    if has_key(bytes, start, b"\"default\"") {
        panic!("a raw schema has no `default` of its own; write `default = …` beside it");
    }
    if has_key(bytes, start, b"\"examples\"") {
        panic!("a raw schema has no `examples` of its own; write `example = …` beside it");
    }
    let mut key = next_key(bytes, start);
    while let Some((from, end)) = key {
        let mut later = next_key(bytes, after_member(bytes, end));
        while let Some((other, until)) = later {
            if end - from == until - other && word(bytes, other, bytes.split_at(end).0.split_at(from).1).is_some() {
                panic!("a key stands twice in the schema; remove one");
            }
            later = next_key(bytes, after_member(bytes, until));
        }
        key = next_key(bytes, after_member(bytes, end));
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a bound with a fraction is as far outside as its whole part")]
const fn outside(bound: Option<Bound>, min: Option<i128>, max: Option<i128>) -> bool {
    let Some(bound) = bound else { return false };
    let value = match bound {
        Bound::Integer(value) => value,
        Bound::Number(value) => value as i128,
    };
    matches!(min, Some(min) if value < min) || matches!(max, Some(max) if value > max)
}

const fn fraction(bound: Option<Bound>) -> bool {
    matches!(bound, Some(Bound::Number(value)) if value % 1.0 != 0.0)
}

const fn present(schema: &Schema) -> &Schema {
    match schema.kind {
        Kind::Nullable(inner) => present(inner),
        _ => schema,
    }
}

const fn fits(param: &Param, json: &str) -> bool {
    let bytes = json.as_bytes();
    match value(param.schema, bytes, 0) {
        Some(end) => end == bytes.len() && within(param.extras(), present(param.schema), bytes),
        None => false,
    }
}

/// Whether a value that fits its type also fits the attribute's bounds.
const fn within(extra: &Extra, schema: &Schema, json: &[u8]) -> bool {
    match schema.kind {
        Kind::Integer { .. } => match integer(json, 0) {
            Some((value, _)) => {
                !matches!(extra.min, Some(Bound::Integer(min)) if value < min)
                    && !matches!(extra.max, Some(Bound::Integer(max)) if value > max)
            }
            None => true,
        },
        Kind::String { .. } => match string(json, 0) {
            Some((_, length)) => {
                !matches!(extra.min_length, Some(min) if length < min)
                    && !matches!(extra.max_length, Some(max) if length > max)
            }
            None => true,
        },
        Kind::Array { .. } => match list(Items::Each(&ANY), json, 0) {
            Some((_, count)) => {
                !matches!(extra.min_length, Some(min) if count < min)
                    && !matches!(extra.max_length, Some(max) if count > max)
            }
            None => true,
        },
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::JsonSchema as _;

    #[test]
    fn what_is_json_is_what_serde_reads() {
        for text in [
            "0",
            "-0",
            "01",
            "1-2",
            "1.",
            ".5",
            "1.5e",
            "1e+5",
            "-",
            "1E-2",
            "+1",
            "--1",
            "[1,]",
            "[,]",
            "[]",
            "{}",
            r#"{"a":1,}"#,
            r#"{"a":[{"b":null}]}"#,
            r#""\d""#,
            r#""\u00e9""#,
            r#""\u00g9""#,
            r#""\u00""#,
            r#""\"#,
            r#""a"#,
            "\"a\tb\"",
            "\"é\u{7f}\"",
            "nul",
            "true",
        ] {
            let read = value(&ANY, text.as_bytes(), 0) == Some(text.len());
            assert_eq!(read, serde_json::from_str::<serde_json::Value>(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_number_fits_where_the_type_can_hold_it() {
        for (text, expected) in [
            ("3.4028234663852886e38", true),
            ("-3.4e38", true),
            ("3.41e38", false),
            ("-1e999", false),
            ("1e-999", true),
        ] {
            assert_eq!(value(f32::SCHEMA, text.as_bytes(), 0).is_some(), expected, "{text}");
        }
    }
}
