//! The search of one file: its matching lines counted, and the first of them kept as they are told.

use super::line;
use super::needle::Needle;
use grep_regex::RegexMatcher;
use grep_searcher::{
    BinaryDetection, Encoding, Searcher, SearcherBuilder, Sink, SinkContext, SinkContextKind, SinkFinish, SinkMatch,
};
use janito_core::File;
use std::io::{self, Read as _};

/// The most bytes of all lines that are told.
pub(super) const MOST: usize = 256 << 10;

/// A file shorter than this is read at once.
const SHORT: usize = 256 << 10;

/// How much of it is looked at before the rest is read.
const HEAD: usize = 64 << 10;

/// The most of a file that is held at once: a line, or all where a match may span lines.
const HELD: usize = 64 << 20;

/// What of a match is told.
pub(super) struct Wanted {
    /// How many matching lines, those that are skipped included.
    pub(super) lines: u64,
    /// How many of them are skipped.
    pub(super) skipped: u64,
    /// How many lines around each.
    pub(super) context: usize,
    /// The encoding of files without a byte order mark.
    pub(super) encoding: Option<&'static encoding_rs::Encoding>,
}

impl Wanted {
    /// The most bytes of lines that are worth keeping: what is told, after what is skipped.
    pub(super) fn bytes(&self) -> usize {
        let match_at_most = line::LONGEST * (1 + 2 * self.context);
        usize::try_from(self.skipped).unwrap_or(usize::MAX).saturating_mul(match_at_most).saturating_add(MOST)
    }
}

/// What a file holds.
pub(super) enum Contents {
    Binary,
    /// The number of matching lines, and the first of them.
    Text {
        count: u64,
        lines: Vec<Line>,
    },
}

/// A line as it is told.
pub(super) struct Line {
    pub(super) number: u64,
    pub(super) text: String,
    pub(super) role: Role,
}

/// Why a line is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Match,
    /// It stands before a match that follows, or after one.
    Before,
    After,
    /// It is no line: lines are left out here.
    Break,
}

/// Searches files, one after the other, on one thread.
pub(super) struct FileSearch<'a> {
    wanted: &'a Wanted,
    /// A copy of the thread's own, for what it learns while searching.
    matcher: RegexMatcher,
    showing: Searcher,
    counting: Searcher,
    buffer: Buffer,
}

/// Where a file is read to: at a whole page, to which the system copies in half the time.
struct Buffer {
    bytes: Vec<u8>,
    begin: usize,
}

impl Buffer {
    fn new() -> Self {
        const PAGE: usize = 4 << 10;
        let bytes = vec![0; SHORT + PAGE];
        let begin = bytes.as_ptr().align_offset(PAGE).min(PAGE);
        Self { bytes, begin }
    }

    fn get(&mut self) -> &mut [u8] {
        &mut self.bytes[self.begin..self.begin + SHORT]
    }
}

impl<'a> FileSearch<'a> {
    pub(super) fn new(needle: &Needle, wanted: &'a Wanted) -> Self {
        let mut builder = SearcherBuilder::new();
        builder
            .line_terminator(needle.line_end())
            .multi_line(needle.is_multi_line())
            .binary_detection(BinaryDetection::quit(0))
            // The labels of both libraries are the standard's.
            .encoding(wanted.encoding.and_then(|encoding| Encoding::new(encoding.name()).ok()))
            .heap_limit(Some(HELD));
        let counting = builder.line_number(false).build();
        let showing = builder.line_number(true).before_context(wanted.context).after_context(wanted.context).build();
        Self { wanted, matcher: needle.matcher().clone(), showing, counting, buffer: Buffer::new() }
    }

