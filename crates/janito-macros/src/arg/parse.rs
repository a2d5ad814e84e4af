//! The syntax of `#[arg(…)]`: keys and literals, each judged by itself, so that one wrong key hides no other.

use super::{Arg, Length};
use crate::errors::Errors;
use crate::json::{Json, Kind};
use crate::keys::{self, once};
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, Ident, LitInt, LitStr, Meta, Result, Token};

mod keyword {
    syn::custom_keyword!(min);
    syn::custom_keyword!(max);
    syn::custom_keyword!(min_length);
    syn::custom_keyword!(max_length);
    syn::custom_keyword!(alias);
    syn::custom_keyword!(example);
    syn::custom_keyword!(schema);
    syn::custom_keyword!(None);
}

impl Arg {
    /// Reads one attribute.
    pub(super) fn read(&mut self, errors: &Errors, attr: &Attribute) {
        let Meta::List(_) = attr.meta else {
            return errors.push(attr.path(), "expected keys in parentheses, such as `#[arg(default = 10)]`");
        };
        let parsed = attr.parse_args_with(|input: ParseStream| keys::read(errors, input, |input| self.key(input)));
        if let Err(error) = parsed {
            errors.push_error(error);
        }
    }

    fn key(&mut self, input: ParseStream) -> Result<()> {
        let lookahead = input.lookahead1();
        if lookahead.peek(Token![default]) {
            let (name, value) = pair::<Given>(input)?;
            let absent = "`null` means that it is left out; write a value, or take an `Option` without a default";
            once(&mut self.default, &name, value.or(absent)?)
        } else if lookahead.peek(keyword::min) {
            let (name, value) = pair(input)?;
            once(&mut self.min, &name, number(value)?)
        } else if lookahead.peek(keyword::max) {
            let (name, value) = pair(input)?;
            once(&mut self.max, &name, number(value)?)
        } else if lookahead.peek(keyword::min_length) {
            let (name, value) = pair(input)?;
            once(&mut self.min_length, &name, value)
        } else if lookahead.peek(keyword::max_length) {
            let (name, value) = pair(input)?;
            once(&mut self.max_length, &name, value)
        } else if lookahead.peek(keyword::alias) {
            let (_, alias) = pair::<LitStr>(input)?;
            if alias.value().is_empty() {
                return Err(Error::new(alias.span(), "an alias is a name; write one or remove this"));
            }
            self.aliases.push(alias);
            Ok(())
        } else if lookahead.peek(keyword::example) {
            let absent = "`null` means that it is left out, which is no example; show a value";
            self.examples.push(pair::<Given>(input)?.1.or(absent)?);
            Ok(())
        } else if lookahead.peek(keyword::schema) {
            let (name, value) = pair(input)?;
            once(&mut self.schema, &name, value)
        } else {
            Err(unknown(input, lookahead.error()))
        }
    }
}

/// A value, or the place where there is none.
enum Given {
    Value(Json),
    Absent(Span),
}

impl Given {
    fn or(self, absent: &str) -> Result<Json> {
        match self {
            Self::Value(value) => Ok(value),
            Self::Absent(span) => Err(Error::new(span, absent)),
        }
    }
}

impl Parse for Given {
    fn parse(input: ParseStream) -> Result<Self> {
        if input.peek(keyword::None) {
            return input.parse::<keyword::None>().map(|none| Self::Absent(none.span));
        }
        let value: Json = input.parse()?;
        Ok(if value.kind == Kind::Null { Self::Absent(value.span) } else { Self::Value(value) })
    }
}

impl Parse for Length {
    fn parse(input: ParseStream) -> Result<Self> {
        let expected = |span: Span| Error::new(span, "a length is a whole number from 0 to 4294967295");
        let literal: LitInt = input.parse().map_err(|error: Error| expected(error.span()))?;
        let value = literal.base10_parse().ok().filter(|_| literal.suffix().is_empty());
        Ok(Self { value: value.ok_or_else(|| expected(literal.span()))?, span: literal.span() })
    }
}

/// `key = value`.
fn pair<T: Parse>(input: ParseStream) -> Result<(Ident, T)> {
    let name = input.call(Ident::parse_any)?;
    if !input.peek(Token![=]) {
        return Err(Error::new(name.span(), format!("`{name}` needs a value: `{name} = …`")));
    }
    input.parse::<Token![=]>()?;
    if input.is_empty() || input.peek(Token![,]) {
        return Err(Error::new(name.span(), format!("`{name}` needs a value: `{name} = …`")));
    }
    Ok((name, input.parse()?))
}

fn number(value: Json) -> Result<Json> {
    match value.kind {
        Kind::Integer(_) | Kind::Number(_) => Ok(value),
        _ => Err(Error::new(value.span, "a bound is a number")),
    }
}

/// What to write instead of a key that does not exist, where that is known.
fn unknown(input: ParseStream, error: Error) -> Error {
    let Ok(name) = input.fork().call(Ident::parse_any) else { return error };
    let remedy = match name.to_string().as_str() {
        "pattern" | "regex" | "format" => {
            "a newtype with its own `Deserialize` judges a text, and its message reaches the model"
        }
        "description" | "doc" | "desc" | "help" => "write a doc comment",
        "name" | "rename" => "rename the parameter, or the field with `#[serde(rename = \"…\")]`",
        "required" | "optional" => "an `Option` or a `default` makes it optional",
        "aliases" => "repeat `alias = \"…\"`",
        "examples" => "repeat `example = …`",
        _ => return Error::new(name.span(), format!("there is no `{name}`; {error}")),
    };
    Error::new(name.span(), format!("there is no `{name}`; {remedy}"))
}
