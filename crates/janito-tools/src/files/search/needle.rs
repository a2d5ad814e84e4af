//! What is searched for: a text as it is, or a regular expression. Either is matched in time that is linear in what is searched.

use grep_matcher::{LineTerminator, Match, Matcher as _};
use grep_regex::{ErrorKind, RegexMatcher, RegexMatcherBuilder};
use janito_core::ToolError;
use regex_syntax::{ParserBuilder, ast};
use std::fmt;

/// The most memory that a compiled expression takes.
const MOST: usize = 4 << 20;

/// The most memory for what is learnt while searching.
const MOST_LEARNT: usize = 8 << 20;

/// What is searched for.
pub(in crate::files) struct Needle {
    matcher: RegexMatcher,
    /// What ends a line for the matcher.
    line_end: LineTerminator,
    /// Whether a match may span lines.
    multi_line: bool,
    /// As the user is told.
    told: String,
}

impl Needle {
    /// A text as it is. A line end in it stands for LF and for CR LF.
    pub(in crate::files) fn text(query: &str, case_sensitive: bool) -> Result<Self, ToolError> {
        let told = format!("exact text '{query}'");
        let mut builder = builder(case_sensitive);
        let multi_line = query.contains('\n');
        let built = if multi_line {
            let lines: Vec<String> = query
                .split('\n')
                .map(|line| line.strip_suffix('\r').unwrap_or(line))
                .map(regex_syntax::escape)
                .collect();
            builder.build(&lines.join(r"\r?\n"))
        } else {
            builder.fixed_strings(true).line_terminator(Some(b'\n')).build(query)
        };
        let matcher = built.map_err(|error| refuse(query, error.kind()))?;
        Ok(Self { matcher, line_end: LineTerminator::byte(b'\n'), multi_line, told })
    }

    /// A regular expression. One that names a line end may match several lines.
    pub(in crate::files) fn regex(pattern: &str, case_sensitive: bool) -> Result<Self, ToolError> {
        // Read here first: the library puts it in brackets, which could close one of the pattern's, and tells no place.
        ParserBuilder::new()
            .utf8(false)
            .multi_line(true)
            .crlf(true)
            .build()
            .parse(pattern)
            .map_err(|error| malformed(pattern, &error))?;
        let told = format!("regex '{pattern}'");
        let (lf, crlf) = (LineTerminator::byte(b'\n'), LineTerminator::crlf());
        let one_line = builder(case_sensitive).crlf(true).build(pattern).map(|matcher| (matcher, crlf, false));
        // A CR that is named cannot be part of a line end; an LF makes it several lines.
        let built = one_line
            .or_else(|error| {
                retry(error, || Ok((builder(case_sensitive).line_terminator(Some(b'\n')).build(pattern)?, lf, false)))
            })
            .or_else(|error| retry(error, || Ok((builder(case_sensitive).build(pattern)?, lf, true))));
        let (matcher, line_end, multi_line) = built.map_err(|error| refuse(pattern, error.kind()))?;
        Ok(Self { matcher, line_end, multi_line, told })
    }

    pub(super) fn matcher(&self) -> &RegexMatcher {
        &self.matcher
    }

    pub(super) fn line_end(&self) -> LineTerminator {
        self.line_end
    }

    pub(super) fn is_multi_line(&self) -> bool {
        self.multi_line
    }

    /// Where it first is in a line.
    pub(super) fn find(matcher: &RegexMatcher, line: &[u8]) -> Option<Match> {
        matcher.find(line).ok().flatten()
    }
}

impl fmt::Display for Needle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told)
    }
}

fn builder(case_sensitive: bool) -> RegexMatcherBuilder {
    let mut builder = RegexMatcherBuilder::new();
    builder.multi_line(true).case_insensitive(!case_sensitive).size_limit(MOST).dfa_size_limit(MOST_LEARNT);
    builder
}

/// Tries another way where the pattern names a character that the first does not admit.
fn retry<T>(
    error: grep_regex::Error,
    other: impl FnOnce() -> Result<T, grep_regex::Error>,
) -> Result<T, grep_regex::Error> {
    if matches!(error.kind(), ErrorKind::NotAllowed(_)) { other() } else { Err(error) }
}

fn refuse(pattern: &str, kind: &ErrorKind) -> ToolError {
    let reason = match kind {
        ErrorKind::Regex(reason) if reason.contains("size limit") => {
            format!(
                "it takes more than {MOST} bytes when compiled; use fewer and smaller repetitions such as `{{1000}}`"
            )
        }
        ErrorKind::Regex(reason) => reason.clone(),
        other => format!("{other:?}"),
    };
    ToolError::new(format!("`{pattern}` cannot be searched for: {reason}"))
}

/// Says where a pattern is wrong, why, and what to do.
fn malformed(pattern: &str, error: &regex_syntax::Error) -> ToolError {
    let (reason, place, hint) = match error {
        regex_syntax::Error::Parse(error) => {
            let hint = match error.kind() {
                ast::ErrorKind::UnsupportedLookAround | ast::ErrorKind::UnsupportedBackreference => {
                    "; every search takes linear time here, so match more and look through the result"
                }
                _ => "",
            };
            (error.kind().to_string(), error.span().start, hint)
        }
        regex_syntax::Error::Translate(error) => (error.kind().to_string(), error.span().start, ""),
        other => return ToolError::new(format!("the regular expression `{pattern}` is not valid: {other}")),
    };
    let column = pattern[..place.offset].chars().count() + 1;
    let line = pattern.lines().nth(place.line - 1).unwrap_or_default();
    let caret = " ".repeat(place.column - 1);
    ToolError::new(format!(
        "the regular expression is not valid at character {column}: {reason}{hint}\n    {line}\n    {caret}^\nto search for a text as it is \
         written, use SearchText"
    ))
    .with("column", column)
}
