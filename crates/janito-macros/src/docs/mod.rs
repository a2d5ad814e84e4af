//! Doc comments as the text that a model reads.
//!
//! Soft-wrapped lines are joined; lists, code and tables keep their lines. Of a function's comment, the sections that speak to Rust
//! readers are left out, and the list under `# Arguments` is set apart. Nothing here judges: a missing text is an empty one.

mod flow;
mod lines;

use flow::flow;
use lines::{Line, heading, item, lines};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// Sections that only a reader of Rust code has a use for.
const FOR_RUST_READERS: [&str; 5] = ["errors", "example", "examples", "panics", "safety"];

/// The doc comment of a function.
#[derive(Debug, Default)]
pub(crate) struct Docs {
    /// What the function does, without the sections left out.
    pub text: String,
    /// The items under `# Arguments` in the order of writing.
    pub arguments: Vec<ListedArgument>,
}

/// An item of the list under `# Arguments`.
#[derive(Debug)]
pub(crate) struct ListedArgument {
    /// The parameter it speaks of, as it is written.
    pub name: String,
    /// What it says; empty if the item is only a name.
    pub text: String,
    /// The line of the comment on which it begins.
    pub span: Span,
}

/// What the section at hand is for.
#[derive(Clone, Copy, PartialEq)]
enum Section {
    Text,
    Arguments,
    /// Left out until a heading of this level or a higher one.
    Omitted(usize),
}

impl Docs {
    /// Reads the doc comment of a function.
    pub(crate) fn parse(attrs: &[syn::Attribute]) -> Self {
        let mut text: Vec<Line> = Vec::new();
        let mut listed: Vec<Line> = Vec::new();
        let mut section = Section::Text;
        let mut fenced = false;
        for line in lines(attrs) {
            let title = if fenced { None } else { heading(&line.text) };
            fenced ^= line.is_fence();
            if let Some((level, title)) = title {
                let title = title.to_lowercase();
                section = match section {
                    Section::Omitted(omitted) if level > omitted => section,
                    _ if title == "arguments" => Section::Arguments,
                    _ if FOR_RUST_READERS.contains(&title.as_str()) => Section::Omitted(level),
                    _ => Section::Text,
                };
                if section == Section::Arguments {
                    continue;
                }
            }
            match section {
                Section::Text => text.push(line),
                Section::Arguments => listed.push(line),
                Section::Omitted(_) => {}
            }
        }
        let arguments = arguments(listed, &mut text);
        Self { text: flow(text.iter().map(|line| line.text.as_str())), arguments }
    }
}

/// The doc comment of a field or a variant, whole.
pub(crate) fn plain(attrs: &[syn::Attribute]) -> String {
    flow(lines(attrs).iter().map(|line| line.text.as_str()))
}

/// The first doc attribute that is no text yet: `#[doc = include_str!(…)]`.
pub(crate) fn computed(attrs: &[syn::Attribute]) -> Option<TokenStream> {
    attrs.iter().filter(|attr| attr.path().is_ident("doc")).find_map(|attr| match &attr.meta {
        syn::Meta::NameValue(pair) => computed_value(&pair.value),
        _ => None,
    })
}

fn computed_value(value: &syn::Expr) -> Option<TokenStream> {
    match value {
        syn::Expr::Lit(_) => None,
        // As `macro_rules!` leaves it.
        syn::Expr::Group(group) => computed_value(&group.expr),
        value => Some(value.to_token_stream()),
    }
}

/// Takes the section on arguments apart; what is no item of the list goes back to the text.
fn arguments(listed: Vec<Line>, text: &mut Vec<Line>) -> Vec<ListedArgument> {
    let mut found: Vec<(String, Span, Vec<String>)> = Vec::new();
    // Whether the last line of words belongs to an item, and whether a blank line or the heading came after it.
    let (mut within, mut apart) = (false, true);
    for line in listed {
        let indented = line.text.starts_with([' ', '\t']);
        if let Some((name, rest)) = argument(&line.text).filter(|_| !indented) {
            found.push((name.to_owned(), line.span, vec![rest.to_owned()]));
            (within, apart) = (true, false);
        } else if line.text.trim().is_empty() {
            apart = true;
            if let Some((_, _, own)) = found.last_mut().filter(|_| within) {
                own.push(String::new());
            }
        } else {
            let goes_on = within && (indented || !apart && item(&line.text).is_none());
            if let Some((_, _, own)) = found.last_mut().filter(|_| goes_on) {
                own.push(dedent(&line.text).to_owned());
            } else {
                if within || apart {
                    text.push(Line { text: String::new(), span: line.span });
                }
                text.push(line);
            }
            (within, apart) = (goes_on, false);
        }
    }
    let item = |(name, span, own): (String, Span, Vec<String>)| ListedArgument {
        name,
        text: flow(own.iter().map(String::as_str)),
        span,
    };
    found.into_iter().map(item).collect()
}

/// A line of an item without the indentation that makes it part of the item.
fn dedent(line: &str) -> &str {
    let spaces = line.len() - line.trim_start_matches(' ').len();
    &line[spaces.min(2)..]
}

/// The name and the text of `` * `name` - text ``, `- name: text` and their like.
fn argument(line: &str) -> Option<(&str, &str)> {
    let body = item(line)?;
    if let Some(quoted) = body.strip_prefix('`') {
        let (name, rest) = quoted.split_once('`')?;
        let rest = rest.trim_start();
        return if rest.is_empty() { Some((name, "")) } else { Some((name, after_mark(rest)?)) };
    }
    let end = body.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(body.len());
    let (name, rest) = body.split_at(end);
    if name.is_empty() { None } else { Some((name, after_mark(rest.trim_start())?)) }
}

/// What follows the mark between a name and its text.
fn after_mark(rest: &str) -> Option<&str> {
    let text = rest.strip_prefix([':', '-', '–', '—'])?;
    // `a-b` and `a::b` are words of a sentence, not a name and its text.
    (text.is_empty() || text.starts_with(' ')).then(|| text.trim_start())
}

#[cfg(test)]
mod tests;
