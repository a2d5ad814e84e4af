//! Collects every error of one expansion, so that an author sees all of them in one run.
//!
//! Stages take `&Errors` first and go on after an error. Whoever made the collector must [`finish`](Errors::finish) it: a forgotten one
//! panics when it is dropped, since its errors would be lost.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::cell::RefCell;
use std::fmt::Display;
use std::thread;

/// The errors found so far.
#[derive(Debug)]
pub(crate) struct Errors {
    found: RefCell<Vec<syn::Error>>,
}

impl Errors {
    pub(crate) const fn new() -> Self {
        Self { found: RefCell::new(Vec::new()) }
    }

    /// Adds an error at the smallest tokens that the author has to change. The message is lower-case, without a full stop, and says the
    /// remedy.
    pub(crate) fn push(&self, tokens: impl ToTokens, message: impl Display) {
        self.push_error(syn::Error::new_spanned(tokens, message));
    }

    /// Adds an error where only a place is known.
    pub(crate) fn push_at(&self, span: Span, message: impl Display) {
        self.push_error(syn::Error::new(span, message));
    }

    /// Adds an error of the parser.
    pub(crate) fn push_error(&self, error: syn::Error) {
        self.found.borrow_mut().push(error);
    }

    /// All errors as invocations of `compile_error!`; nothing if there are none.
    #[must_use]
    pub(crate) fn finish(self) -> Option<TokenStream> {
        let found = self.found.take();
        (!found.is_empty()).then(|| found.iter().map(syn::Error::to_compile_error).collect())
    }

    /// The messages in the order in which they were found, for tests.
    #[cfg(test)]
    pub(crate) fn messages(self) -> Vec<String> {
        self.found.take().iter().flat_map(|error| error.clone().into_iter().map(|one| one.to_string())).collect()
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        assert!(
            thread::panicking() || self.found.get_mut().is_empty(),
            "errors were collected and not finished: {:?}",
            self.found.get_mut()
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    #[test]
    fn all_errors_become_rooted_compile_errors() {
        let errors = Errors::new();
        errors.push(quote!(a b), "first");
        errors.push_at(Span::call_site(), "second");
        let tokens = errors.finish().expect("two errors").to_string();
        assert_eq!(tokens.matches(":: core :: compile_error !").count(), 2, "{tokens}");
        assert!(tokens.find("first") < tokens.find("second"), "{tokens}");
    }

    #[test]
    fn nothing_found_is_nothing_written() {
        assert!(Errors::new().finish().is_none());
        drop(Errors::new());
    }

    #[test]
    #[should_panic(expected = "not finished")]
    fn forgotten_errors_panic() {
        Errors::new().push_at(Span::call_site(), "lost");
    }
}
