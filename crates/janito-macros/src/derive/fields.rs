//! The fields of a struct or a variant: an object's properties, a list's items, or the one value that stands for the whole.

use super::model::{Form, Object, Property, Value};
use crate::arg::Arg;
use crate::docs;
use crate::errors::Errors;
use crate::serde_attr::{self, Rename};
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{Field, Fields, Ident, LitStr, Token, Type};

/// Fields, separated by commas.
pub(super) type List = Punctuated<Field, Token![,]>;

/// Named fields.
pub(super) fn object(errors: &Errors, fields: &List, rule: Rename, default: bool) -> Object {
    let mut object = Object::default();
    for field in fields {
        let serde = serde_attr::Field::parse(errors, &field.attrs);
        let Some(ident) = field.ident.as_ref().filter(|_| !serde.skip) else { continue };
        let name = serde.rename.as_ref().map_or_else(|| rule.field(&ident.unraw().to_string()), LitStr::value);
        let mut arg = Arg::parse(errors, &field.attrs, &name);
        check_with(errors, &serde, &arg);
        if serde.flatten {
            check_bare(errors, &arg, "a flattened field has no value of its own; put this on the fields of its type");
            object.flattened.push(value(field, arg));
            continue;
        }
        if object.properties.iter().any(|other| other.name == name) {
            let message = format!("the name `{name}` is taken by an earlier field; rename one");
            match &serde.rename {
                Some(rename) => errors.push(rename, message),
                None => errors.push(ident, message),
            }
        }
        let optional = default || serde.default || serde.omitted;
        check_serde(errors, &arg, default || serde.default);
        arg.aliases.extend(serde.aliases);
        let (value, arg) = match arg.schema {
            Some(_) => (Value::Form(Form::Raw(Arg { schema: arg.schema.take(), ..Arg::default() })), arg),
            None => (Value::Field(field.ty.clone()), arg),
        };
        object.properties.push(Property { name, docs: docs::plain(&field.attrs), value, optional, arg });
    }
    object
}

/// Fields without names: one value is that value, several are a list.
pub(super) fn unnamed(errors: &Errors, fields: &List) -> Form {
    let alone = fields.len() == 1;
    let read = fields.iter().map(|field| (field, serde_attr::Field::parse(errors, &field.attrs)));
    let mut items: Vec<Form> =
        read.filter(|(_, serde)| !serde.skip).map(|(field, serde)| item(errors, field, &serde)).collect();
    match items.pop() {
        Some(only) if alone => only,
        last => Form::Tuple(items.into_iter().chain(last).collect()),
    }
}

/// The one field of a transparent struct.
pub(super) fn single(errors: &Errors, ident: &Ident, fields: &Fields) -> Form {
    let read = fields.iter().map(|field| (field, serde_attr::Field::parse(errors, &field.attrs)));
    let mut counted = read.filter(|(field, serde)| !serde.skip && !serde.default && !is_phantom(&field.ty));
    let (Some((field, serde)), None) = (counted.next(), counted.next()) else {
        errors.push(ident, "`transparent` stands for one field; skip the others or remove it");
        return Form::Null;
    };
    item(errors, field, &serde)
}

/// A value without a name.
fn item(errors: &Errors, field: &Field, serde: &serde_attr::Field) -> Form {
    let arg = Arg::parse(errors, &field.attrs, "");
    check_with(errors, serde, &arg);
    check_bare(errors, &arg, "only a named field takes this; give it a name, or use a `schema`");
    value(field, arg)
}

fn value(field: &Field, arg: Arg) -> Form {
    if arg.schema.is_some() { Form::Raw(arg) } else { Form::Type(field.ty.clone()) }
}

/// Functions read or write the field, so its type does not tell what it looks like.
fn check_with(errors: &Errors, serde: &serde_attr::Field, arg: &Arg) {
    if let Some(with) = serde.with.filter(|_| arg.schema.is_none()) {
        errors.push_at(with, "what these functions read and write is not known; add `#[arg(schema = \"…\")]`");
    }
}

/// Reports all keys but `schema`.
fn check_bare(errors: &Errors, arg: &Arg, message: &str) {
    for span in arg.spans() {
        errors.push_at(span, message);
    }
}

/// What serde has to know, too, must not be said to the model alone.
fn check_serde(errors: &Errors, arg: &Arg, has_default: bool) {
    if let Some(default) = arg.default.as_ref().filter(|_| !has_default) {
        errors.push_at(
            default.span,
            "serde reads the field and does not see this; add `#[serde(default = \"…\")]` with the same value",
        );
    }
    for alias in &arg.aliases {
        errors.push(alias, "serde reads the field and does not see this; write `#[serde(alias = \"…\")]` instead");
    }
}

fn is_phantom(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_phantom(&group.elem),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "PhantomData"),
        _ => false,
    }
}
