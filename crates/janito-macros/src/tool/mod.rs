//! `#[tool]`, in stages: [`attr`] and [`item`] read the syntax and keep the spans, [`model`] gives it meaning, [`check`] judges the
//! whole, [`expand`] cannot fail. Every stage goes on after an error, so that an author sees all of them in one run.

mod attr;
mod check;
mod expand;
mod item;
mod model;
mod substitute;
#[cfg(test)]
mod tests;

use crate::errors::Errors;
use proc_macro2::TokenStream;
use quote::quote;

/// The item as it was written, without what only `#[tool]` reads, and what registers it.
#[expect(clippy::needless_pass_by_value, reason = "the form of every macro's entry")]
pub(crate) fn expand(args: TokenStream, input: TokenStream) -> TokenStream {
    let errors = Errors::new();
    let keys = attr::Keys::parse(&errors, args);
    let item = match syn::parse2::<item::Item>(input.clone()) {
        Ok(item) => item,
        Err(error) => {
            errors.push_error(error);
            let errors = errors.finish();
            return quote!(#input #errors);
        }
    };
    let model = model::Model::new(&errors, &keys, &item);
    if let Some(model) = &model {
        check::check(&errors, &keys, model);
    }
    let registration = match (errors.finish(), model) {
        (Some(errors), _) => errors,
        (None, Some(model)) => expand::registration(&model),
        (None, None) => TokenStream::new(),
    };
    let item = item.cleaned();
    quote!(#item #registration)
}
