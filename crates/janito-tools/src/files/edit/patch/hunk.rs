//! A hunk of a patch: lines that are there, lines that go and lines that come.
//!
//! Its lines are counted by what they are. The counts of its header only tell where it ends if the two agree: models miscount.

/// Lines of a file that a patch changes.
#[derive(Debug, Clone)]
pub(super) struct Hunk {
    /// The line of the patch, counted from 1, where it begins.
    pub(super) line: usize,
    /// The lines of the file, before and after, that its header names; counted from 1.
    pub(super) at: Option<(usize, usize)>,
    pub(super) lines: Vec<HunkLine>,
}

/// A line of a hunk.
#[derive(Debug, Clone)]
pub(super) struct HunkLine {
    pub(super) kind: Kind,
    /// Without its end.
    pub(super) text: String,
    /// Whether it ends with CR LF, in a patch whose own lines do not.
    pub(super) cr: bool,
    /// Whether it has an end at all.
    pub(super) ended: bool,
}

/// What a hunk says of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Context,
    Removed,
    Added,
}

/// The byte order mark.
pub(super) const MARK: &str = "\u{feff}";

impl HunkLine {
    /// Takes its end away. A CR is a character then.
    fn open(&mut self) {
        self.ended = false;
        if std::mem::take(&mut self.cr) {
            self.text.push('\r');
        }
    }
}

impl Hunk {
    /// The same the other way round.
    pub(super) fn reverse(&mut self) {
        self.at = self.at.map(|(old, new)| (new, old));
        for line in &mut self.lines {
            line.kind = match line.kind {
                Kind::Context => Kind::Context,
                Kind::Removed => Kind::Added,
                Kind::Added => Kind::Removed,
            };
        }
    }

    /// Whether a line that was there begins with a byte order mark.
    pub(super) fn has_mark(&self) -> bool {
        self.lines.iter().any(|line| line.kind != Kind::Added && line.text.starts_with(MARK))
    }

    /// The text before, or after.
    pub(super) fn side(&self, without: Kind) -> String {
        self.lines.iter().filter(|line| line.kind != without).flat_map(|line| [line.text.as_str(), "\n"]).collect()
    }
}

/// Reads the hunk that begins at this line, of which the index is given; returns the index after it.
pub(super) fn parse(lines: &[&str], begin: usize) -> Result<(Hunk, usize), String> {
    let header = lines[begin];
    let numbers = numbers(header);
    // Where the lines of the patch itself end with CR LF, those of the hunk say nothing by it.
    let carried = header.ends_with('\r');
    let mut hunk = Hunk { line: begin + 1, at: numbers.map(|[old, _, new, _]| (old, new)), lines: Vec::new() };
    let counted = numbers.and_then(|[_, old, _, new]| counted_end(lines, begin + 1, old, new));
    let end = match counted {
        Some(end) => refuse_stray(lines, end).map(|()| end)?,
        None => marked_end(lines, begin + 1, numbers)?,
    };
    for line in &lines[begin + 1..end] {
        if line.starts_with('\\') {
            match hunk.lines.last_mut() {
                Some(last) => last.open(),
                None => return Err(format!("line {}: `\\` follows no line", begin + 2)),
            }
            continue;
        }
        let text = line.strip_suffix('\r').unwrap_or(line);
        let cr = text.len() < line.len() && !carried;
        let kind = match text.bytes().next() {
            Some(b'+') => Kind::Added,
            Some(b'-') => Kind::Removed,
            _ => Kind::Context,
        };
        // Of a line that begins with a tab, the space before it was lost.
        let text = if text.starts_with('\t') { text } else { text.get(1..).unwrap_or_default() };
        hunk.lines.push(HunkLine { kind, text: text.to_owned(), cr, ended: true });
    }
    if hunk.lines.is_empty() {
        return Err(format!("line {}: the hunk has no lines", begin + 1));
    }
    Ok((hunk, end))
}

/// The begins and counts of a header: `@@ -1,2 +3,4 @@`.
fn numbers(header: &str) -> Option<[usize; 4]> {
    let (ranges, _) = header.strip_prefix("@@")?.split_once("@@")?;
    let (old, new) = ranges.trim().split_once(' ')?;
    let range = |text: &str, sign| -> Option<(usize, usize)> {
        let text = text.trim().strip_prefix(sign)?;
        let (begin, count) = text.split_once(',').unwrap_or((text, "1"));
        // No file has more lines, and sums of these do not overflow.
        let number = |text: &str| usize::try_from(text.parse::<u32>().ok()?).ok();
        Some((number(begin)?, number(count)?))
    };
    let ((old, old_count), (new, new_count)) = (range(old, '-')?, range(new, '+')?);
    Some([old, old_count, new, new_count])
}

