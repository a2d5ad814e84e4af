//! Between strings and the bytes of a file's encoding, without loss.

use super::super::text::decode::two_bytes;
use encoding_rs::{EncoderResult, UTF_8};

/// A character that an encoding does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unmappable(pub(super) char);

/// Stands in a text for half a unit of UTF-16 at the end of a file.
const HALF: u8 = 0xff;

/// The bytes of a text.
pub(super) fn encode(text: &str, encoding: &'static encoding_rs::Encoding) -> Result<Vec<u8>, Unmappable> {
    if encoding == UTF_8 {
        return Ok(text.as_bytes().to_vec());
    }
    if let Some(high_first) = two_bytes(encoding) {
        let bytes = |unit: u16| if high_first { unit.to_be_bytes() } else { unit.to_le_bytes() };
        return Ok(text.encode_utf16().flat_map(bytes).collect());
    }
    let mut encoder = encoding.new_encoder();
    let mut bytes = Vec::new();
    let mut rest = text;
    loop {
        let room = encoder.max_buffer_length_from_utf8_without_replacement(rest.len()).unwrap_or(rest.len() * 4 + 16);
        bytes.reserve(room);
        let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut bytes, true);
        rest = &rest[read..];
        match result {
            EncoderResult::InputEmpty => return Ok(bytes),
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(character) => return Err(Unmappable(character)),
        }
    }
}

/// UTF-16 as text. A half of a character stands as the three bytes that it would have in UTF-8, which no string has.
pub(super) fn wide_to_text(bytes: &[u8], high_first: bool) -> Vec<u8> {
    let (pairs, half) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| if high_first { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) });
    let mut text = Vec::with_capacity(bytes.len());
    for unit in char::decode_utf16(units) {
        match unit {
            Ok(character) => text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
            Err(lone) => {
                let [high, low] = lone.unpaired_surrogate().to_be_bytes();
                text.extend_from_slice(&[0xe0 | high >> 4, 0x80 | (high & 0xf) << 2 | low >> 6, 0x80 | low & 0x3f]);
            }
        }
    }
    text.resize(text.len() + half.len(), HALF);
    text
}

/// How many bytes of the file a byte of its text stands for, where that can be told: the first byte of a character for all.
pub(super) fn length_in(encoding: &'static encoding_rs::Encoding) -> Option<fn(u8) -> usize> {
    if two_bytes(encoding).is_some() {
        Some(wide_length)
    } else {
        encoding.is_single_byte().then_some(|byte| usize::from(!(0x80..0xc0).contains(&byte)))
    }
}

pub(super) fn wide_length(byte: u8) -> usize {
    match byte {
        HALF => 1,
        0xf0..HALF => 4,
        0x80..0xc0 => 0,
        _ => 2,
    }
}
