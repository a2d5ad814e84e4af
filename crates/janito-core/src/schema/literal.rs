//! Reads JSON text in const code: where a value ends, and whether it fits a schema as far as the schema's tree is in sight.

use super::keys::same;
use super::{Kind, Schema};

pub(super) static ANY: Schema = Schema::new(Kind::Any);

/// Whether an object has this key, in quotes, at its top level.
pub(super) const fn has_key(json: &[u8], start: usize, wanted: &[u8]) -> bool {
    let mut key = next_key(json, start);
    while let Some((from, end)) = key {
        if end - from == wanted.len() && word(json, from, wanted).is_some() {
            return true;
        }
        key = next_key(json, after_member(json, end));
    }
    false
}

/// From where to where the key goes that follows the brace or the comma at `at`.
pub(super) const fn next_key(json: &[u8], at: usize) -> Option<(usize, usize)> {
    if at >= json.len() || !matches!(json[at], b'{' | b',') {
        return None;
    }
    let from = space(json, at + 1);
    match string(json, from) {
        Some((end, _)) => Some((from, end)),
        None => None,
    }
}

/// Where the comma or the brace is after the value of the key that ends at `end`.
pub(super) const fn after_member(json: &[u8], end: usize) -> usize {
    let colon = space(json, end);
    match value(&ANY, json, space(json, colon + 1)) {
        Some(end) => space(json, end),
        None => json.len(),
    }
}

