//! What the attribute and the item mean: a tool with its name, parameters and hooks. Errors go to the collector; a model is made as long
//! as there is a function to run.

use super::attr::Keys;
use super::item::{Block, Function, Item, Member};
use super::substitute::Names;
use crate::arg::Arg;
use crate::docs::{self, Docs};
use crate::errors::Errors;
use crate::krate;
use heck::ToUpperCamelCase;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, FnArg, Ident, LitStr, Pat, ReturnType, Signature, Type};

pub(super) struct Model {
    /// The runtime's path.
    pub(super) krate: TokenStream,
    pub(super) name: String,
    pub(super) name_span: Span,
    pub(super) title: Option<String>,
    pub(super) toolset: Option<String>,
    pub(super) permissions: Permissions,
    pub(super) annotations: Annotations,
    pub(super) timeout: Option<u64>,
    pub(super) max_result_chars: Option<u32>,
    pub(super) description: String,
    /// A doc attribute whose text only the compiler will know.
    pub(super) computed: Option<TokenStream>,
    pub(super) listed: Vec<docs::ListedArgument>,
    pub(super) parameters: Vec<Parameter>,
    pub(super) is_async: bool,
    /// Nothing where it cannot be named: `impl Trait`.
    pub(super) output: Option<TokenStream>,
    pub(super) output_span: Span,
    pub(super) code: Code,
    /// The conditions under which the item exists.
    pub(super) cfgs: Vec<Attribute>,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Permissions {
    pub(super) read: bool,
    pub(super) write: bool,
    pub(super) execute: bool,
}

#[derive(Default)]
pub(super) struct Annotations {
    pub(super) approval: bool,
    pub(super) external: bool,
    pub(super) destructive: Option<bool>,
    pub(super) idempotent: Option<bool>,
    pub(super) private: bool,
}

/// What is called.
pub(super) enum Code {
    Function(Ident),
    Method { self_ty: TokenStream, load: Option<Hook>, effects: Option<Effects> },
}

/// A hook of the `impl` block, and the conditions under which it exists.
pub(super) struct Hook {
    pub(super) cfgs: Vec<Attribute>,
}

pub(super) struct Effects {
    pub(super) hook: Hook,
    /// The arguments that it looks at.
    pub(super) looks_at: Vec<LooksAt>,
}

pub(super) struct LooksAt {
    pub(super) ident: Ident,
    pub(super) by_reference: bool,
}

pub(super) enum Parameter {
    /// Written `&T`: handed in by the runtime.
    Handed { ty: TokenStream, span: Span, ident: Option<Ident> },
    /// Owned: an argument.
    Argument(Box<Argument>),
}

pub(super) struct Argument {
    pub(super) ident: Ident,
    /// Without `r#`.
    pub(super) name: String,
    pub(super) ty: TokenStream,
    pub(super) span: Span,
    pub(super) description: String,
    /// A doc attribute whose text only the compiler will know.
    pub(super) computed: Option<TokenStream>,
    pub(super) arg: Arg,
}

impl Model {
    pub(super) fn new(errors: &Errors, keys: &Keys, item: &Item) -> Option<Self> {
        let (function, attrs, self_ty, code) = match item {
            Item::Function(function) => {
                if let Some(FnArg::Receiver(receiver)) = function.sig.inputs.first() {
                    errors.push(
                        receiver,
                        "`#[tool]` on a method cannot register it, because the registration cannot name `Self`; put it on the `impl` block, and call the method `run`",
                    );
                    return None;
                }
                (function, &function.attrs, None, Code::Function(function.sig.ident.clone()))
            }
            Item::Block(block) => {
                let run = the_run(errors, block)?;
                (run, &block.attrs, Some(&block.self_ty), methods(errors, block, run))
            }
        };
        let sig = &function.sig;
        signature(errors, sig);
        let subject = match self_ty {
            Some(ty) => last_ident(ty).unwrap_or_else(|| Ident::new("tool", ty.span())),
            None => sig.ident.unraw(),
        };
        let (name, name_span) = match &keys.name {
            Some(name) => (name.value(), name.span()),
            None => (subject.to_string().to_upper_camel_case(), subject.span()),
        };
        // On an `impl` block the description may stand on either; the function's is nearer.
        let own = Docs::parse(&function.attrs);
        let docs =
            if own.text.is_empty() && self_ty.is_some() { Docs { text: Docs::parse(attrs).text, ..own } } else { own };
        let names = Names::new(self_ty, sig);
        let parameters =
            sig.inputs.iter().filter_map(|input| parameter(errors, input, &docs.arguments, &names)).collect();
        let output = match &sig.output {
            ReturnType::Default => Some(quote!(())),
            ReturnType::Type(_, ty) if names_impl(ty.to_token_stream()) => None,
            ReturnType::Type(_, ty) => Some(names.replaced(ty.to_token_stream())),
        };
        Some(Self {
            krate: keys.krate.as_ref().map_or_else(krate::standard, ToTokens::to_token_stream),
            name,
            name_span,
            title: keys.title.as_ref().map(LitStr::value),
            toolset: keys.toolset.as_ref().map(LitStr::value),
            permissions: permissions(errors, keys.permissions.as_ref(), &subject),
            annotations: Annotations {
                approval: keys.approval.is_some_and(|flag| flag.value),
                external: keys.external.is_some_and(|flag| flag.value),
                destructive: keys.destructive.map(|flag| flag.value),
                idempotent: keys.idempotent.map(|flag| flag.value),
                private: keys.private.is_some_and(|flag| flag.value),
            },
            timeout: keys
                .timeout
                .as_ref()
                .and_then(|literal| number(errors, literal, "a timeout is a whole number of seconds, from 1 on")),
            max_result_chars: keys.max_result_chars.as_ref().and_then(|literal| {
                number(errors, literal, "`max_result_chars` is a whole number of characters, from 1 to 4294967295")
            }),
            description: docs.text,
            computed: docs::computed(&function.attrs).or_else(|| docs::computed(attrs)),
            listed: docs.arguments,
            parameters,
            is_async: sig.asyncness.is_some(),
            output,
            output_span: match &sig.output {
                ReturnType::Default => sig.ident.span(),
                ReturnType::Type(_, ty) => ty.span(),
            },
            code,
            cfgs: cfgs(attrs),
        })
    }

