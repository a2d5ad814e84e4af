//! JSON literals in Rust tokens, as `#[arg(default = …)]` takes them, turned into JSON text.
//!
//! `"text"`, `'c'`, `1_000`, `-0x10`, `2.5`, `true`, `null`, `[…]` and `{ "key": … }`. Only what JSON can say is taken; whether a value
//! fits a type is for others to judge.

use proc_macro2::Span;
use std::fmt::Write as _;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Error, Ident, Lit, LitStr, Result, Token, braced, bracketed, token};

mod keyword {
    syn::custom_keyword!(null);
}

const EXPECTED: &str =
    "expected a JSON literal: a string, a number, `true`, `false`, `null`, `[…]` or `{ \"key\": … }`";

/// A value that was written as a JSON literal.
#[derive(Debug, Clone)]
pub(crate) struct Json {
    /// The value as JSON text.
    pub text: String,
    /// Where it is written: the whole of a list or an object.
    pub span: Span,
    /// What it is, as far as bounds can apply to it.
    pub kind: Kind,
}

/// What a literal is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Null,
    Boolean,
    Integer(i128),
    /// Finite.
    Number(f64),
    /// A text of so many characters.
    String(usize),
    /// A list of so many items.
    Array(usize),
    Object,
}

impl Parse for Json {
    fn parse(input: ParseStream) -> Result<Self> {
        if input.peek(Token![-]) {
            let minus: Token![-] = input.parse()?;
            let number =
                literal(input.parse().map_err(|error: Error| Error::new(error.span(), "expected a number"))?, true)?;
            let span = minus.span.join(number.span).unwrap_or(number.span);
            return Ok(Self { span, ..number });
        }
        if input.peek(Lit) {
            return literal(input.parse()?, false);
        }
        if input.peek(keyword::null) {
            let span = input.parse::<keyword::null>()?.span;
            return Ok(Self { text: "null".to_owned(), span, kind: Kind::Null });
        }
        if input.peek(token::Bracket) {
            return list(input);
        }
        if input.peek(token::Brace) {
            return object(input);
        }
        if input.peek(Ident::peek_any) && input.fork().call(Ident::parse_any)? == "None" {
            return Err(input.error("write `null` instead of `None`"));
        }
        Err(input.error(EXPECTED))
    }
}

fn literal(literal: Lit, negative: bool) -> Result<Json> {
    let span = literal.span();
    if !literal.suffix().is_empty() {
        let message = format!("JSON has no suffixes; remove `{}`", literal.suffix());
        return Err(Error::new(span, message));
    }
    let (text, kind) = match literal {
        Lit::Int(number) => {
            let digits =
                if negative { format!("-{}", number.base10_digits()) } else { number.base10_digits().to_owned() };
            let value = digits
                .parse()
                .map_err(|_| Error::new(span, "this number is too large; write one of at most 127 bits"))?;
            (i128::to_string(&value), Kind::Integer(value))
        }
        Lit::Float(number) => {
            let value: f64 = number.base10_parse()?;
            if !value.is_finite() {
                return Err(Error::new(span, "this number is too large; write one that an `f64` can hold"));
            }
            let value = if negative { -value } else { value };
            (format!("{value:?}"), Kind::Number(value))
        }
        _ if negative => return Err(Error::new(span, "expected a number")),
        Lit::Str(text) => string(&text.value()),
        Lit::Char(character) => string(character.value().encode_utf8(&mut [0; 4])),
        Lit::Bool(value) => (value.value().to_string(), Kind::Boolean),
        Lit::Byte(_) => return Err(Error::new(span, "JSON has no bytes; write the number")),
        _ => return Err(Error::new(span, "JSON has no byte strings; write a string")),
    };
    Ok(Json { text, span, kind })
}

fn string(text: &str) -> (String, Kind) {
    let mut json = String::new();
    push_str(&mut json, text);
    (json, Kind::String(text.chars().count()))
}

fn list(input: ParseStream) -> Result<Json> {
    let content;
    let span = bracketed!(content in input).span.join();
    let items = content.parse_terminated(Json::parse, Token![,])?;
    let texts: Vec<&str> = items.iter().map(|item| item.text.as_str()).collect();
    Ok(Json { text: format!("[{}]", texts.join(",")), span, kind: Kind::Array(items.len()) })
}

