//! Const code that judges what an author wrote in `#[arg(…)]` against the type it was written for. It sees only what stands in the
//! tree itself: behind a name (const code cannot call through `get`) the whole-tree check in [`lint`](super::lint) takes over.

use super::keys::same;
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
    let extra = param.extras();
    let numeric = extra.min.is_some() || extra.max.is_some();
    let sized = extra.min_length.is_some() || extra.max_length.is_some();
    let kind = present(param.schema).kind();
    match kind {
        Kind::Integer { min, max } => {
            if sized {
                panic!("`min_length` and `max_length` are for texts and lists; use `min` and `max` for a number");
            }
            if outside(extra.min, *min, *max) || outside(extra.max, *min, *max) {
                panic!("the bound lies outside what the parameter's type can hold");
            }
        }
        Kind::Number { .. } => {
            if sized {
                panic!("`min_length` and `max_length` are for texts and lists; use `min` and `max` for a number");
            }
        }
        Kind::String { .. } | Kind::Array { .. } => {
            if numeric {
                panic!("`min` and `max` are for numbers; use `min_length` and `max_length` for a text or a list");
            }
        }
        Kind::Named { .. } => {}
        _ => {
            if numeric || sized {
                panic!("the parameter's type takes no bounds");
            }
        }
    }
}

/// Fails to compile unless a text is JSON; an object, where one is asked for.
#[track_caller]
pub(crate) const fn assert_json(text: &str, object: bool) {
    let bytes = text.as_bytes();
    let start = space(bytes, 0);
    if object && (start >= bytes.len() || bytes[start] != b'{') {
        panic!("a raw schema is a JSON object, such as `{{\"type\": \"string\"}}`");
    }
    match value(&ANY, bytes, start) {
        Some(end) if space(bytes, end) == bytes.len() => {}
        _ => panic!("this is not JSON"),
    }
}

static ANY: Schema = Schema::new(Kind::Any);

#[expect(clippy::cast_possible_truncation, reason = "a bound with a fraction is as far outside as its whole part")]
const fn outside(bound: Option<Bound>, min: Option<i128>, max: Option<i128>) -> bool {
    let Some(bound) = bound else { return false };
    let value = match bound {
        Bound::Integer(value) => value,
        Bound::Number(value) => value as i128,
    };
    matches!(min, Some(min) if value < min) || matches!(max, Some(max) if value > max)
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
        Kind::Array { .. } => match list(None, json, 0) {
            Some((_, count)) => {
                !matches!(extra.min_length, Some(min) if count < min)
                    && !matches!(extra.max_length, Some(max) if count > max)
            }
            None => true,
        },
        _ => true,
    }
}

/// Where the value that starts at `at` ends, if it is JSON and fits the schema.
const fn value(schema: &Schema, json: &[u8], at: usize) -> Option<usize> {
    if at >= json.len() {
        return None;
    }
    let token = json[at];
    match schema.kind {
        Kind::Nullable(inner) => {
            return if token == b'n' { word(json, at, b"null") } else { value(inner, json, at) };
        }
        Kind::AnyOf(members) => {
            let mut member = 0;
            while member < members.len() {
                if let Some(end) = value(members[member], json, at) {
                    return Some(end);
                }
                member += 1;
            }
            return None;
        }
        _ => {}
    }
    let free = matches!(schema.kind, Kind::Any | Kind::Named { .. } | Kind::Raw(_));
    match token {
        b'n' if free || matches!(schema.kind, Kind::Null) => word(json, at, b"null"),
        b't' if free || matches!(schema.kind, Kind::Boolean) => word(json, at, b"true"),
        b'f' if free || matches!(schema.kind, Kind::Boolean) => word(json, at, b"false"),
        b'"' => {
            let Some((end, length)) = string(json, at) else { return None };
            let fits = match schema.kind {
                Kind::String { min_length, max_length, .. } => {
                    length >= min_length && !matches!(max_length, Some(max) if length > max)
                }
                Kind::Enum(choices) => {
                    let mut choice = 0;
                    let mut found = false;
                    while choice < choices.len() {
                        found |= equals(json, at + 1, end - 1, choices[choice].value);
                        choice += 1;
                    }
                    found
                }
                _ => free,
            };
            if fits { Some(end) } else { None }
        }
        b'[' => match schema.kind {
            Kind::Array { items, .. } => match list(Some(items), json, at) {
                Some((end, _)) => Some(end),
                None => None,
            },
            Kind::Tuple(_) => match list(None, json, at) {
                Some((end, _)) => Some(end),
                None => None,
            },
            _ if free => match list(None, json, at) {
                Some((end, _)) => Some(end),
                None => None,
            },
            _ => None,
        },
        b'{' if free || matches!(schema.kind, Kind::Map { .. } | Kind::Object { .. }) => object(json, at),
        b'-' | b'0'..=b'9' => {
            let end = number(json, at);
            let fits = match schema.kind {
                Kind::Number { .. } => true,
                Kind::Integer { min, max } => match integer(json, at) {
                    Some((value, stop)) => {
                        stop == end
                            && !matches!(min, Some(min) if value < min)
                            && !matches!(max, Some(max) if value > max)
                    }
                    None => false,
                },
                _ => free,
            };
            if fits { Some(end) } else { None }
        }
        _ => None,
    }
}