    pub(super) fn arguments(&self) -> impl Iterator<Item = &Argument> {
        self.parameters.iter().filter_map(|parameter| match parameter {
            Parameter::Argument(argument) => Some(&**argument),
            Parameter::Handed { .. } => None,
        })
    }
}

/// The function `run` of a block that can be a tool.
fn the_run<'a>(errors: &Errors, block: &'a Block) -> Option<&'a Function> {
    if let Some((_, path, _)) = &block.of_trait {
        errors.push(path, "`#[tool]` goes on an inherent `impl`; move `run` out of the trait's");
    }
    if let Some(parameter) = block.generics.params.first() {
        errors.push(parameter, "a tool cannot be generic, because one static entry stands for it; name the types");
    }
    let Some(run) = the_only(errors, block, "run") else {
        errors.push(&block.self_ty, "there is no `fn run` in this block; a tool's code goes there");
        return None;
    };
    match run.sig.inputs.first() {
        Some(FnArg::Receiver(receiver)) => {
            let shared = receiver.to_token_stream().to_string().replace(' ', "");
            if shared != "&self" {
                errors.push(receiver, "`run` takes `&self`: one tool serves many calls at once");
            }
        }
        _ => errors
            .push(&run.sig.ident, "`run` takes `&self`; for a tool without state put `#[tool]` on a free function"),
    }
    Some(run)
}

fn functions(block: &Block) -> impl Iterator<Item = &Function> {
    block.members.iter().filter_map(|member| match member {
        Member::Function(function) => Some(function),
        Member::Other(_) => None,
    })
}

/// The function of that name; further ones are errors.
fn the_only<'a>(errors: &Errors, block: &'a Block, name: &str) -> Option<&'a Function> {
    let mut found = functions(block).filter(|function| function.sig.ident == name);
    let first = found.next();
    for further in found {
        errors.push(
            &further.sig.ident,
            format!("there is a `{name}` in this block already; write a block for each, and put `cfg` on the block"),
        );
    }
    first
}

