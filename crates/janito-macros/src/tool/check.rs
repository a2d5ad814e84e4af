//! The rules that a tool as a whole must keep. All of them are judged, whatever came before.

use super::attr::Keys;
use super::model::{Argument, Model, Parameter};
use crate::errors::Errors;
use proc_macro2::TokenStream;

const COMPUTED: &str = "the macro cannot read this, because the compiler computes it later; write the model's description out as a doc comment";

pub(super) fn check(errors: &Errors, keys: &Keys, model: &Model) {
    names(errors, keys, model);
    descriptions(errors, model);
    contradictions(errors, keys, model);
    arguments(errors, model);
}

fn names(errors: &Errors, keys: &Keys, model: &Model) {
    let name = &model.name;
    if name.chars().count() > 64 {
        errors.push_at(
            model.name_span,
            format!(
                "`{name}` has more than the 64 characters that providers take; give a shorter one with `name = \"…\"`"
            ),
        );
    }
    let first = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if !first || !name.chars().all(|rest| rest.is_ascii_alphanumeric() || matches!(rest, '_' | '-')) {
        errors.push_at(
            model.name_span,
            format!("providers refuse the name `{name}`; use letters, digits, `_` and `-` of ASCII, neither a digit nor `-` first"),
        );
    }
    if let Some(title) = keys.title.as_ref().filter(|title| title.value().trim().is_empty()) {
        errors.push(title, "the title is empty; write one or remove the key");
    }
    if let Some(toolset) = &keys.toolset {
        let value = toolset.value();
        if value.is_empty()
            || !value.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-'))
        {
            errors.push(toolset, "a toolset's name is made of letters, digits, `_` and `-` of ASCII");
        }
    }
}

fn descriptions(errors: &Errors, model: &Model) {
    match &model.computed {
        _ if !model.description.is_empty() => {}
        Some(computed) => errors.push(computed, COMPUTED),
        None => errors.push_at(
            model.name_span,
            "the tool has no description; write a doc comment on the function, for the model to read",
        ),
    }
    for argument in model.arguments().filter(|argument| argument.description.is_empty()) {
        if let Some(handle) = handle(&argument.ty) {
            errors.push(&argument.ty, format!("write `&{handle}`: handles are handed in by reference"));
        } else if let Some(computed) = &argument.computed {
            errors.push(computed, COMPUTED);
        } else {
            errors.push(
                &argument.ident,
                format!(
                    "the parameter `{0}` has no description; write a doc comment on it, or list it under `# Arguments`",
                    argument.name
                ),
            );
        }
    }
    for listed in &model.listed {
        let name = &listed.name;
        let handed = model
            .parameters
            .iter()
            .any(|parameter| matches!(parameter, Parameter::Handed { ident: Some(ident), .. } if ident == name));
        if handed {
            errors.push_at(
                listed.span,
                format!("`{name}` is handed in and no argument; the model need not know of it, so remove it"),
            );
        } else if model.arguments().all(|argument| argument.name != *name) {
            errors.push_at(listed.span, format!("there is no parameter `{name}`; correct the name or remove the line"));
        }
    }
}

/// The handle that a type's last word names. Only where there is no description: an author's own type of that name has one.
fn handle(ty: &TokenStream) -> Option<&'static str> {
    let last = ty.clone().into_iter().last()?.to_string();
    ["Reader", "Writer", "Context", "Executor"].into_iter().find(|handle| last == *handle)
}

fn contradictions(errors: &Errors, keys: &Keys, model: &Model) {
    let permissions = model.permissions;
    let changes = permissions.write || permissions.execute;
    if let Some(flag) = keys.destructive.filter(|flag| flag.value && !changes) {
        errors.push_at(
            flag.span,
            "a tool that neither writes nor executes destroys nothing; remove the key, or add `w` to `permissions`",
        );
    }
    if let Some(flag) = keys.idempotent.filter(|flag| !flag.value && !changes) {
        errors.push_at(
            flag.span,
            "a tool that neither writes nor executes is idempotent; remove the key, or add `w` to `permissions`",
        );
    }
    if let Some(flag) = keys.external.filter(|flag| flag.value && !changes && !permissions.read) {
        errors
            .push_at(flag.span, "a pure function reaches no other system; add `r` to `permissions`, or remove the key");
    }
    if let (Some(timeout), Some(argument)) =
        (&keys.timeout, model.arguments().find(|argument| argument.name == "timeout"))
    {
        errors.push(
            timeout,
            format!("the tool has a parameter `{}` of its own, so two limits would hold; remove one", argument.name),
        );
    }
}

fn arguments(errors: &Errors, model: &Model) {
    let arguments: Vec<&Argument> = model.arguments().collect();
    // One bit for each in the decoder.
    if let Some(argument) = arguments.get(64) {
        errors.push(&argument.ident, "a tool has at most 64 parameters; gather some in a struct");
    }
    for (at, argument) in arguments.iter().enumerate() {
        let name = &argument.name;
        if name.len() > 64 || !name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
            errors.push(
                &argument.ident,
                format!(
                    "providers refuse the parameter name `{name}`; use at most 64 letters, digits and `_` of ASCII"
                ),
            );
        }
        for other in &arguments[..at] {
            if let Some(alias) = argument.arg.aliases.iter().find(|alias| alias.value() == other.name) {
                errors.push(alias, format!("`{}` is another parameter; choose another alias", other.name));
            }
            for alias in &other.arg.aliases {
                if alias.value() == *name || argument.arg.aliases.iter().any(|own| own.value() == alias.value()) {
                    errors.push(
                        alias,
                        format!("`{}` already means the parameter `{name}`; choose another alias", alias.value()),
                    );
                }
            }
        }
    }
}
