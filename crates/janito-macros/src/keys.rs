//! Keys in an attribute, `key = value, key`, each judged by itself, so that one wrong key hides no other.

use crate::errors::Errors;
use proc_macro2::TokenTree;
use syn::parse::ParseStream;
use syn::parse::discouraged::Speculative;
use syn::{Error, Ident, Result, Token};

/// Reads key after key to the end; the errors go to the collector.
pub(crate) fn read(errors: &Errors, input: ParseStream, mut key: impl FnMut(ParseStream) -> Result<()>) -> Result<()> {
    while !input.is_empty() {
        // A fork: what a failed key leaves unread is no second error.
        let ahead = input.fork();
        match key(&ahead) {
            Ok(()) => input.advance_to(&ahead),
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
}

/// Keeps a key's value, unless there is one already.
pub(crate) fn once<T>(slot: &mut Option<T>, name: &Ident, value: T) -> Result<()> {
    if slot.is_some() {
        return Err(Error::new(name.span(), format!("duplicate key `{name}`; remove one")));
    }
    *slot = Some(value);
    Ok(())
}

/// Passes over the rest of a key.
fn skip(input: ParseStream) -> Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}
