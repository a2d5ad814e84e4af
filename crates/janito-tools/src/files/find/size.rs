//! A number of bytes as an argument: `1024`, `"10KB"`, `"1.5 MB"`.

use janito_core::{JsonSchema, Kind, Schema};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// A number of bytes.
#[derive(Debug, Clone, Copy)]
pub(in crate::files) struct Size(pub(in crate::files) u64);

/// Units of which each is 1024 of the one before.
const UNITS: [&str; 5] = ["", "K", "M", "G", "T"];

/// Published as what every provider takes: a number. A text is understood all the same.
impl JsonSchema for Size {
    const SCHEMA: &'static Schema = &Schema::new(Kind::Raw(r#"{"type":"integer","minimum":0}"#));
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SizeVisitor)
    }
}

struct SizeVisitor;

impl Visitor<'_> for SizeVisitor {
    type Value = Size;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a number of bytes, such as 1024, or a number with KB, MB, GB or TB (powers of 1024), such as \"1.5MB\"",
        )
    }

    fn visit_u64<E: Error>(self, bytes: u64) -> Result<Size, E> {
        Ok(Size(bytes))
    }

    fn visit_f64<E: Error>(self, bytes: f64) -> Result<Size, E> {
        read(&bytes.to_string()).map(Size).ok_or_else(|| E::invalid_value(Unexpected::Float(bytes), &self))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Size, E> {
        read(text).map(Size).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

fn read(text: &str) -> Option<u64> {
    let text = text.trim();
    let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let unit = unit.trim().to_ascii_uppercase();
    let unit = unit.strip_suffix("IB").or_else(|| unit.strip_suffix('B')).unwrap_or(&unit);
    let power = UNITS.iter().position(|known| *known == unit)?;
    let factor = 1_u64 << (10 * power);
    if let Ok(whole) = number.parse::<u64>() {
        return whole.checked_mul(factor);
    }
    #[expect(clippy::cast_precision_loss, reason = "a power of two is exact")]
    let bytes = number.parse::<f64>().ok()? * factor as f64;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is neither negative nor too large")]
    let rounded = (bytes < 1e18).then_some(bytes.round() as u64);
    rounded
}