/// A hook that the block has.
fn hook<'a>(errors: &Errors, block: &'a Block, name: &str) -> Option<&'a Function> {
    let hook = the_only(errors, block, name)?;
    if let Some(token) = &hook.sig.asyncness {
        errors.push(token, format!("`{name}` is a plain `fn`, because it is not waited for; remove `async`"));
    }
    Some(hook)
}

fn methods(errors: &Errors, block: &Block, run: &Function) -> Code {
    let load = hook(errors, block, "load").map(|load| {
        if let Some(input) = load.sig.inputs.first() {
            errors.push(
                input,
                "`load` takes nothing and returns `Result<Self, Skip>`; it decides whether the tool can be offered",
            );
        }
        Hook { cfgs: cfgs(&load.attrs) }
    });
    let effects = hook(errors, block, "effects").map(|effects| Effects {
        hook: Hook { cfgs: cfgs(&effects.attrs) },
        looks_at: looks_at(errors, &effects.sig, &run.sig),
    });
    Code::Method { self_ty: block.self_ty.to_token_stream(), load, effects }
}

/// The arguments of `run` that `effects` names.
fn looks_at(errors: &Errors, effects: &Signature, run: &Signature) -> Vec<LooksAt> {
    let mut inputs = effects.inputs.iter();
    if !matches!(inputs.next(), Some(FnArg::Receiver(_))) {
        errors.push(&effects.ident, "`effects` takes `&self`, then any of the arguments of `run` by name");
    }
    let known: Vec<Ident> = run.inputs.iter().filter_map(|input| ident_of(input).cloned()).collect();
    effects
        .inputs
        .iter()
        .skip(1)
        .filter_map(|input| {
            let FnArg::Typed(typed) = input else { return None };
            let Some(ident) = ident_of(input) else {
                errors.push(&typed.pat, "`effects` takes the arguments of `run` by name; write one");
                return None;
            };
            if !known.contains(ident) {
                errors.push(ident, format!("`run` has no argument `{ident}`; `effects` takes its arguments by name"));
            }
            let by_reference = matches!(peel(&typed.ty), Type::Reference(_));
            Some(LooksAt { ident: ident.clone(), by_reference })
        })
        .collect()
}

fn ident_of(input: &FnArg) -> Option<&Ident> {
    match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(pattern) => Some(&pattern.ident),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    }
}

/// What no tool's signature may have.
fn signature(errors: &Errors, sig: &Signature) {
    if let Some(parameter) =
        sig.generics.params.iter().find(|parameter| !matches!(parameter, syn::GenericParam::Lifetime(_)))
    {
        errors.push(parameter, "a tool cannot be generic, because one static entry stands for it; name the types");
    }
    if let Some(variadic) = &sig.variadic {
        errors.push(variadic, "a tool's parameters are named; use a `Vec` for a list");
    }
    if sig
        .to_token_stream()
        .into_iter()
        .any(|token| matches!(token, proc_macro2::TokenTree::Ident(word) if word == "unsafe"))
    {
        errors.push(&sig.ident, "a tool cannot be `unsafe`, because a model would be the one to keep its promises");
    }
}

fn parameter(errors: &Errors, input: &FnArg, listed: &[docs::ListedArgument], names: &Names<'_>) -> Option<Parameter> {
    let FnArg::Typed(typed) = input else { return None };
    for attr in typed.attrs.iter().filter(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr")) {
        errors.push(attr, "a tool's parameters cannot depend on `cfg`; put it on two functions of one name");
    }
    let ident = ident_of(input);
    let ty = peel(&typed.ty);
    if let Type::Reference(reference) = ty {
        let inner = peel(&reference.elem);
        if let Some(owned) = owned(inner) {
            errors.push(ty, format!("tool parameters are owned, and what is handed in is `&T`; use `{owned}`"));
            return None;
        }
        if let Some(mutability) = &reference.mutability {
            errors.push(mutability, "what a tool is handed is shared; write `&T` without `mut`");
        }
        if let Some(attr) = typed.attrs.iter().find(|attr| attr.path().is_ident("arg")) {
            errors.push(attr.path(), "`#[arg]` is for arguments, and this parameter is handed in; remove it");
        }
        return Some(Parameter::Handed {
            ty: names.replaced(inner.to_token_stream()),
            span: inner.span(),
            ident: ident.cloned(),
        });
    }
    let Some(ident) = ident else {
        errors.push(&typed.pat, "a tool's parameter needs a name; take it whole and destructure it in the body");
        return None;
    };
    let pattern = typed.pat.to_token_stream().to_string();
    if pattern.starts_with("ref ") || pattern.contains('@') {
        errors.push(&typed.pat, "a tool's parameter is a plain name; destructure it in the body");
    }
    if names_impl(ty.to_token_stream()) {
        errors.push(ty, "a tool's parameter has a type of its own; name it instead of `impl`");
        return None;
    }
    let name = ident.unraw().to_string();
    let own = docs::plain(&typed.attrs);
    let description = match listed.iter().find(|listed| listed.name == name) {
        Some(listed) if own.is_empty() => listed.text.clone(),
        _ => own,
    };
    Some(Parameter::Argument(Box::new(Argument {
        arg: Arg::parse(errors, &typed.attrs, &name),
        ident: ident.clone(),
        name,
        ty: names.replaced(ty.to_token_stream()),
        span: ty.span(),
        description,
        computed: docs::computed(&typed.attrs),
    })))
}

