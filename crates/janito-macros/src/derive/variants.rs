//! The variants of an enum in serde's four representations.

use super::fields::{object, unnamed};
use super::input::refuse_arg;
use super::model::{Choice, Form, Member, Object, Property};
use crate::docs;
use crate::errors::Errors;
use crate::serde_attr::{self, Container};
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{Fields, Ident, LitStr, Token};

/// A variant that is read.
struct Variant {
    name: String,
    docs: String,
    /// Stands for every name that is none of the others'.
    other: bool,
    untagged: bool,
    /// Nothing for a unit variant.
    content: Option<Form>,
}

/// The form of an enum.
pub(super) fn union(
    errors: &Errors,
    ident: &Ident,
    variants: &Punctuated<syn::Variant, Token![,]>,
    container: &Container,
) -> Form {
    let read: Vec<Variant> = variants.iter().filter_map(|variant| read(errors, variant, container)).collect();
    if read.is_empty() {
        errors.push(ident, "an enum without variants has no values; add a variant that is not skipped");
    }
    let mut members = Vec::new();
    let mut choices = Vec::new();
    let mut any_name = false;
    for Variant { name, docs, other, untagged, content } in read {
        let form = match (&container.tag, &container.content) {
            _ if untagged || container.untagged => content.unwrap_or(Form::Null),
            (Some(tag), Some(key)) => adjacent(tag, key, name_form(name, other), content),
            (Some(tag), None) => internal(tag, name, other, content),
            (None, _) => {
                let Some(content) = content else {
                    any_name |= other;
                    if !other {
                        choices.push(Choice { value: name, docs });
                    }
                    continue;
                };
                Form::Object(Object { properties: vec![Property::required(name, content)], flattened: Vec::new() })
            }
        };
        members.push(Member { form, docs });
    }
    if any_name {
        members.insert(0, Member { form: Form::Text, docs: String::new() });
    }
    if !choices.is_empty() {
        if members.is_empty() {
            return Form::Choices(choices);
        }
        members.insert(0, Member { form: Form::Choices(choices), docs: String::new() });
    }
    Form::AnyOf(members)
}

fn read(errors: &Errors, variant: &syn::Variant, container: &Container) -> Option<Variant> {
    let serde = serde_attr::Variant::parse(errors, &variant.attrs);
    refuse_arg(errors, &variant.attrs);
    if serde.skip {
        return None;
    }
    if let Some(with) = serde.with {
        errors.push_at(
            with,
            "what these functions read and write is not known; put a type with its own `JsonSchema` into the variant",
        );
    }
    let name = serde
        .rename
        .as_ref()
        .map_or_else(|| container.rename_all.variant(&variant.ident.unraw().to_string()), LitStr::value);
    let content = match &variant.fields {
        Fields::Unit => None,
        Fields::Named(fields) => {
            let rule = serde.rename_all.or(container.rename_all_fields);
            Some(Form::Object(object(errors, &fields.named, rule, false)))
        }
        Fields::Unnamed(fields) => match unnamed(errors, &fields.unnamed) {
            // serde takes a variant whose only field is skipped for a unit.
            Form::Tuple(items) if items.is_empty() && fields.unnamed.len() == 1 => None,
            form => Some(form),
        },
    };
    Some(Variant { name, docs: docs::plain(&variant.attrs), other: serde.other, untagged: serde.untagged, content })
}

fn name_form(name: String, other: bool) -> Form {
    if other { Form::Text } else { Form::constant(name) }
}

/// `{"tag": "Name", "content": …}`
fn adjacent(tag: &LitStr, key: &LitStr, name: Form, content: Option<Form>) -> Form {
    let mut properties = vec![Property::required(tag.value(), name)];
    properties.extend(content.map(|content| Property::required(key.value(), content)));
    Form::Object(Object { properties, flattened: Vec::new() })
}

/// `{"tag": "Name", …}`
fn internal(tag: &LitStr, name: String, other: bool, content: Option<Form>) -> Form {
    let mut properties = vec![Property::required(tag.value(), name_form(name, other))];
    let mut flattened = Vec::new();
    match content {
        // An unknown variant may have fields that nobody knows.
        None if other => flattened.push(Form::Any),
        None => {}
        Some(Form::Object(object)) => {
            properties.extend(object.properties);
            flattened.extend(object.flattened);
        }
        Some(form) => flattened.push(form),
    }
    Form::Object(Object { properties, flattened })
}
