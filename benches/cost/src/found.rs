//! What every tool does, on both sides.

#![allow(dead_code, reason = "without tools, nothing calls it")]

#[derive(serde::Serialize)]
#[cfg_attr(feature = "schema", derive(janito_core::JsonSchema))]
pub struct Found {
    path: String,
    matched: u32,
}

/// `tool` is the tool's number: were the bodies the same, the compiler would make one of many.
pub fn found(tool: u32, path: String, limit: Option<u32>, recursive: bool, tags: Vec<String>) -> Found {
    Found { path, matched: tool + limit.unwrap_or(0) + u32::from(recursive) + tags.len() as u32 }
}

/// The arguments of every call that is measured.
pub const ARGUMENTS: &str = r#"{"path":"src/main.rs","limit":25,"recursive":true,"tags":["a","b"]}"#;
