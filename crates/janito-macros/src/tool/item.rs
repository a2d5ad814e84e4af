//! The syntax of the item under `#[tool]`: a function, or an `impl` block with a `run`. Bodies are never looked into.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, FnArg, Generics, Path, Result, Signature, Token, Type, Visibility, WhereClause};

pub(super) enum Item {
    Function(Function),
    Block(Block),
}

/// A function or method with its body unread.
pub(super) struct Function {
    pub(super) attrs: Vec<Attribute>,
    vis: Visibility,
    defaultness: Option<Token![default]>,
    pub(super) sig: Signature,
    body: Group,
}

/// An `impl` block.
pub(super) struct Block {
    pub(super) attrs: Vec<Attribute>,
    unsafety: Option<Token![unsafe]>,
    impl_token: Token![impl],
    pub(super) generics: Generics,
    pub(super) of_trait: Option<(Option<Token![!]>, Path, Token![for])>,
    pub(super) self_ty: Type,
    where_clause: Option<WhereClause>,
    pub(super) members: Vec<Member>,
}

#[expect(clippy::large_enum_variant, reason = "a handful of them live for one expansion")]
pub(super) enum Member {
    Function(Function),
    Other(TokenStream),
}

impl Parse for Item {
    fn parse(input: ParseStream) -> Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        if input.peek(Token![impl]) || input.peek(Token![unsafe]) && input.peek2(Token![impl]) {
            return Block::parse(attrs, input).map(Self::Block);
        }
        if let Some(function) = Function::parse(&attrs, input)? {
            return Ok(Self::Function(function));
        }
        Err(Error::new(
            input.span(),
            "`#[tool]` goes on a function, or on the `impl` block that holds the function `run`",
        ))
    }
}

impl Function {
    /// A function, if there is one next.
    fn parse(attrs: &[Attribute], input: ParseStream) -> Result<Option<Self>> {
        let ahead = input.fork();
        ahead.parse::<Visibility>()?;
        if ahead.peek(Token![default]) {
            ahead.parse::<Token![default]>()?;
        }
        if !starts_function(&ahead) {
            return Ok(None);
        }
        let vis = input.parse()?;
        let defaultness = input.parse()?;
        let sig = input.parse()?;
        let TokenTree::Group(body) = input.parse()? else {
            return Err(Error::new(input.span(), "a tool needs a body"));
        };
        Ok(Some(Self { attrs: attrs.to_vec(), vis, defaultness, sig, body }))
    }

    /// As it was written, without what only `#[tool]` reads, and with the lints allowed that the form forces.
    fn write(&self, out: &mut TokenStream, extra: &TokenStream) {
        let Self { attrs, vis, defaultness, sig, body } = self;
        let mut sig = sig.clone();
        for input in &mut sig.inputs {
            if let FnArg::Typed(typed) = input {
                typed.attrs.retain(|attr| !attr.path().is_ident("doc") && !attr.path().is_ident("arg"));
            }
        }
        out.extend(quote!(#(#attrs)* #extra #vis #defaultness #sig #body));
    }
}

fn starts_function(input: ParseStream) -> bool {
    let ahead = input.fork();
    while ahead.peek(Token![const])
        || ahead.peek(Token![async])
        || ahead.peek(Token![unsafe])
        || ahead.peek(Token![extern])
    {
        let is_extern = ahead.peek(Token![extern]);
        if ahead.parse::<TokenTree>().is_err() {
            return false;
        }
        if is_extern && ahead.peek(syn::LitStr) && ahead.parse::<TokenTree>().is_err() {
            return false;
        }
    }
    ahead.peek(Token![fn])
}

impl Block {
    fn parse(attrs: Vec<Attribute>, input: ParseStream) -> Result<Self> {
        let unsafety = input.parse()?;
        let impl_token = input.parse()?;
        // `impl <T as Trait>::Type {` begins with `<` too, but declares nothing.
        let generics = if input.peek(Token![<]) && !input.peek2(syn::Ident) || input.peek3(Token![as]) {
            Generics::default()
        } else {
            input.parse()?
        };
        let negative: Option<Token![!]> = input.parse()?;
        let first: Type = input.parse()?;
        let (of_trait, self_ty) = match (input.parse::<Option<Token![for]>>()?, &first) {
            (Some(for_token), Type::Path(path)) => (Some((negative, path.path.clone(), for_token)), input.parse()?),
            (Some(for_token), _) => return Err(Error::new_spanned(for_token, "expected a trait before `for`")),
            (None, _) => (None, first),
        };
        let where_clause = input.parse()?;
        let content;
        syn::braced!(content in input);
        let mut members = Vec::new();
        while !content.is_empty() {
            members.push(content.call(Member::parse)?);
        }
        Ok(Self { attrs, unsafety, impl_token, generics, of_trait, self_ty, where_clause, members })
    }
}

impl Parse for Member {
    fn parse(input: ParseStream) -> Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        if let Some(function) = Function::parse(&attrs, input)? {
            return Ok(Self::Function(function));
        }
        let mut tokens = quote!(#(#attrs)*);
        let is_macro = input.peek(syn::Ident) && (input.peek2(Token![!]) || input.peek2(Token![::]));
        while !input.is_empty() {
            let token: TokenTree = input.parse()?;
            let ends = match &token {
                TokenTree::Punct(punct) => punct.as_char() == ';',
                TokenTree::Group(group) => is_macro && group.delimiter() == proc_macro2::Delimiter::Brace,
                _ => false,
            };
            tokens.append(token);
            if ends {
                break;
            }
        }
        Ok(Self::Other(tokens))
    }
}

impl Item {
    /// The item as it was written, without what only `#[tool]` reads.
    pub(super) fn cleaned(&self) -> TokenStream {
        let mut out = TokenStream::new();
        // Exactly what the form forces: a tool has as many parameters, owned ones and flags, as its callers need; `run` and `effects` have a
        // `self`, and `load` a `Result`, whether they need one or not.
        let allow = quote! {
            #[allow(clippy::too_many_arguments, clippy::needless_pass_by_value, clippy::fn_params_excessive_bools)]
        };
        match self {
            Self::Function(function) => function.write(&mut out, &allow),
            Self::Block(block) => {
                let Block { attrs, unsafety, impl_token, generics, of_trait, self_ty, where_clause, members } = block;
                let of_trait = of_trait.as_ref().map(|(negative, path, for_token)| quote!(#negative #path #for_token));
                let mut inner = TokenStream::new();
                for member in members {
                    match member {
                        Member::Function(function) if function.sig.ident == "run" => {
                            let allow = quote!(#allow #[allow(clippy::unused_self)]);
                            function.write(&mut inner, &allow);
                        }
                        Member::Function(function) if function.sig.ident == "effects" => {
                            function.write(&mut inner, &quote!(#[allow(clippy::unused_self)]));
                        }
                        Member::Function(function) if function.sig.ident == "load" => {
                            function.write(&mut inner, &quote!(#[allow(clippy::unnecessary_wraps)]));
                        }
                        Member::Function(function) => function.write_as_is(&mut inner),
                        Member::Other(tokens) => tokens.to_tokens(&mut inner),
                    }
                }
                out.extend(quote! {
                    #(#attrs)* #unsafety #impl_token #generics #of_trait #self_ty #where_clause { #inner }
                });
            }
        }
        out
    }
}

impl Function {
    fn write_as_is(&self, out: &mut TokenStream) {
        let Self { attrs, vis, defaultness, sig, body } = self;
        out.extend(quote!(#(#attrs)* #vis #defaultness #sig #body));
    }
}
