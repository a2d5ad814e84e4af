//! The tokens that register a tool: its parameters as data, and one thin function that binds the arguments. Cannot fail.

use super::model::{Argument, Code, Effects, Hook, LooksAt, Model, Parameter};
use crate::spans::located;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Attribute;

// Locals begin with `__`: hygiene keeps an author's variables apart, but not the constants, which a pattern would mean.
pub(super) fn registration(model: &Model) -> TokenStream {
    let Model { krate, cfgs, name, description, .. } = model;
    // One name for the runtime keeps the rest short. No author's token means it.
    let k = quote!(__janito);
    let params = params(model, &k);
    let assertions = assertions(model, &k);
    let functions = functions(model, &k);
    let (hooks, loaded) = load(model, &k);
    let permissions = permissions(model);
    let output = match &model.output {
        Some(output) => {
            let keys = located(quote!(#k::assert_keys(#k::Probe::<#output>::KEYS)), model.output_span);
            (quote!(#k::Probe::<#output>::OUTPUT), quote!(const _: () = #keys;))
        }
        None => (quote!(#k::None), TokenStream::new()),
    };
    let (output, keys) = output;
    let details = details(model, &k);
    let plain = is_plain(description);
    let handed = model.parameters.iter().any(|parameter| matches!(parameter, Parameter::Handed { .. }));
    let granted = handed.then(|| quote!(type __Granted = #k::Perm<#permissions>;));
    quote! {
        #(#cfgs)*
        #[allow(deprecated)]
        const _: () = {
            use #krate::__private as #k;
            #[allow(unused_imports)]
            use #k::{Finish as _, Required as _, Unknown as _};
            #granted
            const __PARAMS: &[#k::Param] = &[#(#params),*];
            #assertions
            #keys
            #functions
            #hooks
            #[#k::linkme::distributed_slice(#k::TOOLS)]
            #[linkme(crate = #k::linkme)]
            static __TOOL: #k::Tool = #k::Tool::declare(
                #name,
                #description,
                #plain,
                #k::Permissions::new(#permissions),
                __PARAMS,
                #output,
                __bind,
                #k::origin!(),
            ) #details #loaded;
        };
    }
}

/// Whether a text can stand in JSON as it is. (A name always can.)
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| byte >= 0x20 && byte != b'"' && byte != b'\\')
}

fn permissions(model: &Model) -> TokenStream {
    let super::model::Permissions { read, write, execute } = model.permissions;
    quote!(#read, #write, #execute)
}

/// Each parameter as data, the bounds of its type judged at its type.
fn params(model: &Model, k: &TokenStream) -> Vec<TokenStream> {
    model
        .arguments()
        .map(|Argument { name, ty, span, description, arg, .. }| {
            let plain = is_plain(description);
            let param = match arg.schema(k) {
                Some(schema) => quote_spanned! {
                    *span=> #k::raw_param::<#ty>(#name, #description, #plain, #schema, !#k::Omit::<#ty>::OPTIONAL)
                },
                None => quote_spanned!(*span=> #k::param::<#ty>(#name, #description, #plain)),
            };
            let extra = arg.extra(k).map(|extra| quote!(.extra(#extra)));
            quote!(#param #extra)
        })
        .collect()
}

fn assertions(model: &Model, k: &TokenStream) -> TokenStream {
    model.arguments().enumerate().map(|(at, argument)| argument.arg.assertions(k, &quote!(__PARAMS[#at]))).collect()
}

/// What is given beyond what every tool has.
fn details(model: &Model, k: &TokenStream) -> TokenStream {
    let mut details = TokenStream::new();
    if let Some(title) = &model.title {
        details.extend(quote!(.titled(#title)));
    }
    if let Some(toolset) = &model.toolset {
        details.extend(quote!(.in_toolset(#toolset)));
    }
    let super::model::Annotations { approval, external, destructive, idempotent, private } = &model.annotations;
    if *approval || *external || destructive.is_some() || idempotent.is_some() || *private {
        let (destructive, idempotent) = (option(k, destructive.as_ref()), option(k, idempotent.as_ref()));
        details.extend(quote! {
            .annotated(#k::Annotations {
                approval: #approval,
                external: #external,
                destructive: #destructive,
                idempotent: #idempotent,
                private: #private,
            })
        });
    }
    if let Some(timeout) = model.timeout {
        details.extend(quote!(.timed(#k::seconds(#timeout))));
    }
    if let Some(limit) = model.max_result_chars {
        details.extend(quote!(.limited(#limit)));
    }
    details
}

fn option(k: &TokenStream, value: Option<impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(#k::Some(#value)),
        None => quote!(#k::None),
    }
}

/// The types of the arguments, and the functions that take them: what is generic in them is shared by all tools of the same types.
fn functions(model: &Model, k: &TokenStream) -> TokenStream {
    let arguments: Vec<&Argument> = model.arguments().collect();
    let types = arguments.iter().rev().fold(quote!(()), |rest, argument| {
        let ty = &argument.ty;
        quote!((#ty, #rest))
    });
    let locals: Vec<Ident> =
        (0..arguments.len()).map(|at| format_ident!("__argument_{at}", span = Span::mixed_site())).collect();
    let body = body(model, k, &locals);
    let (effects, with_effects) = effects(model, k, &locals);
    let bind = if model.is_async { quote!(bind_async) } else { quote!(bind_blocking) };
    let [state, given] = ["__state", "__given"].map(|name| Ident::new(name, Span::mixed_site()));
    quote! {
        type __Arguments = #types;
        #body
        #effects
        fn __bind(
            #state: &#k::State,
            #given: &mut #k::Arguments<'_>,
        ) -> #k::Result<#k::Ready, #k::Refused> {
            #given.#bind(#state, __body, #with_effects)
        }
    }
}

/// The arguments as they come, each for itself: `(a, (b, ()))`.
fn pattern(locals: &[Ident], used: impl Fn(usize) -> bool) -> TokenStream {
    locals.iter().enumerate().rev().fold(quote!(()), |rest, (at, local)| {
        let local = if used(at) { local.to_token_stream() } else { quote!(_) };
        quote!((#local, #rest))
    })
}

/// The function that the gate will hand its authority to.
fn body(model: &Model, k: &TokenStream, locals: &[Ident]) -> TokenStream {
    let [scope, state] = ["__scope", "__state"].map(|name| Ident::new(name, Span::mixed_site()));
    let (scope_type, state_type, borrow) = if model.is_async {
        (quote!(#k::Scope), quote!(#k::State), Some(quote!(&)))
    } else {
        (quote!(&#k::Scope), quote!(&#k::State), None)
    };
    let handed = |parameter: &Parameter| matches!(parameter, Parameter::Handed { .. });
    let mut given = locals.iter();
    let inputs = model.parameters.iter().filter_map(|parameter| match parameter {
        Parameter::Argument(_) => given.next().map(ToTokens::to_token_stream),
        Parameter::Handed { ty, span, .. } => Some(quote_spanned!(*span=> #k::hand::<#ty, __Granted>(#borrow #scope)?)),
    });
    let (call, needs_state) = match &model.code {
        Code::Function(name) => (quote!(#name(#(#inputs),*)), false),
        Code::Method { self_ty, .. } => {
            (quote!(<#self_ty>::run(#k::kept::<#self_ty>(#borrow #state)?, #(#inputs),*)), true)
        }
    };
    let scope = if model.parameters.iter().any(handed) { quote!(#scope) } else { quote!(_) };
    let state = if needs_state { quote!(#state) } else { quote!(_) };
    let pattern = pattern(locals, |_| true);
    // What is wrong with a result is shown at its type.
    let finish = located(quote!(finish), model.output_span);
    let (result, code) = if model.is_async {
        (quote!(#k::Later), quote!(#k::later(async move { #k::Returned(#call.await).#finish() })))
    } else {
        (quote!(#k::Finished), quote!(#k::Returned(#call).#finish()))
    };
    quote! {
        fn __body(#scope: #scope_type, #state: #state_type, #pattern: __Arguments) -> #result {
            #code
        }
    }
}

/// The function that says what a call would do, and how it is passed on.
fn effects(model: &Model, k: &TokenStream, locals: &[Ident]) -> (TokenStream, TokenStream) {
    let Code::Method { self_ty, effects: Some(Effects { hook: Hook { cfgs }, looks_at }), .. } = &model.code else {
        return (TokenStream::new(), quote!(#k::None));
    };
    let names: Vec<&Ident> = model.arguments().map(|argument| &argument.ident).collect();
    let place = |look: &LooksAt| names.iter().position(|name| **name == look.ident);
    let inputs = looks_at.iter().filter_map(|look| {
        let local = &locals[place(look)?];
        Some(if look.by_reference { quote!(#local) } else { quote!(::core::clone::Clone::clone(#local)) })
    });
    let pattern = pattern(locals, |at| looks_at.iter().any(|look| place(look) == Some(at)));
    let state = Ident::new("__state", Span::mixed_site());
    let signature = |state: TokenStream, pattern: TokenStream| quote!(fn __effects(#state: &#k::State, #pattern: &__Arguments) -> #k::Option<#k::Effects>);
    let real = signature(quote!(#state), pattern);
    let absent = (!cfgs.is_empty()).then(|| {
        let conditions = conditions(cfgs);
        let absent = signature(quote!(_), quote!(_));
        quote!(#[cfg(not(all(#(#conditions),*)))] #absent { #k::None })
    });
    let functions = quote! {
        #(#cfgs)*
        #real {
            #k::Some(<#self_ty>::effects(#k::kept::<#self_ty>(#state).ok()?, #(#inputs),*))
        }
        #absent
    };
    (functions, quote!(#k::Some(__effects)))
}

/// What stands in each `#[cfg(…)]`.
fn conditions(cfgs: &[Attribute]) -> Vec<TokenStream> {
    cfgs.iter().filter_map(|cfg| cfg.meta.require_list().ok().map(|list| list.tokens.clone())).collect()
}

/// How the tool is loaded, and which services it is handed.
fn load(model: &Model, k: &TokenStream) -> (TokenStream, TokenStream) {
    let needs: Vec<TokenStream> = model
        .parameters
        .iter()
        .filter_map(|parameter| match parameter {
            Parameter::Handed { ty, span, .. } => Some(quote_spanned!(*span=> #k::need::<#ty>())),
            Parameter::Argument(_) => None,
        })
        .collect();
    match &model.code {
        Code::Function(_) if needs.is_empty() => (TokenStream::new(), TokenStream::new()),
        Code::Function(_) => (TokenStream::new(), quote!(.loaded(&[#(#needs),*], #k::None))),
        Code::Method { self_ty, load, .. } => {
            let default = quote!(#k::keep_default::<#self_ty>());
            let body = match load {
                None => default,
                Some(Hook { cfgs }) if cfgs.is_empty() => quote!(#k::keep(<#self_ty>::load())),
                Some(Hook { cfgs }) => {
                    let conditions =
                        cfgs.iter().filter_map(|cfg| cfg.meta.require_list().ok().map(|list| list.tokens.clone()));
                    quote! {
                        let __loaded = {
                            #[cfg(not(all(#(#conditions),*)))]
                            { #default }
                            #(#cfgs)*
                            { #k::keep(<#self_ty>::load()) }
                        };
                        __loaded
                    }
                }
            };
            let hook = quote! {
                fn __load() -> #k::Result<#k::State, #k::Skip> { #body }
            };
            (hook, quote!(.loaded(&[#(#needs),*], #k::Some(__load))))
        }
    }
}
