//! The lines of a doc comment with their places, without the comment's own marks.

use proc_macro2::Span;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta};

/// One line of a doc comment.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) span: Span,
}

impl Line {
    /// Whether a code block begins or ends here.
    pub(super) fn is_fence(&self) -> bool {
        is_fence(&self.text)
    }
}

/// The lines of all doc attributes. What is no literal, such as `include_str!`, has no text that a macro could see.
pub(super) fn lines(attrs: &[Attribute]) -> Vec<Line> {
    let mut lines = Vec::new();
    for literal in attrs.iter().filter_map(literal) {
        let (text, span) = (literal.value(), literal.span());
        if text.contains('\n') {
            lines.extend(block(&text).into_iter().map(|text| Line { text, span }));
        } else {
            let text = text.strip_prefix(' ').unwrap_or(&text).trim_end().to_owned();
            lines.push(Line { text, span });
        }
    }
    lines
}

/// The level and the title of a heading.
pub(super) fn heading(line: &str) -> Option<(usize, &str)> {
    let line = line.trim();
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    let titled = rest.starts_with([' ', '\t']);
    (titled && (1..=6).contains(&level)).then(|| (level, rest.trim().trim_end_matches(['#', ':']).trim_end()))
}

/// What follows the bullet or number of a list item.
pub(super) fn item(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest = line.strip_prefix(['-', '*', '+']).or_else(|| {
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = line.len() - rest.len();
        rest.strip_prefix(['.', ')']).filter(|_| (1..=9).contains(&digits))
    })?;
    rest.strip_prefix([' ', '\t']).map(str::trim_start)
}

pub(super) fn is_fence(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("```") || line.starts_with("~~~")
}

fn literal(attr: &Attribute) -> Option<&LitStr> {
    let Meta::NameValue(meta) = &attr.meta else { return None };
    if !meta.path.is_ident("doc") {
        return None;
    }
    let mut value = &meta.value;
    // A literal that came through a `macro_rules` fragment.
    while let Expr::Group(group) = value {
        value = &group.expr;
    }
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text),
        _ => None,
    }
}

/// The lines of a block comment, without a star at the head of each and without what all are indented by.
fn block(text: &str) -> Vec<String> {
    let starred = |line: &str| matches!(line.trim_start().strip_prefix('*'), Some(rest) if rest.is_empty() || rest.starts_with(' '));
    let stars = text.lines().skip(1).filter(|line| !line.trim().is_empty()).all(starred)
        && text.lines().skip(1).any(|line| !line.trim().is_empty());
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default().trim().to_owned();
    let rest: Vec<&str> = lines
        .map(str::trim_end)
        .map(|line| if stars { line.trim_start().strip_prefix('*').unwrap_or_default() } else { line })
        .collect();
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let common = rest.iter().filter(|line| !line.is_empty()).map(indent).min().unwrap_or(0);
    let mut lines = vec![first];
    lines.extend(rest.into_iter().map(|line| line.get(common..).unwrap_or_default().to_owned()));
    lines
}
