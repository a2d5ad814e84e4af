//! The tokens that a parameter's `#[arg(…)]` becomes. Constants only; paths are rooted.

use super::{Arg, Length};
use crate::json::{Json, Kind};
use crate::spans::located;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

impl Arg {
    /// A `&Extra` for `Param::extra`, in a constant's place; nothing if the attribute adds nothing.
    pub(crate) fn extra(&self, runtime: &TokenStream) -> Option<TokenStream> {
        if !self.has_extra() {
            return None;
        }
        let some = |value: TokenStream| quote!(::core::option::Option::Some(#value));
        let mut members = Vec::new();
        if let Some(Json { text, .. }) = &self.default {
            let text = some(quote!(#text));
            members.push(quote!(default: #text));
        }
        if !self.examples.is_empty() {
            let texts = self.examples.iter().map(|example| &example.text);
            members.push(quote!(examples: &[#(#texts),*]));
        }
        if !self.aliases.is_empty() {
            let names = self.aliases.iter().map(syn::LitStr::value);
            members.push(quote!(aliases: &[#(#names),*]));
        }
        if let Some(min) = self.min.as_ref().and_then(|min| bound(runtime, min)).map(some) {
            members.push(quote!(min: #min));
        }
        if let Some(max) = self.max.as_ref().and_then(|max| bound(runtime, max)).map(some) {
            members.push(quote!(max: #max));
        }
        if let Some(Length { value, .. }) = self.min_length {
            let value = some(quote!(#value));
            members.push(quote!(min_length: #value));
        }
        if let Some(Length { value, .. }) = self.max_length {
            let value = some(quote!(#value));
            members.push(quote!(max_length: #value));
        }
        Some(quote!(&#runtime::Extra { #(#members,)* ..#runtime::Extra::NONE }))
    }

    /// A `&'static Schema` for the raw schema; it does not compile unless the text is a JSON object, and the error is at the text.
    pub(crate) fn schema(&self, runtime: &TokenStream) -> Option<TokenStream> {
        let text = self.schema.as_ref()?;
        let call = call(runtime, text.span(), "raw_schema", &quote!(#text));
        Some(quote!(const { &#call }))
    }

    /// A constant that does not compile unless the raw schema is a JSON object: for where the schema itself is evaluated late.
    pub(crate) fn schema_assertion(&self, runtime: &TokenStream) -> Option<TokenStream> {
        let text = self.schema.as_ref()?;
        let call = call(runtime, text.span(), "raw_schema", &quote!(#text));
        Some(quote!(const _: #runtime::Schema = #call;))
    }

    /// Constants that do not compile unless default, examples and bounds fit the parameter, each error at the author's literal.
    ///
    /// `param` is an expression for the parameter itself, with its [`extra`](Self::extra).
    pub(crate) fn assertions(&self, runtime: &TokenStream, param: &TokenStream) -> TokenStream {
        self.calls(runtime, param).map(|call| quote!(const _: () = #call;)).collect()
    }

    /// The same as statements, for a place that may name generic parameters: an inline constant.
    pub(crate) fn statements(&self, runtime: &TokenStream, param: &TokenStream) -> TokenStream {
        self.calls(runtime, param).map(|call| quote!(#call;)).collect()
    }

    fn calls(&self, runtime: &TokenStream, param: &TokenStream) -> impl Iterator<Item = TokenStream> {
        let judged = [
            ("assert_default", self.default.as_ref().map(|default| default.span)),
            ("assert_example", self.examples.first().map(|example| example.span)),
            ("assert_bounds", self.bound_spans().next()),
        ];
        judged.into_iter().filter_map(move |(name, span)| Some(call(runtime, span?, name, &quote!(&#param))))
    }
}

/// A call of a function of the runtime; an error in its evaluation is shown at the span.
fn call(runtime: &TokenStream, span: Span, name: &str, argument: &TokenStream) -> TokenStream {
    let at = Span::mixed_site().located_at(span);
    let runtime = located(runtime.clone(), span);
    let name = syn::Ident::new(name, at);
    quote_spanned!(at=> #runtime::#name(#argument))
}

fn bound(runtime: &TokenStream, bound: &Json) -> Option<TokenStream> {
    match bound.kind {
        Kind::Integer(value) => Some(quote!(#runtime::Bound::Integer(#value))),
        Kind::Number(value) => Some(quote!(#runtime::Bound::Number(#value))),
        _ => None,
    }
}