/// The index after the hunk if its lines are as many as its header says, and what follows is no line of a hunk.
fn counted_end(lines: &[&str], begin: usize, mut old: usize, mut new: usize) -> Option<usize> {
    let mut at = begin;
    while old > 0 || new > 0 {
        match lines.get(at)?.bytes().next() {
            Some(b'+') => new = new.checked_sub(1)?,
            Some(b'-') => old = old.checked_sub(1)?,
            Some(b'\\') => {}
            None | Some(b' ' | b'\r' | b'\t') => (old, new) = (old.checked_sub(1)?, new.checked_sub(1)?),
            _ => return None,
        }
        at += 1;
    }
    while lines.get(at).is_some_and(|line| line.starts_with('\\')) {
        at += 1;
    }
    // One line too many on each side: these are not the hunk's last lines but the names of the next file.
    if at >= begin + 2 && begins_names(lines, at - 2) && begins_hunk(lines, at) {
        return None;
    }
    let follows = lines.get(at).is_some_and(|line| line.starts_with([' ', '+', '-']));
    (!follows || is_end(lines, at) || begins_names(lines, at)).then_some(at)
}

/// The index after the last line that has the form of a hunk's.
fn marked_end(lines: &[&str], begin: usize, numbers: Option<[usize; 4]>) -> Result<usize, String> {
    let mut at = begin;
    while at < lines.len() && !is_end(lines, at) && !(begins_names(lines, at) && begins_hunk(lines, at + 2)) {
        if !lines[at].is_empty() && !lines[at].starts_with([' ', '+', '-', '\\', '\r', '\t']) {
            // Words after the last hunk, unless its header counts more lines.
            let is_last = || lines[at..].iter().all(|line| !line.starts_with(['+', '-', '@']));
            if lines[at - 1].trim().is_empty() && is_last() && !is_short(&lines[begin..at], numbers) {
                break;
            }
            return Err(stray(lines, at));
        }
        at += 1;
    }
    // Empty lines before what follows are no part of it; to leave out context does no harm.
    while at > begin && lines[at - 1].trim_end_matches('\r').is_empty() {
        at -= 1;
    }
    Ok(at)
}

/// Whether a hunk has fewer lines than its header counts.
fn is_short(lines: &[&str], numbers: Option<[usize; 4]>) -> bool {
    let count = |without: char| lines.iter().filter(|line| !line.starts_with([without, '\\'])).count();
    numbers.is_some_and(|[_, old, _, new]| count('+') < old || count('-') < new)
}

/// Fails if what follows a hunk is no part of it, but more of the same file's lines come after that: somebody forgot the `+`.
fn refuse_stray(lines: &[&str], end: usize) -> Result<(), String> {
    let Some(at) = (end..lines.len()).find(|at| !lines[*at].trim().is_empty()) else { return Ok(()) };
    let begins_file = |at: usize| {
        begins_names(lines, at)
            || ["diff ", "Index: ", "index ", "--- ", "+++ ", "-- ", "***"]
                .iter()
                .any(|mark| lines[at].starts_with(mark))
    };
    if is_end(lines, at) || begins_file(at) {
        return Ok(());
    }
    let more = (at..lines.len()).take_while(|at| !begins_file(*at)).any(|at| lines[at].starts_with(['@', '+']));
    if more { Err(stray(lines, at)) } else { Ok(()) }
}

/// The fault of a line that is none of a hunk's.
fn stray(lines: &[&str], at: usize) -> String {
    let shown: String = lines[at].chars().take(60).collect();
    format!(
        "line {}: a line of a hunk begins with a space, `+`, `-` or `\\`, but this is `{shown}`; put a space before a line that stays, and \
         `+` before one that comes",
        at + 1
    )
}

/// Whether a line ends a hunk, whatever its header counts.
fn is_end(lines: &[&str], at: usize) -> bool {
    let line = lines[at].trim_end_matches('\r');
    let signature = line == "-- " && lines[at + 1..].iter().skip(1).all(|line| line.trim().is_empty());
    signature || ["@@", "diff --git ", "Index: ", "```", "*** End"].iter().any(|mark| line.starts_with(mark))
}

/// Whether the names of a file are here.
pub(super) fn begins_names(lines: &[&str], at: usize) -> bool {
    let begins = |at: usize, mark| lines.get(at).is_some_and(|line| line.starts_with(mark));
    begins(at, "--- ") && begins(at + 1, "+++ ")
}

fn begins_hunk(lines: &[&str], at: usize) -> bool {
    lines.get(at).is_some_and(|line| line.starts_with("@@"))
}
