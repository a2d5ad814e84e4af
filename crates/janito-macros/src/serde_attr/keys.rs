//! The keys of `#[serde(…)]` attributes and their values. What does not parse is serde's to report.

use crate::errors::Errors;
use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, Token};

/// One key with its value.
pub(super) struct Key(Meta);

/// All keys of all `#[serde(…)]` attributes among these.
pub(super) fn keys(attrs: &[Attribute]) -> impl Iterator<Item = Key> {
    attrs
        .iter()
        .filter(|attr| attr.path().is_ident("serde"))
        .filter_map(|attr| attr.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok())
        .flatten()
        .map(Key)
}

impl Key {
    pub(super) fn name(&self) -> String {
        self.0.path().get_ident().map(ToString::to_string).unwrap_or_default()
    }

    pub(super) fn span(&self) -> Span {
        self.0.path().span()
    }

    /// The value, if it is a text.
    pub(super) fn text(&self) -> Option<LitStr> {
        text(&self.0)
    }

    /// The value of a key that may differ for reading and writing, which a published name cannot.
    pub(super) fn same(&self, errors: &Errors) -> Option<LitStr> {
        let Meta::List(list) = &self.0 else { return self.text() };
        let sides: Vec<Meta> =
            list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok()?.into_iter().collect();
        let side = |name: &str| sides.iter().find(|side| side.path().is_ident(name)).and_then(text);
        let (written, read) = (side("serialize"), side("deserialize"));
        match (&written, &read) {
            (Some(one), Some(other)) if one.value() == other.value() => {}
            (None, None) => return None,
            (_, Some(wrong)) | (Some(wrong), None) => {
                errors.push(wrong, "one name is published for reading and writing; give both the same");
            }
        }
        read.or(written)
    }
}

fn text(meta: &Meta) -> Option<LitStr> {
    let Meta::NameValue(pair) = meta else { return None };
    let mut value = &pair.value;
    while let Expr::Group(group) = value {
        value = &group.expr;
    }
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.clone()),
        _ => None,
    }
}
