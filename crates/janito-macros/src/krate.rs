//! The path to `janito-core`, under which everything that the macros write is found.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::ParseStream;
use syn::{Error, Path, Result};

/// The path where none is given.
pub(crate) fn standard() -> TokenStream {
    quote!(::janito_core)
}

/// Reads the value of a `crate = …` key. A relative path would depend on what is in scope, so it is refused.
pub(crate) fn parse(input: ParseStream) -> Result<Path> {
    let path: Path = input.call(Path::parse_mod_style)?;
    let rooted = path.leading_colon.is_some()
        || path.segments.first().is_some_and(|first| first.ident == "crate" || first.ident == "$crate");
    if rooted {
        Ok(path)
    } else {
        let message = "the path to janito-core must be absolute; begin it with `::` or `crate::`";
        Err(Error::new_spanned(path, message))
    }
}

#[cfg(test)]
mod tests {
    use syn::parse::Parser;

    #[test]
    fn only_absolute_paths_are_taken() {
        for (source, taken) in [("::a", true), ("::a::b", true), ("crate::a", true), ("a", false), ("self::a", false)] {
            assert_eq!(super::parse.parse_str(source).is_ok(), taken, "{source}");
        }
    }
}
