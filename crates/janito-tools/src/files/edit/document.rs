//! The bytes of a file seen as text, and the way back from a place in the text to its bytes.
//!
//! The text is UTF-8, begins after the byte order mark, and its lines end with LF: the CR of a CR LF is hidden, a lone CR is a character.
//! Bytes that are no characters stand in it as bytes that no string has, so that they match nothing and are never rewritten.

use super::super::text::decode::{Decoder, Encoding, Fault, two_bytes};
use super::super::text::kind;
use super::encode::{self, Unmappable};
use encoding_rs::{ISO_2022_JP, UTF_8};
use janito_core::ToolError;
use std::borrow::Cow;
use std::ops::Range;

/// A file as text.
pub(in crate::files) struct Document<'a> {
    bytes: &'a [u8],
    encoding: &'static encoding_rs::Encoding,
    /// The length of the byte order mark.
    mark: usize,
    text: Cow<'a, [u8]>,
    /// Where in the text the LFs are whose CR is hidden.
    hidden: Vec<usize>,
    /// Characters, in their order, of which it is known where they are in the text and in the bytes; only where the two do not run in
    /// step. Every line begins with one.
    known: Option<Vec<(usize, usize)>>,
    /// The first byte that is not UTF-8, where nobody has said what it is.
    doubt: Option<usize>,
}

/// The most bytes of text between two known places of a line, so that no line is too long to count in.
const STEP: usize = 4096;

/// How a line ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::files) enum Ending {
    Lf,
    CrLf,
}

impl<'a> Document<'a> {
    /// Sees bytes as text: as the byte order mark says, else as declared, else as UTF-8.
    pub(in crate::files) fn read(bytes: &'a [u8], declared: Option<Encoding>) -> Result<Self, ToolError> {
        let (encoding, mark) = match encoding_rs::Encoding::for_bom(bytes) {
            Some(found) => found,
            None => (declared.map_or(UTF_8, |declared| declared.0), 0),
        };
        let body = &bytes[mark..];
        let mut document =
            Self { bytes, encoding, mark, text: Cow::Borrowed(body), hidden: Vec::new(), known: None, doubt: None };
        if encoding == UTF_8 {
            let known = mark > 0 || declared.is_some_and(|declared| declared.0 == UTF_8);
            document.doubt = std::str::from_utf8(body).err().map(|error| mark + error.valid_up_to());
            if let (Some(at), Some(kind)) = (document.doubt, kind::of(bytes)) {
                return Err(refuse(bytes, Some(kind)).with("byte_offset", at));
            }
            document.doubt = document.doubt.filter(|_| !known);
            document.hide_carriage_returns();
        } else if let Some(high_first) = two_bytes(encoding) {
            document.text = Cow::Owned(encode::wide_to_text(body, high_first));
            document.hide_carriage_returns();
            document.walk(encode::wide_length);
        } else {
            document.read_legacy()?;
        }
        if memchr::memchr(0, &document.text).is_some() {
            return Err(match kind::utf16(&bytes[..bytes.len().min(512)]).filter(|_| encoding == UTF_8) {
                Some(guess) => ToolError::new(format!(
                    "the file seems to be UTF-16 without a byte order mark; pass `encoding` \"{guess}\""
                )),
                None => refuse(bytes, kind::of(bytes)),
            });
        }
        Ok(document)
    }

    /// The text. Where it is no UTF-8, the file is not, either.
    pub(in crate::files) fn text(&self) -> &[u8] {
        &self.text
    }

    /// The bytes of the file.
    pub(in crate::files) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The first byte that is not UTF-8, where nobody has said what it is.
    pub(super) fn doubt(&self) -> Option<usize> {
        self.doubt
    }

    /// The ending that most lines have; nothing if there is no line end at all.
    pub(super) fn dominant(&self) -> Option<Ending> {
        self.ending_in(0..self.text.len())
    }

    /// Whether some of these lines end with LF and some with CR LF.
    pub(super) fn is_mixed(&self, span: Range<usize>) -> bool {
        let hidden = self.hidden_before(span.end) - self.hidden_before(span.start);
        hidden > 0 && hidden < memchr::memchr_iter(b'\n', &self.text[span]).count()
    }

    /// The ending that most of these lines have; nothing if there is no line end in them.
    pub(super) fn ending_in(&self, span: Range<usize>) -> Option<Ending> {
        let hidden = self.hidden_before(span.end) - self.hidden_before(span.start);
        match memchr::memchr_iter(b'\n', &self.text[span]).count() {
            0 => None,
            all if hidden * 2 >= all => Some(Ending::CrLf),
            _ => Some(Ending::Lf),
        }
    }

