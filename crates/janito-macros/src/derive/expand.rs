//! Writes the implementation down: one constant, all paths rooted, nothing that can fail.
//!
//! Every reference stands in an inline constant of its own, since a constant that names generic parameters is evaluated too late for
//! promotion. A type that holds others stands behind its name, so that no constant is needed for its own value.

use super::input::Input;
use super::model::{Choice, Form, Member, Object, Property, Value};
use crate::arg::Arg;
use crate::spans::located;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse_quote;
use syn::spanned::Spanned as _;

/// The implementation for the type.
pub(super) fn implementation(input: &Input) -> TokenStream {
    let Input { runtime, ident, docs, form, .. } = input;
    let (judged_here, judged_late) = assertions(input);
    let schema = if form.is_plain() {
        reference(runtime, form, docs)
    } else {
        let name = ident.unraw().to_string();
        let own = reference(runtime, form, docs);
        let get = if judged_late.is_empty() { own } else { quote!(const { #judged_late #own }) };
        quote! {
            &#runtime::Schema::new(#runtime::Kind::Named {
                name: #name,
                id: ::core::any::TypeId::of::<Self>(),
                get: || #get,
            })
        }
    };
    let keys = keys(runtime, form);
    let is_union = is_union(runtime, form);
    let implementation = implement(
        input,
        &quote! {
            const SCHEMA: &'static #runtime::Schema = #schema;
            #keys
            #is_union
        },
    );
    quote!(#implementation #judged_here)
}

/// An implementation that stands in for one with errors.
pub(super) fn stand_in(input: &Input) -> TokenStream {
    let runtime = &input.runtime;
    let any = reference(runtime, &Form::Any, "");
    implement(input, &quote!(const SCHEMA: &'static #runtime::Schema = #any;))
}

fn implement(input: &Input, items: &TokenStream) -> TokenStream {
    let Input { runtime, ident, generics, .. } = input;
    let mut bounded = (*generics).clone();
    if generics.type_params().next().is_some() {
        let clause = bounded.make_where_clause();
        for param in generics.type_params() {
            let param = &param.ident;
            clause.predicates.push(parse_quote!(#param: #runtime::JsonSchema + 'static));
        }
    }
    let (params, _, clause) = bounded.split_for_impl();
    let (_, args, _) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #params #runtime::JsonSchema for #ident #args #clause {
            #items
        }
    }
}

/// An expression for a `&'static Schema`.
fn reference(runtime: &TokenStream, form: &Form, docs: &str) -> TokenStream {
    let described = (!docs.is_empty()).then(|| quote!(.described(#docs)));
    if let Form::Type(ty) = form {
        let schema = quote!(<#ty as #runtime::JsonSchema>::SCHEMA);
        return if docs.is_empty() { schema } else { quote!(const { &(*#schema)#described }) };
    }
    let kind = kind(runtime, form);
    quote!(const { &#runtime::Schema::new(#kind)#described })
}

/// An expression for the `Kind` of a form that is not a type's own.
fn kind(runtime: &TokenStream, form: &Form) -> TokenStream {
    let (variant, value) = match form {
        Form::Any | Form::Type(_) => ("Any", None),
        // That it is JSON is asserted once, elsewhere.
        Form::Raw(Arg { schema, .. }) => ("Raw", Some(quote!((#schema)))),
        Form::Null => ("Null", None),
        Form::Text => {
            let none = quote!(::core::option::Option::None);
            ("String", Some(quote!({ min_length: 0, max_length: #none, format: #none })))
        }
        Form::Choices(choices) => {
            let choices = choices
                .iter()
                .map(|Choice { value, docs }| quote!(#runtime::Choice { value: #value, description: #docs }));
            ("Enum", Some(quote!((const { &[#(#choices),*] }))))
        }
        Form::Tuple(items) if items.is_empty() => {
            let any = reference(runtime, &Form::Any, "");
            let members = quote! {
                { items: #any, min_items: 0, max_items: ::core::option::Option::Some(0), unique: false }
            };
            ("Array", Some(members))
        }
        Form::Tuple(items) => {
            let items = items.iter().map(|item| reference(runtime, item, ""));
            ("Tuple", Some(quote!((const { &[#(#items),*] }))))
        }
        Form::Object(Object { properties, flattened }) => {
            let properties = properties.iter().map(|property| param(runtime, property));
            let flattened = flattened.iter().map(|form| match form {
                Form::Type(ty) => located(quote!(#runtime::flattened::<#ty>()), ty.span()),
                form => reference(runtime, form, ""),
            });
            let members = quote! {
                { properties: const { &[#(#properties),*] }, flattened: const { &[#(#flattened),*] } }
            };
            ("Object", Some(members))
        }
        Form::AnyOf(members) => {
            let members = members.iter().map(|Member { form, docs }| reference(runtime, form, docs));
            ("AnyOf", Some(quote!((const { &[#(#members),*] }))))
        }
    };
    let variant = quote::format_ident!("{variant}");
    quote!(#runtime::Kind::#variant #value)
}

/// An expression for a `Param`.
fn param(runtime: &TokenStream, property: &Property) -> TokenStream {
    let Property { name, docs, value, optional, arg } = property;
    let extra = arg.extra(runtime).map(|extra| quote!(.extra(const { #extra })));
    match value {
        Value::Field(ty) => {
            let optional = optional.then(|| quote!(.optional()));
            quote!(#runtime::Param::new::<#ty>(#name, #docs)#optional #extra)
        }
        Value::Form(form) => {
            let (schema, required) = (reference(runtime, form, ""), !optional);
            quote!(#runtime::Param::with_schema(#name, #docs, #schema, #required)#extra)
        }
    }
}

fn keys(runtime: &TokenStream, form: &Form) -> Option<TokenStream> {
    let (own, inherited) = form.keys();
    if let ([], [only]) = (own.as_slice(), inherited.as_slice()) {
        let keys = quote!(<#only as #runtime::JsonSchema>::KEYS);
        return Some(quote!(const KEYS: #runtime::Keys = #keys;));
    }
    (!own.is_empty() || !inherited.is_empty()).then(|| {
        quote! {
            const KEYS: #runtime::Keys = #runtime::Keys {
                own: &[#(#own),*],
                inherited: &[#(&<#inherited as #runtime::JsonSchema>::KEYS),*],
            };
        }
    })
}

/// Says of a type whose values have one of several forms that it is one.
fn is_union(runtime: &TokenStream, form: &Form) -> Option<TokenStream> {
    match form {
        Form::AnyOf(_) => Some(quote!(
            const UNION: ::core::primitive::bool = true;
        )),
        Form::Type(inner) => {
            Some(quote!(const UNION: ::core::primitive::bool = <#inner as #runtime::JsonSchema>::UNION;))
        }
        _ => None,
    }
}

/// What the compiler judges of `#[arg(…)]`: at once, or, where generic parameters are named, when they are known.
fn assertions(input: &Input) -> (TokenStream, TokenStream) {
    let Input { runtime, ident, generics, form, .. } = input;
    let generic = |name: &Ident| {
        generics.type_params().any(|param| param.ident == *name)
            || generics.const_params().any(|param| param.ident == *name)
            || (name == "Self" && !generics.params.is_empty())
    };
    let (mut at_once, mut late) = (TokenStream::new(), TokenStream::new());
    form.each(&mut |form| match form {
        Form::Object(Object { properties, flattened }) => {
            for form in flattened {
                if let Form::Type(ty) = form
                    && !mentions(ty.to_token_stream(), &generic)
                {
                    let call = located(quote!(#runtime::flattened::<#ty>()), ty.span());
                    let call = without_self(call, ident);
                    at_once.extend(quote!(const _: &#runtime::Schema = #call;));
                }
            }
            for property in properties {
                let param = param(runtime, property);
                if matches!(&property.value, Value::Field(ty) if mentions(ty.to_token_stream(), &generic)) {
                    late.extend(property.arg.statements(runtime, &param));
                } else {
                    at_once.extend(property.arg.assertions(runtime, &without_self(param, ident)));
                }
            }
        }
        Form::Raw(arg) => at_once.extend(arg.schema_assertion(runtime)),
        _ => {}
    });
    (at_once, late)
}

fn mentions(tokens: TokenStream, names: &dyn Fn(&Ident) -> bool) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => names(&ident),
        TokenTree::Group(group) => mentions(group.stream(), names),
        _ => false,
    })
}

/// The same tokens for a place outside the implementation.
fn without_self(tokens: TokenStream, ident: &Ident) -> TokenStream {
    let replace = |token| match token {
        TokenTree::Ident(found) if found == "Self" => Ident::new(&ident.to_string(), found.span()).into(),
        TokenTree::Group(group) => {
            let mut replaced = proc_macro2::Group::new(group.delimiter(), without_self(group.stream(), ident));
            replaced.set_span(group.span());
            replaced.into()
        }
        other => other,
    };
    tokens.into_iter().map(replace).collect()
}
