//! `#[derive(JsonSchema)]`: a type's own schema as one constant that mirrors how serde reads and writes the type.
//!
//! [`model`] has the forms that a value can have, [`input`] reads the item into one of them (with all errors), [`expand`] writes it
//! down and cannot fail.

mod expand;
mod fields;
mod input;
mod model;
mod variants;

use crate::errors::Errors;
use input::Input;
use proc_macro2::TokenStream;
use syn::DeriveInput;

/// The implementation for a struct or an enum, or all its errors.
pub(crate) fn derive(input: TokenStream) -> TokenStream {
    let item: DeriveInput = match syn::parse2(input) {
        Ok(item) => item,
        Err(error) => return error.into_compile_error(),
    };
    let errors = Errors::new();
    let input = Input::read(&errors, &item);
    match errors.finish() {
        None => expand::implementation(&input),
        // An implementation all the same: without one, each use of the type would be an error, too.
        Some(errors) => {
            let stand_in = expand::stand_in(&input);
            quote::quote!(#errors #stand_in)
        }
    }
}

#[cfg(test)]
mod tests;