/// The owned type for a borrowed one of the standard library.
fn owned(ty: &Type) -> Option<String> {
    match ty {
        Type::Slice(slice) => Some(format!("Vec<{}>", slice.elem.to_token_stream())),
        Type::Path(path) => match path.path.segments.last()?.ident.to_string().as_str() {
            "str" => Some("String".to_owned()),
            "Path" => Some("PathBuf".to_owned()),
            "String" | "PathBuf" | "Vec" | "Option" | "bool" | "char" | "u8" | "u16" | "u32" | "u64" | "usize"
            | "i8" | "i16" | "i32" | "i64" | "isize" | "f32" | "f64" => {
                Some(ty.to_token_stream().to_string().replace(' ', ""))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Letters as a set; each at most once, in the order r, w, x.
fn permissions(errors: &Errors, literal: Option<&LitStr>, subject: &Ident) -> Permissions {
    let mut set = Permissions::default();
    let Some(literal) = literal else {
        errors.push(
            subject,
            "the tool does not say what it needs; write `permissions = \"…\"` with the letters r (read), w (write), x (execute), or `\"\"` for a pure function",
        );
        return set;
    };
    let text = literal.value();
    for letter in text.chars() {
        let member = match letter {
            'r' => &mut set.read,
            'w' => &mut set.write,
            'x' => &mut set.execute,
            _ => {
                let letters = "the letters are r (read), w (write) and x (execute)";
                errors.push(literal, format!("`{letter}` is no permission; {letters}"));
                continue;
            }
        };
        if std::mem::replace(member, true) {
            errors.push(literal, format!("the letter `{letter}` stands twice; write it once"));
        }
    }
    let sorted: String = [(set.read, 'r'), (set.write, 'w'), (set.execute, 'x')]
        .iter()
        .filter(|(is, _)| *is)
        .map(|(_, letter)| letter)
        .collect();
    if text.len() == sorted.len() && text != sorted && text.chars().all(|letter| "rwx".contains(letter)) {
        errors.push(literal, format!("write the letters in one order, r, w, x: `\"{sorted}\"`"));
    }
    set
}

fn number<T: std::str::FromStr<Err: std::fmt::Display> + PartialEq + Default>(
    errors: &Errors,
    literal: &syn::LitInt,
    expected: &str,
) -> Option<T> {
    let value = literal.base10_parse().ok().filter(|value| *value != T::default() && literal.suffix().is_empty());
    if value.is_none() {
        errors.push(literal, expected);
    }
    value
}

fn cfgs(attrs: &[Attribute]) -> Vec<Attribute> {
    attrs.iter().filter(|attr| attr.path().is_ident("cfg")).cloned().collect()
}

/// A type behind the invisible groups that `macro_rules!` leaves, and behind parentheses.
fn peel(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => peel(&group.elem),
        Type::Paren(paren) => peel(&paren.elem),
        _ => ty,
    }
}

fn names_impl(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(word) => word == "impl",
        proc_macro2::TokenTree::Group(group) => names_impl(group.stream()),
        _ => false,
    })
}

fn last_ident(ty: &Type) -> Option<Ident> {
    match peel(ty) {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.unraw()),
        _ => None,
    }
}
