//! A JSON value that keeps what `serde_json::Value` loses: the order of an object's members, and equal keys.

use crate::json;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Number;
use std::fmt;

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Tree {
    Null,
    Bool(bool),
    Number(Number),
    String(String),
    Array(Vec<Self>),
    Object(Vec<(String, Self)>),
}

impl Tree {
    pub(crate) fn parse(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }

    /// Appends the value as JSON text.
    pub(crate) fn write(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Self::Number(number) => out.push_str(&number.to_string()),
            Self::String(text) => json::push_str(out, text),
            Self::Array(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    item.write(out);
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (at, (key, value)) in members.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    json::push_str(out, key);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }

    pub(crate) fn to_json(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    /// What was given, in few words.
    pub(crate) fn describe(&self) -> String {
        const LONGEST: usize = 60;
        let shorten = |text: &str| -> String {
            if text.chars().count() <= LONGEST {
                return text.to_owned();
            }
            let mut short: String = text.chars().take(LONGEST).collect();
            short.push('…');
            short
        };
        match self {
            Self::Null => "null".to_owned(),
            Self::Bool(value) => format!("boolean {value}"),
            Self::Number(number) => format!("number {number}"),
            Self::String(text) => {
                let mut quoted = String::new();
                json::push_str(&mut quoted, &shorten(text));
                format!("string {quoted}")
            }
            Self::Array(items) => match items.len() {
                0 => "an empty array".to_owned(),
                1 => "an array of 1 item".to_owned(),
                count => format!("an array of {count} items"),
            },
            Self::Object(members) if members.is_empty() => "an empty object".to_owned(),
            Self::Object(_) => "an object".to_owned(),
        }
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TreeVisitor)
    }
}

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Tree, E> {
        Ok(Tree::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Tree, E> {
        Ok(Tree::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Tree, E> {
        Ok(Tree::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Tree, E> {
        // The parser refuses numbers that are not finite.
        Ok(Number::from_f64(value).map_or(Tree::Null, Tree::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Tree, E> {
        Ok(Tree::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Tree, E> {
        Ok(Tree::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Tree, A::Error> {
        let mut found = Vec::new();
        while let Some(item) = items.next_element()? {
            found.push(item);
        }
        Ok(Tree::Array(found))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Tree, A::Error> {
        let mut found = Vec::new();
        while let Some(member) = members.next_entry()? {
            found.push(member);
        }
        Ok(Tree::Object(found))
    }
}
