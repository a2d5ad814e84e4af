use super::derive;
use proc_macro2::TokenStream;

/// The messages of the errors, in order.
fn messages(source: &str) -> Vec<String> {
    let tokens: TokenStream = source.parse().expect("tokens");
    let expansion = derive(tokens).to_string();
    let file: syn::File = syn::parse_str(&expansion).unwrap_or_else(|error| panic!("{source}: {error}: {expansion}"));
    let message = |item: &syn::Item| match item {
        syn::Item::Macro(call) => call.mac.parse_body::<syn::LitStr>().ok().map(|text| text.value()),
        _ => None,
    };
    file.items.iter().filter_map(message).collect()
}

#[test]
fn every_fault_is_reported_and_an_implementation_stands_in() {
    for (source, expected) in [
        ("union U { a: u8 }", &["a union has no form in JSON; use an enum"] as &[&str]),
        (
            "struct A<'a, 'b> { a: &'a str }",
            &["a type with a schema borrows nothing; use owned types, such as `String` instead of `&str`"; 2],
        ),
        ("enum A {}", &["an enum without variants has no values; add a variant that is not skipped"]),
        ("#[arg(min = 1)] struct A;", &["`#[arg(…)]` belongs on a field"]),
        ("enum A { #[arg(min = 1)] B }", &["`#[arg(…)]` belongs on a field"]),
        (
            "struct A(#[arg(min = 1, default = 2)] u8);",
            &["only a named field takes this; give it a name, or use a `schema`"; 2],
        ),
        (
            "struct A { #[serde(flatten)] #[arg(example = 1)] a: B }",
            &["a flattened field has no value of its own; put this on the fields of its type"],
        ),
        (
            "struct A { #[serde(with = \"m\")] a: u8, #[serde(skip, with = \"m\")] b: u8 }",
            &["what these functions read and write is not known; add `#[arg(schema = \"…\")]`"],
        ),
        (
            "enum A { #[serde(with = \"m\")] B(u8) }",
            &[
                "what these functions read and write is not known; put a type with its own `JsonSchema` into the variant",
            ],
        ),
        (
            "struct A { #[arg(default = 1)] a: u8 }",
            &["serde reads the field and does not see this; add `#[serde(default = \"…\")]` with the same value"],
        ),
        (
            "struct A { #[arg(alias = \"b\")] a: u8 }",
            &["serde reads the field and does not see this; write `#[serde(alias = \"…\")]` instead"],
        ),
        (
            "struct A { a: u8, #[serde(rename = \"a\")] b: u8 }",
            &["the name `a` is taken by an earlier field; rename one"],
        ),
        (
            "#[serde(transparent)] struct A { a: u8, b: u8 }",
            &["`transparent` stands for one field; skip the others or remove it"],
        ),
        (
            "#[json_schema(crate = a)] struct A;",
            &["the path to janito-core must be absolute; begin it with `::` or `crate::`"],
        ),
        ("#[json_schema(krate = ::a)] struct A;", &["expected `crate`"]),
        ("#[json_schema] struct A;", &["expected `#[json_schema(crate = ::path)]`"]),
        (
            "struct A { #[arg(nope)] a: u8, #[arg(min = 2, max = 1)] b: u8 }",
            &[
                "there is no `nope`; expected one of: `default`, `min`, `max`, `min_length`, `max_length`, `alias`, `example`, `schema`",
                "the `max` is less than the `min` of 2",
            ],
        ),
    ] {
        assert_eq!(messages(source), expected, "{source}");
        let expansion = derive(source.parse().expect("tokens")).to_string();
        assert!(expansion.contains("impl"), "{expansion}");
    }
}

#[test]
fn every_path_is_rooted() {
    let source = "
        /// Docs.
        #[json_schema(crate = ::k)]
        enum A<T, const N: usize> where T: Copy {
            Unit,
            New(T),
            Tuple(u8, [u8; N]),
            #[serde(untagged)]
            Struct { #[serde(default)] #[arg(default = 1, min = 0)] a: u8, #[serde(flatten)] b: B, #[arg(schema = \"{}\")] c: C },
        }";
    let expansion = derive(source.parse().expect("tokens")).to_string();
    for bare in ["Some", "None", "Option", "Schema", "Kind", "Param", "Choice", "Extra", "Keys"] {
        for (at, _) in expansion.match_indices(&format!(" {bare} ")) {
            assert!(expansion[..at].ends_with("::"), "{bare} in {expansion}");
        }
    }
    assert!(expansion.contains("# [automatically_derived]"), "{expansion}");
    assert!(expansion.contains("T : :: k :: __private :: JsonSchema + 'static"), "{expansion}");
    assert!(!expansion.contains("janito_core"), "{expansion}");
}
