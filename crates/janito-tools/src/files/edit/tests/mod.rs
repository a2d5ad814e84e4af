//! The engines alone: bytes in, bytes out.

mod misses;
mod patches;
mod spans;

use super::super::text::decode::Encoding;
use super::document::Document;
use super::replace::{Edit, replace};
use janito_core::ToolError;

fn edit(bytes: &[u8], old: &str, new: &str, all: bool) -> Result<Vec<u8>, ToolError> {
    replace(&Document::read(bytes, None)?, Edit { old, new, all }).map(|replaced| replaced.bytes)
}

fn declared(label: &str) -> Encoding {
    Encoding(encoding_rs::Encoding::for_label(label.as_bytes()).unwrap())
}
