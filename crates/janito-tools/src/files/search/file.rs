//! The search of one file: its matching lines counted, and the first of them kept as they are told.

use super::needle::Needle;
use super::{ends, line};
use crate::files::text::decode::Decoder;
use grep_matcher::LineTerminator;
use grep_regex::RegexMatcher;
use grep_searcher::{BinaryDetection, Encoding, Searcher, SearcherBuilder, Sink, SinkContext, SinkFinish, SinkMatch};
use janito_core::File;
use std::collections::VecDeque;
use std::io::{self, Read as _, Seek as _, SeekFrom};

/// The most bytes of all lines that are told.
pub(super) const MOST: usize = 256 << 10;

/// A file shorter than this is read at once.
const SHORT: usize = 256 << 10;

/// How much of it is looked at before the rest is read.
const HEAD: usize = 64 << 10;

/// The most of a file that is held at once: a line, or all where a match may span lines.
const HELD: usize = 64 << 20;

/// What of a match is told.
#[derive(Clone)]
pub(super) struct Wanted {
    /// How many matching lines, those that are skipped included.
    pub(super) lines: u64,
    /// How many of them are skipped.
    pub(super) skipped: u64,
    /// How many lines around each.
    pub(super) context: usize,
    /// The encoding of files that are not UTF-8 and have no byte order mark.
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
    Text {
        /// The number of matching lines.
        count: u64,
        /// The first that are not skipped, and what is around them.
        lines: Vec<Line>,
        /// Why it was not searched to its end.
        fault: Option<String>,
    },
}

/// A line as it is told.
pub(super) struct Line {
    pub(super) number: u64,
    pub(super) text: String,
    /// How many matching lines of the file come before it, if it is one itself.
    pub(super) nth: Option<u64>,
}

/// Searches files, one after the other, on one thread.
pub(super) struct FileSearch<'a> {
    wanted: &'a Wanted,
    /// Copies of the thread's own, for what they learn while searching.
    matcher: RegexMatcher,
    exact: Option<RegexMatcher>,
    engines: Engines,
    /// For files in the encoding that was declared.
    declared: Option<Engines>,
    buffer: Buffer,
}

struct Engines {
    showing: Searcher,
    counting: Searcher,
}

impl Engines {
    fn new(needle: &Needle, context: usize, encoding: Option<&'static encoding_rs::Encoding>) -> Self {
        let mut builder = SearcherBuilder::new();
        builder
            .line_terminator(LineTerminator::byte(b'\n'))
            .multi_line(needle.is_multi_line())
            .binary_detection(BinaryDetection::quit(0))
            // The labels of both libraries are the standard's.
            .encoding(encoding.and_then(|encoding| Encoding::new(encoding.name()).ok()))
            .heap_limit(Some(HELD));
        let counting = builder.line_number(false).build();
        let showing = builder.line_number(true).before_context(context).after_context(context).build();
        Self { showing, counting }
    }
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
        let engines = Engines::new(needle, wanted.context, None);
        let declared = wanted.encoding.map(|encoding| Engines::new(needle, wanted.context, Some(encoding)));
        let (matcher, exact) = (needle.matcher().clone(), needle.exact().cloned());
        Self { wanted, matcher, exact, engines, declared, buffer: Buffer::new() }
    }

    /// Searches a file to its end. Its lines are kept if it is said how many matching ones are skipped.
    pub(super) fn search(&mut self, mut file: File, skipped: Option<u64>) -> Result<Contents, String> {
        let matcher = &self.matcher;
        let mut sink = Collector {
            matcher,
            exact: self.exact.as_ref(),
            skipped: skipped.unwrap_or(0),
            lines: if skipped.is_some() { self.wanted.lines } else { 0 },
            bytes: self.wanted.bytes(),
            context: self.wanted.context,
            count: 0,
            before: VecDeque::new(),
            kept: Vec::new(),
            kept_matches: 0,
            kept_bytes: 0,
            until: 0,
            binary: false,
        };
        let buffer = self.buffer.get();
        let said = |error: io::Error| error.to_string();
        let (length, full) = match read(&mut file, buffer, self.wanted.encoding.is_none()).map_err(said)? {
            Read::Binary => return Ok(Contents::Binary),
            Read::Whole(length) => (length, false),
            Read::Full => (buffer.len(), true),
        };
        let head = &buffer[..length];
        let engines = match (self.wanted.encoding, &mut self.declared) {
            (Some(encoding), Some(declared))
                if !tells_encoding(encoding, head, full.then_some(&mut file)).map_err(said)? =>
            {
                declared
            }
            _ => &mut self.engines,
        };
        let engine = if skipped.is_some() { &mut engines.showing } else { &mut engines.counting };
        let searched = if full {
            engine.search_reader(matcher, head.chain(file), &mut sink)
        } else {
            engine.search_slice(matcher, head, &mut sink)
        };
        let fault = searched.err().map(|error| explain(&error, engine.multi_line()));
        if sink.binary {
            return Ok(Contents::Binary);
        }
        Ok(Contents::Text { count: sink.count, lines: sink.kept, fault })
    }
}