    /// Where in the bytes a place of the text lies; nothing if it lies within what the encoding writes as one.
    pub(super) fn place(&self, at: usize) -> Option<usize> {
        let Some(known) = &self.known else { return Some(self.mark + at + self.hidden_before(at)) };
        let (begin, place) = known[known.partition_point(|(begin, _)| *begin <= at) - 1];
        let before = &self.text[begin..at];
        if let Some(length) = encode::length_in(self.encoding) {
            return Some(place + before.iter().map(|byte| length(*byte)).sum::<usize>());
        }
        let mut decoder = Decoder::new(self.encoding, 0);
        let (mut text, mut place) = (String::new(), place);
        while text.len() < before.len() {
            decoder.decode(&self.bytes[place..=place], false, &mut text).ok()?;
            place += 1;
        }
        (text.len() == before.len()).then_some(place)
    }

    /// Text as the file would hold it, with these line ends.
    pub(super) fn encode(&self, text: &str, ending: Ending) -> Result<Vec<u8>, Unmappable> {
        let text = match ending {
            Ending::Lf => Cow::Borrowed(text),
            Ending::CrLf => Cow::Owned(text.replace('\n', "\r\n")),
        };
        encode::encode(&text, self.encoding)
    }

    /// The encoding's name.
    pub(super) fn encoding(&self) -> String {
        self.encoding.name().to_ascii_lowercase()
    }

    fn hidden_before(&self, at: usize) -> usize {
        self.hidden.partition_point(|lf| *lf < at)
    }

    /// Takes the CR of each CR LF out of the text.
    fn hide_carriage_returns(&mut self) {
        let text: &[u8] = &self.text;
        if memchr::memmem::find(text, b"\r\n").is_none() {
            return;
        }
        let mut without = Vec::with_capacity(text.len());
        let mut from = 0;
        for cr in memchr::memmem::find_iter(text, b"\r\n") {
            without.extend_from_slice(&text[from..cr]);
            self.hidden.push(without.len());
            from = cr + 1;
        }
        without.extend_from_slice(&text[from..]);
        self.text = Cow::Owned(without);
    }

    /// Notes where each line begins, and some characters of long ones, where each character has a length of its own.
    fn walk(&mut self, length: fn(u8) -> usize) {
        let mut known = vec![(0, self.mark)];
        let (mut last, mut place) = (0, self.mark);
        let mut hidden = self.hidden.iter().peekable();
        for (at, byte) in self.text.iter().enumerate() {
            if at - last >= STEP && !(0x80..0xc0).contains(byte) {
                last = at;
                known.push((at, place));
            }
            place += length(*byte);
            if *byte == b'\n' {
                place += length(b'\r') * usize::from(hidden.next_if_eq(&&at).is_some());
                last = at + 1;
                known.push((last, place));
            }
        }
        self.known = Some(known);
    }

    fn read_legacy(&mut self) -> Result<(), ToolError> {
        let name = self.encoding();
        if self.encoding == ISO_2022_JP {
            return Err(ToolError::new(format!(
                "text in {name} is not edited: what a byte means depends on those before"
            )));
        }
        let mut text = String::new();
        if let Err(fault) =
            Decoder::new(self.encoding, self.mark as u64).decode(&self.bytes[self.mark..], true, &mut text)
        {
            return Err(match fault {
                Fault::Malformed(at) => ToolError::new(format!(
                    "the file is not valid {name} at byte {at}; pass the `encoding` that it has"
                ))
                .with("byte_offset", at),
                Fault::Nul => refuse(self.bytes, kind::of(self.bytes)),
            });
        }
        self.text = Cow::Owned(text.into_bytes());
        self.hide_carriage_returns();
        if let Some(length) = encode::length_in(self.encoding) {
            self.walk(length);
            return Ok(());
        }
        // In these encodings the byte of an LF is one wherever it stands.
        let ends = |bytes: &[u8]| memchr::memchr_iter(b'\n', bytes).map(|lf| lf + 1).collect::<Vec<_>>();
        let places = ends(&self.bytes[self.mark..]).into_iter().map(|end| self.mark + end);
        self.known = Some([(0, self.mark)].into_iter().chain(ends(&self.text).into_iter().zip(places)).collect());
        Ok(())
    }
}

fn refuse(bytes: &[u8], kind: Option<&'static str>) -> ToolError {
    let name = kind.unwrap_or("of unknown form");
    let error =
        ToolError::new(format!("the file is binary ({name}, {} bytes), not text; it is not edited", bytes.len()))
            .with("binary", true)
            .with("size", bytes.len());
    if let Some(kind) = kind { error.with("kind", kind) } else { error }
}
