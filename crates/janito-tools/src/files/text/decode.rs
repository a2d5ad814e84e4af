//! From bytes to characters.
//!
//! Decoding is strict: a byte that has no meaning, or a NUL, ends the reading with an error, since a text with replaced characters is not
//! the file's and would be written back.

use encoding_rs::{DecoderResult, UTF_16BE, UTF_16LE};
use janito_core::{JsonSchema, Schema};
use serde::{Deserialize, Deserializer, de};

/// An encoding that a caller names by a label of the WHATWG standard.
#[derive(Debug, Clone, Copy)]
pub(in crate::files) struct Encoding(pub(in crate::files) &'static encoding_rs::Encoding);

impl JsonSchema for Encoding {
    const SCHEMA: &'static Schema = String::SCHEMA;
}

impl<'de> Deserialize<'de> for Encoding {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let label = String::deserialize(deserializer)?;
        encoding_rs::Encoding::for_label_no_replacement(label.as_bytes()).map(Self).ok_or_else(|| {
            de::Error::custom(format_args!(
                "there is no encoding `{label}`; known are utf-8, utf-16le, utf-16be, windows-1252, iso-8859-15, shift_jis, euc-jp, \
                 gb18030, big5, euc-kr, koi8-r, macintosh and the other labels of the WHATWG standard"
            ))
        })
    }
}

/// What a text must not hold.
#[derive(Debug, Clone, Copy)]
pub(in crate::files) enum Fault {
    /// Bytes without a meaning, and where in the file the first lies.
    Malformed(u64),
    /// A NUL: no text has one.
    Nul,
}

/// Makes characters of bytes that come in pieces, cut anywhere.
pub(in crate::files) struct Decoder {
    inner: encoding_rs::Decoder,
    /// Where in the file the next byte lies.
    at: u64,
}

impl Decoder {
    /// For bytes that begin at this place in the file.
    pub(in crate::files) fn new(encoding: &'static encoding_rs::Encoding, at: u64) -> Self {
        Self { inner: encoding.new_decoder_without_bom_handling(), at }
    }

    /// Appends the characters that these bytes complete; after the `last` bytes none may be incomplete.
    pub(in crate::files) fn decode(&mut self, mut bytes: &[u8], last: bool, out: &mut String) -> Result<(), Fault> {
        let begin = out.len();
        loop {
            // As long as a text can become, so that one pass does; a byte more than none for what an earlier piece left.
            out.reserve(
                self.inner.max_utf8_buffer_length_without_replacement(bytes.len()).unwrap_or(bytes.len() * 3 + 4),
            );
            let (result, read) = self.inner.decode_to_string_without_replacement(bytes, out, last);
            self.at += read as u64;
            bytes = &bytes[read..];
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(length, beyond) => {
                    return Err(Fault::Malformed(self.at - u64::from(length) - u64::from(beyond)));
                }
            }
        }
        if memchr::memchr(0, &out.as_bytes()[begin..]).is_some() { Err(Fault::Nul) } else { Ok(()) }
    }
}

/// Whether an encoding has units of two bytes, and if so whether the high one comes first.
pub(in crate::files) fn two_bytes(encoding: &'static encoding_rs::Encoding) -> Option<bool> {
    if encoding == UTF_16LE {
        Some(false)
    } else if encoding == UTF_16BE {
        Some(true)
    } else {
        None
    }
}
