//! `Self` in a signature, which the expansion stands outside of.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::Type;

/// The tokens with the type in the place of each `Self`.
pub(super) fn self_type(tokens: TokenStream, self_ty: &Type) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut out = TokenStream::new();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) if ident == "Self" => {
                let begins_path = matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() == ':');
                // In `<…>` where a path goes on: `Self::Item`.
                out.extend(if begins_path {
                    quote_spanned!(ident.span()=> <#self_ty>)
                } else {
                    self_ty.to_token_stream()
                });
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), self_type(group.stream(), self_ty));
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
            }
            other => out.extend([other]),
        }
    }
    out
}
