//! `Self` in a signature, which the expansion stands outside of.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Type;

/// The tokens with the type in the place of each `Self`.
pub(super) fn self_type(tokens: TokenStream, self_ty: &Type) -> TokenStream {
    let replace = |token| match token {
        TokenTree::Ident(ident) if ident == "Self" => {
            let inner = self_ty.to_token_stream();
            // In `<…>`, so that `Self::Item` stays a path.
            quote::quote_spanned!(ident.span()=> <#inner>)
        }
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), self_type(group.stream(), self_ty));
            inner.set_span(group.span());
            TokenTree::Group(inner).into()
        }
        other => other.into(),
    };
    tokens.into_iter().flat_map(replace).collect()
}
