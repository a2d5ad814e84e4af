//! The syntax of `#[tool(…)]`: keys and literals, each judged by itself, so that one wrong key hides no other.

use crate::errors::Errors;
use crate::keys::{self, once};
use crate::krate;
use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Error, Ident, LitBool, LitInt, LitStr, Path, Result, Token};

mod keyword {
    syn::custom_keyword!(permissions);
    syn::custom_keyword!(name);
    syn::custom_keyword!(title);
    syn::custom_keyword!(toolset);
    syn::custom_keyword!(approval);
    syn::custom_keyword!(timeout);
    syn::custom_keyword!(external);
    syn::custom_keyword!(destructive);
    syn::custom_keyword!(idempotent);
    syn::custom_keyword!(private);
    syn::custom_keyword!(max_result_chars);
}

/// What the attribute says, each with its place.
#[derive(Default)]
pub(super) struct Keys {
    pub(super) permissions: Option<LitStr>,
    pub(super) name: Option<LitStr>,
    pub(super) title: Option<LitStr>,
    pub(super) toolset: Option<LitStr>,
    pub(super) approval: Option<Flag>,
    pub(super) timeout: Option<LitInt>,
    pub(super) external: Option<Flag>,
    pub(super) destructive: Option<Flag>,
    pub(super) idempotent: Option<Flag>,
    pub(super) private: Option<Flag>,
    pub(super) max_result_chars: Option<LitInt>,
    pub(super) krate: Option<Path>,
}

/// `key` or `key = false`.
#[derive(Clone, Copy)]
pub(super) struct Flag {
    pub(super) value: bool,
    pub(super) span: Span,
}

impl Keys {
    pub(super) fn parse(errors: &Errors, args: TokenStream) -> Self {
        let mut found = Self::default();
        let read = |input: ParseStream| keys::read(errors, input, |input| found.key(input));
        if let Err(error) = read.parse2(args) {
            errors.push_error(error);
        }
        found
    }

    fn key(&mut self, input: ParseStream) -> Result<()> {
        let lookahead = input.lookahead1();
        if lookahead.peek(keyword::permissions) {
            pair(input, &mut self.permissions, "permissions = \"r\"")
        } else if lookahead.peek(keyword::name) {
            pair(input, &mut self.name, "name = \"read_file\"")
        } else if lookahead.peek(keyword::title) {
            pair(input, &mut self.title, "title = \"Read a file\"")
        } else if lookahead.peek(keyword::toolset) {
            pair(input, &mut self.toolset, "toolset = \"files\"")
        } else if lookahead.peek(keyword::approval) {
            flag(input, &mut self.approval)
        } else if lookahead.peek(keyword::timeout) {
            pair(input, &mut self.timeout, "timeout = 30")
        } else if lookahead.peek(keyword::external) {
            flag(input, &mut self.external)
        } else if lookahead.peek(keyword::destructive) {
            flag(input, &mut self.destructive)
        } else if lookahead.peek(keyword::idempotent) {
            flag(input, &mut self.idempotent)
        } else if lookahead.peek(keyword::private) {
            flag(input, &mut self.private)
        } else if lookahead.peek(keyword::max_result_chars) {
            pair(input, &mut self.max_result_chars, "max_result_chars = 20000")
        } else if lookahead.peek(Token![crate]) {
            pair_by(input, &mut self.krate, "crate = ::the_crate", krate::parse)
        } else {
            Err(unknown(input, lookahead.error()))
        }
    }
}

fn pair<T: Parse>(input: ParseStream, slot: &mut Option<T>, example: &str) -> Result<()> {
    pair_by(input, slot, example, T::parse)
}

fn pair_by<T>(
    input: ParseStream,
    slot: &mut Option<T>,
    example: &str,
    parse: fn(ParseStream) -> Result<T>,
) -> Result<()> {
    let name = input.call(Ident::parse_any)?;
    let missing = || Error::new(name.span(), format!("`{name}` needs a value, such as `{example}`"));
    input.parse::<Token![=]>().map_err(|_| missing())?;
    if input.is_empty() || input.peek(Token![,]) {
        return Err(missing());
    }
    let value = parse(input).map_err(|error| Error::new(error.span(), format!("{error}, such as `{example}`")))?;
    once(slot, &name, value)
}

fn flag(input: ParseStream, slot: &mut Option<Flag>) -> Result<()> {
    let name = input.call(Ident::parse_any)?;
    let wrong = |span| Error::new(span, format!("write `{name}`, or `{name} = false`"));
    let value = match input.parse::<Option<Token![=]>>()? {
        Some(_) => input.parse::<LitBool>().map_err(|error| wrong(error.span()))?.value,
        None if input.is_empty() || input.peek(Token![,]) => true,
        None => return Err(wrong(input.span())),
    };
    let flag = Flag { value, span: name.span() };
    once(slot, &name, flag)
}

/// What to write instead of a key that does not exist, where that is known.
fn unknown(input: ParseStream, error: Error) -> Error {
    let Ok(name) = input.fork().call(Ident::parse_any) else { return error };
    let remedy = match name.to_string().as_str() {
        "description" | "desc" | "doc" => "write a doc comment on the function".to_owned(),
        "permission" | "perms" => "write `permissions = \"…\"`".to_owned(),
        "read_only" | "readonly" => "write `permissions = \"r\"`".to_owned(),
        "group" | "category" => "write `toolset = \"…\"`, or declare one with `toolset!` in the module".to_owned(),
        _ => error.to_string(),
    };
    Error::new(name.span(), format!("there is no key `{name}`; {remedy}"))
}