fn object(input: ParseStream) -> Result<Json> {
    let content;
    let span = braced!(content in input).span.join();
    let mut keys: Vec<String> = Vec::new();
    let mut text = String::from("{");
    while !content.is_empty() {
        let key: LitStr =
            content.parse().map_err(|error| Error::new(error.span(), "expected a key as a string literal"))?;
        if keys.contains(&key.value()) {
            return Err(Error::new(key.span(), format!("duplicate key `{}`; remove one", key.value())));
        }
        if !keys.is_empty() {
            text.push(',');
        }
        push_str(&mut text, &key.value());
        keys.push(key.value());
        content.parse::<Token![:]>()?;
        text.push(':');
        text.push_str(&content.parse::<Json>()?.text);
        if !content.is_empty() {
            content.parse::<Token![,]>()?;
        }
    }
    text.push('}');
    Ok(Json { text, span, kind: Kind::Object })
}

/// Appends a text as a JSON string.
fn push_str(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_become_json() {
        for (source, text, kind) in [
            ("null", "null", Kind::Null),
            ("true", "true", Kind::Boolean),
            ("1_000", "1000", Kind::Integer(1000)),
            ("007", "7", Kind::Integer(7)),
            ("-5", "-5", Kind::Integer(-5)),
            ("-0", "0", Kind::Integer(0)),
            ("0xff", "255", Kind::Integer(255)),
            ("-0b101", "-5", Kind::Integer(-5)),
            ("0o17", "15", Kind::Integer(15)),
            ("1.", "1.0", Kind::Number(1.0)),
            ("2.5", "2.5", Kind::Number(2.5)),
            ("-1_0.5e-3", "-0.0105", Kind::Number(-0.0105)),
            ("1e300", "1e300", Kind::Number(1e300)),
            (r#""a\"\\\n\u{1}é""#, r#""a\"\\\n\u0001é""#, Kind::String(6)),
            (r##"r#"a"b"#"##, r#""a\"b""#, Kind::String(3)),
            ("'\"'", r#""\"""#, Kind::String(1)),
            ("[]", "[]", Kind::Array(0)),
            ("[1, \"a\", [null],]", r#"[1,"a",[null]]"#, Kind::Array(3)),
            ("{}", "{}", Kind::Object),
            (r#"{ "a": 1, "b\"": { "c": [-1.5] }, }"#, r#"{"a":1,"b\"":{"c":[-1.5]}}"#, Kind::Object),
        ] {
            let json: Json = syn::parse_str(source).unwrap_or_else(|error| panic!("{source}: {error}"));
            assert_eq!((json.text.as_str(), json.kind), (text, kind), "{source}");
        }
    }

    #[test]
    fn what_json_cannot_say_is_refused() {
        for (source, message) in [
            ("1u8", "JSON has no suffixes; remove `u8`"),
            ("1.0f64", "JSON has no suffixes; remove `f64`"),
            ("\"a\"x", "JSON has no suffixes; remove `x`"),
            ("1e999", "this number is too large; write one that an `f64` can hold"),
            ("999999999999999999999999999999999999999999", "this number is too large; write one of at most 127 bits"),
            ("b'a'", "JSON has no bytes; write the number"),
            ("b\"a\"", "JSON has no byte strings; write a string"),
            ("c\"a\"", "JSON has no byte strings; write a string"),
            ("-true", "expected a number"),
            ("-x", "expected a number"),
            ("None", "write `null` instead of `None`"),
            ("Mode::Fast", EXPECTED),
            ("(1)", EXPECTED),
            ("[1 2]", "expected `,`"),
            ("{ a: 1 }", "expected a key as a string literal"),
            (r#"{ "a": 1, "a": 2 }"#, "duplicate key `a`; remove one"),
        ] {
            let error = syn::parse_str::<Json>(source).map(|json| json.text).expect_err(source);
            assert_eq!(error.to_string(), message, "{source}");
        }
    }
}
