//! The tokens that register a tool: its parameters as data, and one thin function that binds the arguments. Cannot fail.

use super::model::{Argument, Code, Effects, Hook, Model, Parameter};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

pub(super) fn registration(model: &Model) -> TokenStream {
    let Model { krate, cfgs, name, description, .. } = model;
    // One name for the runtime keeps the rest short. No author's token means it.
    let k = quote!(__janito);
    let params = params(model, &k);
    let assertions = assertions(model, &k);
    let bind = bind(model, &k);
    let (hooks, loaded) = load(model, &k);
    let permissions = permissions(model);
    let output = match &model.output {
        Some(output) => {
            let keys = spanned(model.output_span, quote!(#k::assert_keys(#k::Probe::<#output>::KEYS)));
            (quote!(#k::Probe::<#output>::OUTPUT), quote!(const _: () = #keys;))
        }
        None => (quote!(#k::None), TokenStream::new()),
    };
    let (output, keys) = output;
    let details = details(model, &k);
    let handed = model.parameters.iter().any(|parameter| matches!(parameter, Parameter::Handed { .. }));
    let granted = handed.then(|| quote!(type __Granted = #k::Perm<#permissions>;));
    quote! {
        #(#cfgs)*
        const _: () = {
            use #krate::__private as #k;
            #[allow(unused_imports)]
            use #k::{Finish as _, Required as _, Unknown as _};
            #granted
            const PARAMS: &[#k::Param] = &[#(#params),*];
            #assertions
            #keys
            #bind
            #hooks
            #[#k::linkme::distributed_slice(#k::TOOLS)]
            #[linkme(crate = #k::linkme)]
            static TOOL: #k::Tool = #k::Tool::declare(
                #name,
                #description,
                #k::Permissions::new(#permissions),
                PARAMS,
                #output,
                bind,
                #k::origin!(),
            ) #details #loaded;
        };
    }
}

/// The tokens shown at a place, with the hygiene of the macro.
fn spanned(span: Span, tokens: TokenStream) -> TokenStream {
    let at = Span::mixed_site().located_at(span);
    tokens
        .into_iter()
        .map(|mut token| {
            if let proc_macro2::TokenTree::Group(group) = &token {
                let mut inner = proc_macro2::Group::new(group.delimiter(), spanned(span, group.stream()));
                inner.set_span(at);
                return inner.into();
            }
            let place = token.span().located_at(span);
            token.set_span(place);
            token
        })
        .collect()
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
            let param = match arg.schema(k) {
                Some(schema) => {
                    quote!(#k::Param::with_schema(#name, #description, #schema, !#k::Omit::<#ty>::OPTIONAL))
                }
                None => quote_spanned!(*span=> #k::Param::new::<#ty>(#name, #description)),
            };
            let extra = arg.extra(k).map(|extra| quote!(.extra(#extra)));
            quote!(#param #extra)
        })
        .collect()
}

fn assertions(model: &Model, k: &TokenStream) -> TokenStream {
    model.arguments().enumerate().map(|(at, argument)| argument.arg.assertions(k, &quote!(PARAMS[#at]))).collect()
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

/// The function that decodes the arguments and captures them in the body.
fn bind(model: &Model, k: &TokenStream) -> TokenStream {
    let arguments: Vec<&Argument> = model.arguments().collect();
    let locals: Vec<Ident> =
        (0..arguments.len()).map(|at| format_ident!("argument_{at}", span = Span::mixed_site())).collect();
    let slots = arguments.iter().map(|argument| {
        let ty = &argument.ty;
        quote_spanned!(argument.span=> #k::slot::<#ty>())
    });
    let state = Ident::new("state", Span::mixed_site());
    let given = Ident::new("given", Span::mixed_site());
    let scope = Ident::new("scope", Span::mixed_site());
    let tool = Ident::new("this", Span::mixed_site());
    let kept = match &model.code {
        Code::Function(_) => None,
        Code::Method { self_ty, .. } => Some(quote! {
            let #k::Some(#tool) = #k::kept::<#self_ty>(#state) else {
                return #k::Err(#k::Refused::unbound());
            };
        }),
    };
    let effects = effects(model, k, &locals, &given, &tool);
    let with_effects = effects.is_some().then(|| {
        let found = Ident::new("effects", Span::mixed_site());
        quote!(.effects(#found))
    });
    let body = body(model, k, &locals, &scope, &tool);
    let state = if kept.is_some() { quote!(#state) } else { quote!(_) };
    quote! {
        fn bind(
            #state: &#k::State,
            #given: &mut #k::Arguments<'_>,
        ) -> #k::Result<#k::Ready, #k::Refused> {
            #(let mut #locals = #slots;)*
            #given.decode(&mut [#(&mut #locals),*])?;
            #kept
            #effects
            #k::Ok(#body #with_effects)
        }
    }
}

/// The closure that the gate will hand its authority to.
fn body(model: &Model, k: &TokenStream, locals: &[Ident], scope: &Ident, tool: &Ident) -> TokenStream {
    let borrow = model.is_async.then(|| quote!(&));
    let mut locals = locals.iter();
    let inputs = model.parameters.iter().filter_map(|parameter| match parameter {
        Parameter::Argument(_) => locals.next().map(|local| quote!(#k::given(#local)?)),
        Parameter::Handed { ty, span, .. } => Some(quote_spanned!(*span=> #k::hand::<#ty, __Granted>(#borrow #scope)?)),
    });
    let call = match &model.code {
        Code::Function(name) => quote!(#name(#(#inputs),*)),
        Code::Method { self_ty, .. } => quote!(<#self_ty>::run(&#tool, #(#inputs),*)),
    };
    // What is wrong with a result is shown at its type.
    let finish = spanned(model.output_span, quote!(finish));
    if model.is_async {
        quote!(#k::Ready::future(move |#scope| async move { #k::Returned(#call.await).#finish() }))
    } else {
        quote!(#k::Ready::blocking(move |#scope| #k::Returned(#call).#finish()))
    }
}

fn effects(model: &Model, k: &TokenStream, locals: &[Ident], given: &Ident, tool: &Ident) -> Option<TokenStream> {
    let Code::Method { self_ty, effects: Some(Effects { hook: Hook { cfgs }, looks_at }), .. } = &model.code else {
        return None;
    };
    let names: Vec<&Ident> = model.arguments().map(|argument| &argument.ident).collect();
    let inputs = looks_at.iter().filter_map(|look| {
        let at = names.iter().position(|name| **name == look.ident)?;
        let local = &locals[at];
        let seen = quote!(#k::seen(&#local)?);
        Some(if look.by_reference { seen } else { quote!(::core::clone::Clone::clone(#seen)) })
    });
    let found = Ident::new("effects", Span::mixed_site());
    Some(quote! {
        let #found: #k::Option<#k::Effects> = #k::None;
        #(#cfgs)*
        let #found = if #given.wants_effects() {
            #k::Some(<#self_ty>::effects(&#tool, #(#inputs),*))
        } else {
            #found
        };
    })
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
                        let loaded = {
                            #[cfg(not(all(#(#conditions),*)))]
                            { #default }
                            #(#cfgs)*
                            { #k::keep(<#self_ty>::load()) }
                        };
                        loaded
                    }
                }
            };
            let hook = quote! {
                fn load() -> #k::Result<#k::State, #k::Skip> { #body }
            };
            (hook, quote!(.loaded(&[#(#needs),*], #k::Some(load))))
        }
    }
}
