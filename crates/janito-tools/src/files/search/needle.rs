//! What is searched for: a text as it is, or a regular expression. Either is matched in time that is linear in what is searched.

use super::ends;
use crate::files::walk::short::short;
use grep_matcher::{Match, Matcher as _};
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
    /// Finds it, and here and there what only a CR that ends a line with LF makes look like it.
    matcher: RegexMatcher,
    /// Finds it where no line has a CR at its end; nothing where the other errs nowhere.
    exact: Option<RegexMatcher>,
    /// Whether a match may span lines.
    multi_line: bool,
    /// As the user is told.
    told: String,
}

impl Needle {
    /// A text as it is. A line end in it stands for LF and for CR LF.
    pub(in crate::files) fn text(query: &str, case_sensitive: bool) -> Result<Self, ToolError> {
        let told = format!("exact text '{}'", short(query));
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
        Ok(Self { matcher, exact: None, multi_line, told })
    }

    /// A regular expression. One that names a line end may match several lines; LF in it stands for LF and for CR LF.
    pub(in crate::files) fn regex(pattern: &str, case_sensitive: bool) -> Result<Self, ToolError> {
        // Read here first: the library puts it in brackets, which could close one of the pattern's, and tells no place.
        let hir = ParserBuilder::new()
            .utf8(false)
            .multi_line(true)
            .case_insensitive(!case_sensitive)
            .build()
            .parse(pattern)
            .map_err(|error| malformed(pattern, &error))?;
        let told = format!("regex '{}'", short(pattern));
        let names = ends::Names::of(&hir);
        let ready = names.needs_tolerance().then(|| ends::tolerant(&hir));
        let (source, case_sensitive_source) = ready.as_deref().map_or((pattern, case_sensitive), |ready| (ready, true));
        let one_line = || builder(case_sensitive_source).line_terminator(Some(b'\n')).build(source);
        let built = if names.lf { Err(None) } else { one_line().map(|matcher| (matcher, false)).map_err(Some) };
        let (matcher, multi_line) = built
            .or_else(|error| match error {
                Some(error) if !matches!(error.kind(), ErrorKind::NotAllowed(_)) => Err(error),
                _ => Ok((builder(case_sensitive_source).build(source)?, true)),
            })
            .map_err(|error| refuse(pattern, error.kind()))?;
        let exact = names.needs_test().then(|| builder(case_sensitive).build(pattern)).transpose();
        Ok(Self { matcher, exact: exact.map_err(|error| refuse(pattern, error.kind()))?, multi_line, told })
    }

    pub(super) fn matcher(&self) -> &RegexMatcher {
        &self.matcher
    }

    pub(super) fn exact(&self) -> Option<&RegexMatcher> {
        self.exact.as_ref()
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
    // How deep it may be was looked at when it was read, and what is made of it is deeper.
    builder.nest_limit(4000);
    builder
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
    ToolError::new(format!("`{}` cannot be searched for: {}", short(pattern), short(&reason)))
}

/// A line cut around a character, and how many stand before that.
fn around(line: &str, at: usize) -> (String, usize) {
    const EACH: usize = 60;
    let begin = at.saturating_sub(EACH);
    let mut shown: String = line.chars().skip(begin).take(2 * EACH).collect();
    if line.chars().count() > begin + 2 * EACH {
        shown.push('…');
    }
    if begin == 0 { (shown, at) } else { (format!("…{shown}"), at - begin + 1) }
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
        other => return ToolError::new(format!("the regular expression `{}` is not valid: {other}", short(pattern))),
    };
    let column = pattern[..place.offset].chars().count() + 1;
    let (line, before) = around(pattern.lines().nth(place.line - 1).unwrap_or_default(), place.column - 1);
    let caret = " ".repeat(before);
    ToolError::new(format!(
        "the regular expression is not valid at character {column}: {reason}{hint}\n    {line}\n    {caret}^\nto search for a text as it is \
         written, use SearchText"
    ))
    .with("column", column)
}
