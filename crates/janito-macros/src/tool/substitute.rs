//! What a signature names and the expansion, which stands outside of it, cannot: `Self`, and the signature's own lifetimes.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::{Signature, Type};

/// What only the signature knows.
pub(super) struct Names<'a> {
    self_ty: Option<&'a Type>,
    lifetimes: Vec<&'a Ident>,
}

impl<'a> Names<'a> {
    pub(super) fn new(self_ty: Option<&'a Type>, sig: &'a Signature) -> Self {
        Self { self_ty, lifetimes: sig.generics.lifetimes().map(|lifetime| &lifetime.lifetime.ident).collect() }
    }

    /// The tokens with the type in the place of each `Self`, and `'static` in the place of each of the lifetimes.
    pub(super) fn replaced(&self, tokens: TokenStream) -> TokenStream {
        let mut tokens = tokens.into_iter().peekable();
        let mut out = TokenStream::new();
        let mut after_quote = false;
        while let Some(token) = tokens.next() {
            let names_lifetime = std::mem::replace(&mut after_quote, is_quote(&token));
            match (token, self.self_ty) {
                (TokenTree::Ident(ident), _) if names_lifetime => {
                    let known = self.lifetimes.contains(&&ident);
                    let ident = if known { Ident::new("static", ident.span()) } else { ident };
                    out.extend([TokenTree::Ident(ident)]);
                }
                (TokenTree::Ident(ident), Some(self_ty)) if ident == "Self" => {
                    let begins_path = matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() == ':');
                    // In `<…>` where a path goes on: `Self::Item`.
                    out.extend(if begins_path {
                        quote_spanned!(ident.span()=> <#self_ty>)
                    } else {
                        self_ty.to_token_stream()
                    });
                }
                (TokenTree::Group(group), _) => {
                    let mut inner = Group::new(group.delimiter(), self.replaced(group.stream()));
                    inner.set_span(group.span());
                    out.extend([TokenTree::Group(inner)]);
                }
                (other, _) => out.extend([other]),
            }
        }
        out
    }
}

fn is_quote(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == '\'')
}
