//! Reads the item: what it is called, what it says of itself, which form its values have.

use super::fields::{object, single, unnamed};
use super::model::{Form, Member, Object, Property};
use super::variants::union;
use crate::errors::Errors;
use crate::serde_attr::Container;
use crate::{docs, krate};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Attribute, Data, DeriveInput, Error, Fields, Generics, Ident, Meta, Token};

/// A type to derive for.
pub(super) struct Input<'a> {
    pub(super) runtime: TokenStream,
    pub(super) ident: &'a Ident,
    pub(super) generics: &'a Generics,
    pub(super) docs: String,
    pub(super) form: Form,
}

impl<'a> Input<'a> {
    /// Reads an item; after an error its form means nothing.
    pub(super) fn read(errors: &Errors, item: &'a DeriveInput) -> Self {
        for lifetime in item.generics.lifetimes() {
            errors.push(
                &lifetime.lifetime,
                "a type with a schema borrows nothing; use owned types, such as `String` instead of `&str`",
            );
        }
        refuse_arg(errors, &item.attrs);
        let krate = krate_of(errors, &item.attrs).unwrap_or_else(krate::standard);
        let runtime = quote::quote!(#krate::__private);
        let container = Container::parse(errors, &item.attrs);
        let mut docs = docs::plain(&item.attrs);
        let form = unwrapped(form(errors, item, &container), &mut docs);
        Self { runtime, ident: &item.ident, generics: &item.generics, docs, form }
    }
}

fn form(errors: &Errors, item: &DeriveInput, container: &Container) -> Form {
    if let Some(instead) = &container.instead {
        return Form::Type(instead.clone());
    }
    match &item.data {
        Data::Struct(data) if container.transparent => single(errors, &item.ident, &data.fields),
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => {
                let rule = container.rename_all;
                let mut object = object(errors, &fields.named, rule, container.default);
                tag(&mut object, item, container);
                Form::Object(object)
            }
            Fields::Unnamed(fields) => unnamed(errors, &fields.unnamed),
            Fields::Unit => Form::Null,
        },
        Data::Enum(data) => union(errors, &item.ident, &data.variants, container),
        Data::Union(data) => {
            errors.push(data.union_token, "a union has no form in JSON; use an enum");
            Form::Null
        }
    }
}

/// A struct may be tagged by its name, too; it is written but need not be read.
fn tag(object: &mut Object, item: &DeriveInput, container: &Container) {
    if let Some(tag) = &container.tag {
        let name = container.rename.as_ref().map_or_else(|| item.ident.unraw().to_string(), syn::LitStr::value);
        let mut property = Property::required(tag.value(), Form::constant(name));
        property.optional = true;
        object.properties.insert(0, property);
    }
}

/// A union of one form is that form.
fn unwrapped(form: Form, docs: &mut String) -> Form {
    match form {
        Form::AnyOf(members) if members.len() == 1 => {
            let mut only = Form::Null;
            for Member { form, docs: own } in members {
                if !docs.is_empty() && !own.is_empty() {
                    docs.push('\n');
                }
                docs.push_str(&own);
                only = form;
            }
            only
        }
        form => form,
    }
}

/// Reports `#[arg(…)]` where no value is declared.
pub(super) fn refuse_arg(errors: &Errors, attrs: &[Attribute]) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("arg")) {
        errors.push(attr.path(), "`#[arg(…)]` belongs on a field");
    }
}

/// The path in `#[json_schema(crate = …)]`.
fn krate_of(errors: &Errors, attrs: &[Attribute]) -> Option<TokenStream> {
    let mut found = None;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("json_schema")) {
        let key = |input: ParseStream| {
            let lookahead = input.lookahead1();
            if !lookahead.peek(Token![crate]) {
                return Err(lookahead.error());
            }
            input.parse::<Token![crate]>()?;
            input.parse::<Token![=]>()?;
            let path = krate::parse(input)?;
            input.parse::<Option<Token![,]>>()?;
            Ok(path)
        };
        let path = match &attr.meta {
            Meta::List(list) => list.parse_args_with(key),
            _ => Err(Error::new_spanned(attr.path(), "expected `#[json_schema(crate = ::path)]`")),
        };
        match path {
            Ok(_) if found.is_some() => errors.push(attr.path(), "duplicate key `crate`; remove one"),
            Ok(path) => found = Some(path.into_token_stream()),
            Err(error) => errors.push_error(error),
        }
    }
    found
}