/// Whether a file is not in the encoding that was declared, since it has a byte order mark or is UTF-8 as a whole.
fn tells_encoding(declared: &'static encoding_rs::Encoding, head: &[u8], rest: Option<&mut File>) -> io::Result<bool> {
    // What such an encoding writes may look like ASCII, but has this sign, or a NUL.
    const ESCAPE: u8 = 0x1B;
    if encoding_rs::Encoding::for_bom(head).is_some() {
        return Ok(true);
    }
    let (mut decoder, mut text) = (Decoder::new(encoding_rs::UTF_8, 0), String::new());
    let mut fits = |bytes: &[u8], last: bool| {
        text.clear();
        decoder.decode(bytes, last, &mut text).is_ok()
            && (declared.is_ascii_compatible() || memchr::memchr(ESCAPE, bytes).is_none())
    };
    let Some(file) = rest else { return Ok(fits(head, true)) };
    let (mut fit, mut block) = (fits(head, false), Vec::new());
    while fit {
        block.clear();
        let count = (&mut *file).take(HEAD as u64).read_to_end(&mut block)?;
        fit = fits(&block, count == 0);
        if count == 0 {
            break;
        }
    }
    file.seek(SeekFrom::Start(head.len() as u64))?;
    Ok(fit)
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

fn explain(error: &io::Error, multi_line: bool) -> String {
    let text = error.to_string();
    if !text.contains("allocation limit") {
        return text;
    }
    let held = HELD >> 20;
    if multi_line {
        format!("it is longer than {held} MiB, too long for a match that spans lines; search for one line of it")
    } else {
        format!(
            "a line is longer than {held} MiB; what comes before it was searched; read on with ReadFile, or exclude it"
        )
    }
}

/// Counts the matching lines of a file, and keeps the first that are wanted and what is around them.
struct Collector<'a> {
    matcher: &'a RegexMatcher,
    exact: Option<&'a RegexMatcher>,
    /// How many matching lines are only counted before one is kept.
    skipped: u64,
    /// The most matching lines to keep.
    lines: u64,
    /// The most bytes to keep.
    bytes: usize,
    context: usize,
    count: u64,
    /// The last lines, for a match that may follow.
    before: VecDeque<Line>,
    kept: Vec<Line>,
    kept_matches: u64,
    kept_bytes: usize,
    /// Up to which line the last match that is kept has lines after it.
    until: u64,
    binary: bool,
}

impl Collector<'_> {
    fn is_full(&self) -> bool {
        self.kept_matches >= self.lines || self.kept_bytes >= self.bytes
    }

    fn take(&mut self, number: u64, bytes: &[u8], matches: bool) {
        let nth = self.count;
        self.count += u64::from(matches);
        if self.lines == 0 {
            return;
        }
        let line = |matcher| {
            let text = line::told(bytes, |line| matches.then(|| Needle::find(matcher, line)).flatten());
            Line { number, text, nth: matches.then_some(nth) }
        };
        let context = self.context as u64;
        if matches && nth >= self.skipped && !self.is_full() {
            while let Some(earlier) = self.before.pop_front() {
                if earlier.number + context >= number {
                    self.keep(earlier);
                }
            }
            self.kept_matches += 1;
            self.until = number + context;
            self.keep(line(self.matcher));
        } else if self.kept_matches > 0 && number <= self.until {
            // Also a match: it may belong to the next page.
            self.keep(line(self.matcher));
        } else if context > 0 && !self.is_full() && nth + context + 1 >= self.skipped {
            if self.before.len() == self.context {
                self.before.pop_front();
            }
            self.before.push_back(line(self.matcher));
        }
    }

    fn keep(&mut self, line: Line) {
        self.kept_bytes += line.text.len();
        self.kept.push(line);
    }
}

impl Sink for Collector<'_> {
    type Error = io::Error;

    fn matched(&mut self, searcher: &Searcher, found: &SinkMatch<'_>) -> io::Result<bool> {
        let matches = self.exact.is_none_or(|exact| ends::holds(exact, found.bytes(), searcher.multi_line()));
        for (line, number) in found.lines().zip(found.line_number().unwrap_or(0)..) {
            self.take(number, line, matches);
        }
        Ok(true)
    }

    fn context(&mut self, _: &Searcher, context: &SinkContext<'_>) -> io::Result<bool> {
        self.take(context.line_number().unwrap_or(0), context.bytes(), false);
        Ok(true)
    }

    fn finish(&mut self, _: &Searcher, end: &SinkFinish) -> io::Result<()> {
        self.binary = end.binary_byte_offset().is_some();
        Ok(())
    }
}
