//! The syntax of `#[tool(…)]`: keys and literals, each judged by itself, so that one wrong key hides no other.

use crate::errors::Errors;
use proc_macro2::{Span, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative;
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
        let mut keys = Self::default();
        let read = |input: ParseStream| {
            while !input.is_empty() {
                // A fork: what a failed key leaves unread is no second error.
                let key = input.fork();
                match keys.key(&key) {
                    Ok(()) => input.advance_to(&key),
                    Err(error) => {
                        errors.push_error(error);
                        skip(input)?;
                    }
                }
                if !input.is_empty()
                    && let Err(error) = input.parse::<Token![,]>()
                {
                    errors.push_error(error);
                    skip(input)?;
                    input.parse::<Option<Token![,]>>()?;
                }
            }
            Ok(())
        };
        if let Err(error) = read.parse2(args) {
            errors.push_error(error);
        }
        keys
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
            pair(input, &mut self.krate, "crate = ::the_crate")
        } else {
            Err(unknown(input, lookahead.error()))
        }
    }
}

fn pair<T: Parse>(input: ParseStream, slot: &mut Option<T>, example: &str) -> Result<()> {
    let name = input.call(Ident::parse_any)?;
    let missing = || Error::new(name.span(), format!("`{name}` needs a value, such as `{example}`"));
    input.parse::<Token![=]>().map_err(|_| missing())?;
    if input.is_empty() || input.peek(Token![,]) {
        return Err(missing());
    }
    let value = input.parse().map_err(|error| Error::new(error.span(), format!("{error}, such as `{example}`")))?;
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

fn once<T>(slot: &mut Option<T>, name: &Ident, value: T) -> Result<()> {
    if slot.is_some() {
        return Err(Error::new(name.span(), format!("duplicate key `{name}`; remove one")));
    }
    *slot = Some(value);
    Ok(())
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

/// Passes over the rest of a key.
fn skip(input: ParseStream) -> Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}
