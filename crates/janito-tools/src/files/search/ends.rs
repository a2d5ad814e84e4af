//! Ends of lines in a regular expression: LF and CR LF are, a lone CR is text.
//!
//! The library knows lines that LF ends, and others in whose expressions a lone CR is an end, too. So the expression is made to reach over
//! a CR before LF; since it has then a character more to match, a line with one is tested once more without it.

use grep_matcher::Matcher as _;
use grep_regex::RegexMatcher;
use regex_syntax::hir::{Capture, Class, Hir, HirKind, Look, Repetition, print::Printer};

/// What an expression names that has to do with the ends of lines.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing of its own that is named or not")]
pub(super) struct Names {
    pub(super) lf: bool,
    cr: bool,
    /// A CR is in a class of it.
    any: bool,
    end: bool,
}

impl Names {
    pub(super) fn of(hir: &Hir) -> Self {
        let mut names = Self::default();
        names.add(hir);
        names
    }

    fn add(&mut self, hir: &Hir) {
        match hir.kind() {
            HirKind::Empty => {}
            HirKind::Literal(literal) => {
                self.lf |= literal.0.contains(&b'\n');
                self.cr |= literal.0.contains(&b'\r');
            }
            HirKind::Class(Class::Unicode(class)) => {
                self.any |= class.iter().any(|range| (range.start()..=range.end()).contains(&'\r'));
            }
            HirKind::Class(Class::Bytes(class)) => {
                self.any |= class.iter().any(|range| (range.start()..=range.end()).contains(&b'\r'));
            }
            HirKind::Look(look) => self.end |= matches!(look, Look::End | Look::EndLF),
            HirKind::Repetition(Repetition { sub, .. }) | HirKind::Capture(Capture { sub, .. }) => self.add(sub),
            HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().for_each(|part| self.add(part)),
        }
    }

    /// Whether it would not match over a CR as it is.
    pub(super) fn needs_tolerance(&self) -> bool {
        self.end || self.lf
    }

    /// Whether a CR at the end of a line could be taken for text. Who names it wants it.
    pub(super) fn needs_test(&self) -> bool {
        !self.cr && (self.any || self.end)
    }
}

/// The expression, written anew, with a CR allowed before each end of a line and each LF.
pub(super) fn tolerant(hir: &Hir) -> String {
    let mut text = String::new();
    // A string takes all that is written.
    let _ = Printer::new().print(&allow(hir), &mut text);
    text
}

fn allow(hir: &Hir) -> Hir {
    match hir.kind() {
        HirKind::Look(Look::End | Look::EndLF) => Hir::concat(vec![maybe_cr(), hir.clone()]),
        HirKind::Literal(literal) if literal.0.contains(&b'\n') => {
            let mut parts = Vec::new();
            for piece in literal.0.split_inclusive(|byte| *byte == b'\n') {
                if piece.ends_with(b"\n") {
                    parts.extend([Hir::literal(&piece[..piece.len() - 1]), maybe_cr(), Hir::literal(*b"\n")]);
                } else {
                    parts.push(Hir::literal(piece));
                }
            }
            Hir::concat(parts)
        }
        HirKind::Repetition(repetition) => {
            Hir::repetition(Repetition { sub: Box::new(allow(&repetition.sub)), ..repetition.clone() })
        }
        HirKind::Capture(capture) => Hir::capture(Capture { sub: Box::new(allow(&capture.sub)), ..capture.clone() }),
        HirKind::Concat(parts) => Hir::concat(parts.iter().map(allow).collect()),
        HirKind::Alternation(parts) => Hir::alternation(parts.iter().map(allow).collect()),
        HirKind::Empty | HirKind::Literal(_) | HirKind::Class(_) | HirKind::Look(_) => hir.clone(),
    }
}

fn maybe_cr() -> Hir {
    Hir::repetition(Repetition { min: 0, max: Some(1), greedy: true, sub: Box::new(Hir::literal(*b"\r")) })
}

/// Whether lines match without the CR before their LF, where there is one.
pub(super) fn holds(exact: &RegexMatcher, lines: &[u8], multi_line: bool) -> bool {
    let is_match = |text: &[u8]| exact.is_match(text).unwrap_or(true);
    if memchr::memchr(b'\r', lines).is_none() {
        return true;
    }
    if !multi_line {
        let Some(line) = lines.strip_suffix(b"\n") else { return is_match(lines) };
        return line.strip_suffix(b"\r").is_none_or(is_match);
    }
    let mut text = Vec::with_capacity(lines.len());
    let mut from = 0;
    for at in memchr::memmem::find_iter(lines, b"\r\n") {
        text.extend_from_slice(&lines[from..at]);
        from = at + 1;
    }
    text.extend_from_slice(&lines[from..]);
    is_match(&text)
}