const fn word(json: &[u8], at: usize, word: &[u8]) -> Option<usize> {
    let mut offset = 0;
    while offset < word.len() {
        if at + offset >= json.len() || json[at + offset] != word[offset] {
            return None;
        }
        offset += 1;
    }
    Some(at + word.len())
}

const fn space(json: &[u8], mut at: usize) -> usize {
    while at < json.len() && matches!(json[at], b' ' | b'\n' | b'\r' | b'\t') {
        at += 1;
    }
    at
}

/// The end of a string and its length in characters.
const fn string(json: &[u8], start: usize) -> Option<(usize, u32)> {
    if start >= json.len() || json[start] != b'"' {
        return None;
    }
    let mut at = start + 1;
    let mut length = 0;
    while at < json.len() {
        match json[at] {
            b'"' => return Some((at + 1, length)),
            b'\\' => {
                let escape = if at + 1 < json.len() { json[at + 1] } else { return None };
                at += if escape == b'u' { 6 } else { 2 };
                length += 1;
            }
            byte => {
                // A continuation byte of UTF-8 belongs to the character before it.
                if byte & 0xC0 != 0x80 {
                    length += 1;
                }
                at += 1;
            }
        }
    }
    None
}

const fn equals(json: &[u8], from: usize, to: usize, text: &str) -> bool {
    match std::str::from_utf8(json.split_at(to).0.split_at(from).1) {
        Ok(written) => same(written, text),
        Err(_) => false,
    }
}

/// The end of a list and the count of its items.
const fn list(items: Option<&Schema>, json: &[u8], start: usize) -> Option<(usize, u32)> {
    let mut at = space(json, start + 1);
    let mut count = 0;
    if at < json.len() && json[at] == b']' {
        return Some((at + 1, 0));
    }
    let items = match items {
        Some(items) => items,
        None => &ANY,
    };
    loop {
        at = match value(items, json, at) {
            Some(end) => space(json, end),
            None => return None,
        };
        count += 1;
        if at >= json.len() {
            return None;
        }
        match json[at] {
            b',' => at = space(json, at + 1),
            b']' => return Some((at + 1, count)),
            _ => return None,
        }
    }
}

const fn object(json: &[u8], start: usize) -> Option<usize> {
    let mut at = space(json, start + 1);
    if at < json.len() && json[at] == b'}' {
        return Some(at + 1);
    }
    loop {
        at = match string(json, at) {
            Some((end, _)) => space(json, end),
            None => return None,
        };
        if at >= json.len() || json[at] != b':' {
            return None;
        }
        at = match value(&ANY, json, space(json, at + 1)) {
            Some(end) => space(json, end),
            None => return None,
        };
        if at >= json.len() {
            return None;
        }
        match json[at] {
            b',' => at = space(json, at + 1),
            b'}' => return Some(at + 1),
            _ => return None,
        }
    }
}

const fn number(json: &[u8], mut at: usize) -> usize {
    while at < json.len() && matches!(json[at], b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9') {
        at += 1;
    }
    at
}

/// A whole number without fraction and exponent, and where it ends.
const fn integer(json: &[u8], start: usize) -> Option<(i128, usize)> {
    let negative = json[start] == b'-';
    let mut at = start + negative as usize;
    let digits = at;
    let mut value: i128 = 0;
    while at < json.len() && json[at].is_ascii_digit() {
        value = match value.checked_mul(10) {
            Some(value) => value,
            None => return None,
        };
        value = match value.checked_sub((json[at] - b'0') as i128) {
            Some(value) => value,
            None => return None,
        };
        at += 1;
    }
    if at == digits {
        return None;
    }
    match (negative, value.checked_neg()) {
        (true, _) => Some((value, at)),
        (false, Some(value)) => Some((value, at)),
        (false, None) => None,
    }
}