/// Where the value that starts at `at` ends, if it is JSON and fits the schema.
pub(super) const fn value(schema: &Schema, json: &[u8], at: usize) -> Option<usize> {
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
            Kind::Array { items, min_items, max_items, .. } => match list(Items::Each(items), json, at) {
                Some((end, count)) if !beyond(Some(count), min_items, max_items) => Some(end),
                _ => None,
            },
            Kind::Tuple(items) => match list(Items::Of(items), json, at) {
                Some((end, count)) if count as usize == items.len() => Some(end),
                _ => None,
            },
            _ if free => match list(Items::Each(&ANY), json, at) {
                Some((end, _)) => Some(end),
                None => None,
            },
            _ => None,
        },
        b'{' => match schema.kind {
            Kind::Map { values, .. } => object(Some(values), json, at),
            Kind::Object { .. } => object(None, json, at),
            _ if free => object(None, json, at),
            _ => None,
        },
        b'-' | b'0'..=b'9' => {
            let Some(end) = number(json, at) else { return None };
            let fits = match schema.kind {
                Kind::Number { min, max } => {
                    let value = decimal(json, at, end);
                    !matches!(min, Some(min) if value < min) && !matches!(max, Some(max) if value > max)
                }
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

pub(super) const fn word(json: &[u8], at: usize, word: &[u8]) -> Option<usize> {
    let mut offset = 0;
    while offset < word.len() {
        if at + offset >= json.len() || json[at + offset] != word[offset] {
            return None;
        }
        offset += 1;
    }
    Some(at + word.len())
}

pub(super) const fn space(json: &[u8], mut at: usize) -> usize {
    while at < json.len() && matches!(json[at], b' ' | b'\n' | b'\r' | b'\t') {
        at += 1;
    }
    at
}

/// The end of a string and its length in characters.
pub(super) const fn string(json: &[u8], start: usize) -> Option<(usize, u32)> {
    if start >= json.len() || json[start] != b'"' {
        return None;
    }
    let mut at = start + 1;
    let mut length = 0;
    while at < json.len() {
        match json[at] {
            b'"' => return Some((at + 1, length)),
            b'\\' => {
                at = match escape(json, at + 1) {
                    Some(end) => end,
                    None => return None,
                };
                length += 1;
            }
            ..b' ' => return None,
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

/// Where the escape ends whose backslash is before `at`.
pub(super) const fn escape(json: &[u8], at: usize) -> Option<usize> {
    if at >= json.len() {
        return None;
    }
    match json[at] {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(at + 1),
        b'u' => {
            let mut digit = at + 1;
            while digit < at + 5 {
                if digit >= json.len() || !json[digit].is_ascii_hexdigit() {
                    return None;
                }
                digit += 1;
            }
            Some(digit)
        }
        _ => None,
    }
}

pub(super) const fn equals(json: &[u8], from: usize, to: usize, text: &str) -> bool {
    match std::str::from_utf8(json.split_at(to).0.split_at(from).1) {
        Ok(written) => same(written, text),
        Err(_) => false,
    }
}

/// What the items of a list have to fit.
#[derive(Clone, Copy)]
pub(super) enum Items<'a> {
    Each(&'a Schema),
    Of(&'a [&'a Schema]),
}

/// The end of a list and the count of its items.
pub(super) const fn list(items: Items<'_>, json: &[u8], start: usize) -> Option<(usize, u32)> {
    let mut at = space(json, start + 1);
    let mut count = 0;
    if at < json.len() && json[at] == b']' {
        return Some((at + 1, 0));
    }
    loop {
        let item = match items {
            Items::Each(item) => item,
            Items::Of(items) if (count as usize) < items.len() => items[count as usize],
            Items::Of(_) => return None,
        };
        at = match value(item, json, at) {
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

/// The end of an object whose values fit, where it is known what they have to.
pub(super) const fn object(values: Option<&Schema>, json: &[u8], start: usize) -> Option<usize> {
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
        let values = match values {
            Some(values) => values,
            None => &ANY,
        };
        at = match value(values, json, space(json, at + 1)) {
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

/// Where a number ends that is written as JSON has it.
pub(super) const fn number(json: &[u8], start: usize) -> Option<usize> {
    let whole = start + (json[start] == b'-') as usize;
    let mut at = digits(json, whole);
    if at == whole || (json[whole] == b'0' && at > whole + 1) {
        return None;
    }
    if at < json.len() && json[at] == b'.' {
        let end = digits(json, at + 1);
        if end == at + 1 {
            return None;
        }
        at = end;
    }
    if at < json.len() && matches!(json[at], b'e' | b'E') {
        at += 1;
        if at < json.len() && matches!(json[at], b'+' | b'-') {
            at += 1;
        }
        let end = digits(json, at);
        if end == at {
            return None;
        }
        at = end;
    }
    // Nothing that goes on like a number.
    if at < json.len() && matches!(json[at], b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9') { None } else { Some(at) }
}

pub(super) const fn digits(json: &[u8], mut at: usize) -> usize {
    while at < json.len() && json[at].is_ascii_digit() {
        at += 1;
    }
    at
}

/// The value of a number that is written as JSON has it; near enough to tell an `f32` from what is too large for one.
pub(super) const fn decimal(json: &[u8], start: usize, end: usize) -> f64 {
    let negative = json[start] == b'-';
    let mut at = start + negative as usize;
    let mut value = 0.0;
    let mut scale = 0_i32;
    let mut fraction = false;
    while at < end && !matches!(json[at], b'e' | b'E') {
        if json[at] == b'.' {
            fraction = true;
        } else {
            value = value * 10.0 + (json[at] - b'0') as f64;
            scale -= fraction as i32;
        }
        at += 1;
    }
    if at < end {
        let minus = json[at + 1] == b'-';
        at += 1 + matches!(json[at + 1], b'+' | b'-') as usize;
        let mut exponent = 0_i32;
        while at < end {
            exponent = exponent.saturating_mul(10).saturating_add((json[at] - b'0') as i32);
            at += 1;
        }
        scale = scale.saturating_add(if minus { -exponent } else { exponent });
    }
    // An `f64` has no more places than these.
    let mut steps = if scale.unsigned_abs() > 700 { 700 } else { scale.unsigned_abs() };
    while steps > 0 {
        value = if scale < 0 { value / 10.0 } else { value * 10.0 };
        steps -= 1;
    }
    // Rounded towards zero a little, for what the steps have added.
    value *= 1.0 - 1e-12;
    if negative { -value } else { value }
}

/// A whole number without fraction and exponent, and where it ends.
pub(super) const fn integer(json: &[u8], start: usize) -> Option<(i128, usize)> {
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

/// Whether a length lies outside.
pub(super) const fn beyond(length: Option<u32>, min: u32, max: Option<u32>) -> bool {
    let Some(length) = length else { return false };
    length < min || matches!(max, Some(max) if length > max)
}
