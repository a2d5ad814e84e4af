//! Texts as an argument: a list, or a single one for short. It is never split, since a path may hold any character.

use janito_core::{JsonSchema, Kind, Schema};
use serde::{Deserialize, Deserializer, Serialize};

/// One text or several.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Texts(pub(super) Vec<String>);

impl JsonSchema for Texts {
    const SCHEMA: &'static Schema = &Schema::new(Kind::AnyOf(&[<Vec<String>>::SCHEMA, String::SCHEMA]));
    const UNION: bool = true;
}

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Given {
            Many(Vec<String>),
            One(String),
        }
        Ok(Self(match Given::deserialize(deserializer)? {
            Given::Many(texts) => texts,
            // A list that was written as text.
            Given::One(text) => serde_json::from_str(&text).unwrap_or_else(|_| vec![text]),
        }))
    }
}
