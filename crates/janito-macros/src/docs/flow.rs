//! Joins the lines of a paragraph that were only wrapped for the reader of the source.

use super::lines::{heading, is_fence, item};

/// How the next line of words relates to the last one written.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    /// Words go on where it ends, be it a paragraph or a list item.
    Words,
    /// It stands by itself.
    Alone,
    /// Nothing, or a blank line.
    Blank,
}

/// The text of some lines: paragraphs on one line each with a blank line between them, all else as it was written.
pub(super) fn flow<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    let mut last = Last::Blank;
    let mut fenced = false;
    for line in lines {
        let line = line.trim_end();
        let fence = is_fence(line);
        let code = fenced || fence;
        fenced ^= fence;
        if line.is_empty() && !code {
            last = Last::Blank;
            continue;
        }
        let indented = line.starts_with("    ") || line.starts_with('\t');
        let marked = heading(line).is_some() || line.trim_start().starts_with(['|', '>']);
        let begins = item(line).is_some();
        let alone = code || marked || (indented && last != Last::Words && !begins);
        match last {
            Last::Blank if text.is_empty() => {}
            Last::Blank => text.push_str("\n\n"),
            Last::Words if !alone && !begins => text.push(' '),
            _ => text.push('\n'),
        }
        text.push_str(if alone || begins { line } else { line.trim_start() });
        last = if alone { Last::Alone } else { Last::Words };
    }
    text
}
