//! Where the compiler shows what is wrong with generated tokens.

use proc_macro2::{Group, Span, TokenStream, TokenTree};

/// The same tokens, resolved where they come from and shown at the span.
pub(crate) fn located(tokens: TokenStream, span: Span) -> TokenStream {
    let place = |token| {
        let mut token = match token {
            TokenTree::Group(group) => Group::new(group.delimiter(), located(group.stream(), span)).into(),
            other => other,
        };
        let at = TokenTree::span(&token).located_at(span);
        token.set_span(at);
        token
    };
    tokens.into_iter().map(place).collect()
}
