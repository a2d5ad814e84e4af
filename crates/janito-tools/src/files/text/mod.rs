//! Text as the file tools understand it: which encoding a file has, and its characters, block by block, so that its length does not matter.
//!
//! A byte order mark says what the encoding is and is no part of the text. Without one it is what the caller declares, else UTF-8.

pub(in crate::files) mod decode;
pub(in crate::files) mod excerpt;
pub(in crate::files) mod kind;
mod lines;
pub(in crate::files) mod window;

use self::decode::{Decoder, Encoding, Fault};
use encoding_rs::UTF_8;
use janito_core::{File, Reader, ToolError};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

/// How much of a file is held at once. Even, so that UTF-16 is never cut within a unit.
pub(in crate::files) const BLOCK: usize = 64 << 10;

/// A file that is read as text.
pub(in crate::files) struct TextFile {
    file: File,
    shown: String,
    encoding: &'static encoding_rs::Encoding,
    /// The length of the byte order mark.
    mark: u64,
    /// The first bytes, for guesses.
    head: Vec<u8>,
    block: Vec<u8>,
    used: usize,
    /// Where in the file the first byte of the block lies that was not used.
    at: u64,
}

impl TextFile {
    /// Opens a file, and tells its encoding.
    pub(in crate::files) fn open(files: &Reader, path: &Path, declared: Option<Encoding>) -> Result<Self, ToolError> {
        let mut file = files.open(path)?;
        let mut head = Vec::new();
        (&mut file).take(512).read_to_end(&mut head)?;
        let (encoding, mark) = match encoding_rs::Encoding::for_bom(&head) {
            Some((encoding, length)) => (encoding, length as u64),
            None => (declared.map_or(UTF_8, |declared| declared.0), 0),
        };
        let shown = files.display(path);
        let mut text = Self { file, shown, encoding, mark, head, block: Vec::new(), used: 0, at: 0 };
        text.seek(mark)?;
        Ok(text)
    }

    /// Has the session remember the file as it is.
    pub(in crate::files) fn remember(&mut self) -> io::Result<()> {
        self.file.remember()
    }

    /// The length in bytes when it was opened.
    pub(in crate::files) fn length(&self) -> u64 {
        self.file.length()
    }

    /// Where the text begins: after the byte order mark.
    pub(in crate::files) fn start(&self) -> u64 {
        self.mark
    }

    /// Where the next byte lies.
    pub(in crate::files) fn position(&self) -> u64 {
        self.at
    }

    pub(in crate::files) fn encoding(&self) -> &'static encoding_rs::Encoding {
        self.encoding
    }

    /// The bytes that come next, if there are any: all up to the end of a block, which is no longer than [`BLOCK`].
    pub(in crate::files) fn fill(&mut self) -> io::Result<&[u8]> {
        if self.used == self.block.len() {
            self.block.clear();
            self.used = 0;
            (&mut self.file).take(BLOCK as u64).read_to_end(&mut self.block)?;
        }
        Ok(&self.block[self.used..])
    }

    /// Takes the first of the bytes that come next as used.
    pub(in crate::files) fn consume(&mut self, count: usize) {
        self.used += count;
        self.at += count as u64;
    }

    /// Goes to a place in the file.
    pub(in crate::files) fn seek(&mut self, to: u64) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(to))?;
        self.block.clear();
        self.used = 0;
        self.at = to;
        Ok(())
    }

    /// A decoder for what comes next.
    pub(in crate::files) fn decoder(&self) -> Decoder {
        Decoder::new(self.encoding, self.at)
    }

    /// Hands over the whole text, piece by piece.
    pub(in crate::files) fn each_piece(&mut self, mut take: impl FnMut(&str)) -> Result<(), ToolError> {
        let mut decoder = self.decoder();
        let mut piece = String::new();
        loop {
            let bytes = self.fill()?;
            let count = bytes.len();
            piece.clear();
            if let Err(fault) = decoder.decode(bytes, count == 0, &mut piece) {
                return Err(self.refuse(fault));
            }
            if count == 0 {
                return Ok(());
            }
            self.consume(count);
            take(&piece);
        }
    }

    /// Says why the file is not read as text.
    pub(in crate::files) fn refuse(&self, fault: Fault) -> ToolError {
        let (shown, length) = (&self.shown, self.length());
        let kind = kind::of(&self.head);
        let name = self.encoding.name().to_ascii_lowercase();
        let message = match fault {
            Fault::Malformed(at) if kind.is_none() => {
                let remedy = "if it is text in another encoding, pass `encoding`, such as \"windows-1252\"";
                let error = ToolError::new(format!("the file is not valid {name} at byte {at}: {shown}; {remedy}"));
                return error.with("byte_offset", at).with("size", length);
            }
            Fault::Nul if self.encoding == UTF_8 && kind::utf16(&self.head).is_some() => {
                let guess = kind::utf16(&self.head).unwrap_or_default();
                format!("the file seems to be UTF-16 without a byte order mark: {shown}; pass `encoding` \"{guess}\"")
            }
            _ => {
                let kind = kind.unwrap_or("of unknown form");
                format!("the file is binary ({kind}, {length} bytes), not text: {shown}")
            }
        };
        let error = ToolError::new(message).with("binary", true).with("size", length);
        if let Some(kind) = kind { error.with("kind", kind) } else { error }
    }
}