    /// Searches a file to its end; `show` says whether its lines are kept.
    pub(super) fn search(&mut self, mut file: File, show: bool) -> Result<Contents, String> {
        let matcher = &self.matcher;
        let lines = if show { self.wanted.lines } else { 0 };
        let mut sink = Collector {
            matcher,
            lines,
            bytes: self.wanted.bytes(),
            count: 0,
            kept: Vec::new(),
            kept_matches: 0,
            kept_bytes: 0,
            binary: false,
        };
        let engine = if show { &mut self.showing } else { &mut self.counting };
        let buffer = self.buffer.get();
        let searched = match read(&mut file, buffer, self.wanted.encoding.is_none()) {
            Err(error) => Err(error),
            Ok(Read::Binary) => return Ok(Contents::Binary),
            Ok(Read::Whole(length)) => engine.search_slice(matcher, &buffer[..length], &mut sink),
            Ok(Read::Full) => engine.search_reader(matcher, buffer.chain(file), &mut sink),
        };
        searched.map_err(|error| explain(&error))?;
        if sink.binary {
            return Ok(Contents::Binary);
        }
        Ok(Contents::Text { count: sink.count, lines: sink.kept })
    }
}

/// What became of reading a file into a buffer.
enum Read {
    /// The first bytes hold a NUL.
    Binary,
    /// It has so many bytes.
    Whole(usize),
    /// The buffer is full, and there may be more.
    Full,
}

/// Reads a file, as far as the buffer goes. One that tells its encoding, or is told it, may well hold NUL bytes.
fn read(file: &mut File, buffer: &mut [u8], undeclared: bool) -> io::Result<Read> {
    let (mut filled, mut plain) = (0, undeclared);
    while filled < buffer.len() {
        // Most binary files are known by their beginning.
        let end = if filled == 0 { HEAD } else { buffer.len() };
        let count = match file.read(&mut buffer[filled..end]) {
            Ok(0) => return Ok(Read::Whole(filled)),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        plain = plain && (filled > 0 || encoding_rs::Encoding::for_bom(&buffer[..count]).is_none());
        if plain && memchr::memchr(0, &buffer[filled..filled + count]).is_some() {
            return Ok(Read::Binary);
        }
        filled += count;
        // Some file systems tell no length.
        if filled as u64 == file.length() {
            return Ok(Read::Whole(filled));
        }
    }
    Ok(Read::Full)
}

fn explain(error: &io::Error) -> String {
    let text = error.to_string();
    if text.contains("allocation limit") {
        return format!("a line, or what a match may span, is longer than {HELD} bytes");
    }
    text
}

/// Counts the matching lines of a file, and keeps the first.
struct Collector<'a> {
    matcher: &'a RegexMatcher,
    /// The most matching lines to keep.
    lines: u64,
    /// The most bytes to keep.
    bytes: usize,
    count: u64,
    kept: Vec<Line>,
    kept_matches: u64,
    kept_bytes: usize,
    binary: bool,
}

impl Collector<'_> {
    fn is_full(&self) -> bool {
        self.kept_matches >= self.lines || self.kept_bytes >= self.bytes
    }

    fn keep(&mut self, number: Option<u64>, bytes: &[u8], role: Role) {
        let text = line::told(bytes, |line| (role == Role::Match).then(|| Needle::find(self.matcher, line)).flatten());
        self.kept_bytes += text.len();
        self.kept.push(Line { number: number.unwrap_or(0), text, role });
    }
}

impl Sink for Collector<'_> {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> io::Result<bool> {
        for (line, number) in found.lines().zip(found.line_number().unwrap_or(0)..) {
            self.count += 1;
            if !self.is_full() {
                self.kept_matches += 1;
                self.keep(Some(number), line, Role::Match);
            }
        }
        Ok(true)
    }

    fn context(&mut self, _: &Searcher, context: &SinkContext<'_>) -> io::Result<bool> {
        let role = match context.kind() {
            SinkContextKind::Before => Role::Before,
            SinkContextKind::After | SinkContextKind::Other => Role::After,
        };
        // The lines after the last match that is kept still belong to it.
        let wanted = if role == Role::Before { !self.is_full() } else { self.count == self.kept_matches };
        if wanted && self.lines > 0 {
            self.keep(context.line_number(), context.bytes(), role);
        }
        Ok(true)
    }

    fn context_break(&mut self, _: &Searcher) -> io::Result<bool> {
        if !self.is_full() {
            self.kept.push(Line { number: 0, text: String::new(), role: Role::Break });
        }
        Ok(true)
    }

    fn finish(&mut self, _: &Searcher, end: &SinkFinish) -> io::Result<()> {
        self.binary = end.binary_byte_offset().is_some();
        Ok(())
    }
}
