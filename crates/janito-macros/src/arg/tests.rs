use super::*;
use quote::quote;
use syn::parse::Parser;

fn parse(source: &str) -> (Arg, Vec<String>) {
    let attrs = Attribute::parse_outer.parse_str(source).expect("attributes");
    let errors = Errors::new();
    let arg = Arg::parse(&errors, &attrs, "own");
    (arg, errors.messages())
}

#[track_caller]
fn check(source: &str, extra: &str) {
    let (arg, errors) = parse(source);
    assert_eq!(errors, [""; 0], "{source}");
    let tokens = arg.extra(&quote!(::k)).map(|tokens| tokens.to_string()).unwrap_or_default();
    assert_eq!(tokens.replace(' ', ""), extra.replace(' ', ""), "{source}");
}

#[test]
fn every_key_is_understood() {
    const SOME: &str = "::core::option::Option::Some";
    let extra = |members: &str| format!("&::k::Extra {{ {members}, ..::k::Extra::NONE }}");
    for (keys, members) in [
        ("default = 10_000", format!(r#"default: {SOME}("10000")"#)),
        ("default = [\"a\"],", format!(r#"default: {SOME}("[\"a\"]")"#)),
        ("example = 1, example = [null]", r#"examples: &["1", "[null]"]"#.to_owned()),
        ("alias = \"a\", alias = \"b\"", r#"aliases: &["a", "b"]"#.to_owned()),
        (
            "min = -1, max = 0x10",
            format!("min: {SOME}(::k::Bound::Integer(-1i128)), max: {SOME}(::k::Bound::Integer(16i128))"),
        ),
        ("min = 0.5", format!("min: {SOME}(::k::Bound::Number(0.5f64))")),
        ("min_length = 1, max_length = 2", format!("min_length: {SOME}(1u32), max_length: {SOME}(2u32)")),
    ] {
        check(&format!("#[arg({keys})]"), &extra(&members));
    }
    check(
        "#[arg(default = 1)] #[other] #[arg(example = 2)]",
        &extra(&format!(r#"default: {SOME}("1"), examples: &["2"]"#)),
    );
    check("#[arg()]", "");
    check("#[arg(schema = \"{}\")]", "");
}

#[test]
fn what_is_said_is_told() {
    let (arg, _) = parse("");
    assert!(!arg.has_default() && arg.spans().next().is_none());
    let (arg, _) = parse("#[arg(schema = \"{}\")]");
    assert_eq!(
        arg.schema(&quote!(::k)).map(|tokens| tokens.to_string()),
        Some(quote!(const { &::k::raw_schema("{}") }).to_string())
    );
    let (arg, _) = parse("#[arg(default = 2, example = 1, min = 1)]");
    assert!(arg.has_default());
    assert_eq!(
        arg.assertions(&quote!(::k), &quote!(P)).to_string(),
        quote! {
            const _: () = ::k::assert_default(&P);
            const _: () = ::k::assert_example(&P);
            const _: () = ::k::assert_bounds(&P);
        }
        .to_string()
    );
}

#[test]
fn every_fault_is_reported() {
    const KEYS: &str =
        "expected one of: `default`, `min`, `max`, `min_length`, `max_length`, `alias`, `example`, `schema`";
    for (source, messages) in [
        ("#[arg]", &["expected keys in parentheses, such as `#[arg(default = 10)]`"] as &[&str]),
        ("#[arg = 1]", &["expected keys in parentheses, such as `#[arg(default = 10)]`"]),
        ("#[arg(nope = 1)]", &[&format!("there is no `nope`; {KEYS}")]),
        ("#[arg(1)]", &[KEYS]),
        (
            "#[arg(pattern = \"a\")]",
            &[
                "there is no `pattern`; a newtype with its own `Deserialize` judges a text, and its message reaches the model",
            ],
        ),
        ("#[arg(min)]", &["`min` needs a value: `min = …`"]),
        ("#[arg(min = , max = 1)]", &["`min` needs a value: `min = …`"]),
        ("#[arg(min = 1 max = 2)]", &["expected `,`"]),
        ("#[arg(min = \"a\")]", &["a bound is a number"]),
        ("#[arg(min = 1, min = 2)]", &["duplicate key `min`; remove one"]),
        ("#[arg(default = 1)] #[arg(default = 2)]", &["duplicate key `default`; remove one"]),
        ("#[arg(min_length = -1)]", &["a length is a whole number from 0 to 4294967295"]),
        ("#[arg(max_length = 1u8)]", &["a length is a whole number from 0 to 4294967295"]),
        ("#[arg(alias = \"\")]", &["an alias is a name; write one or remove this"]),
        ("#[arg(alias = \"own\")]", &["the alias is the parameter's own name; remove it"]),
        ("#[arg(alias = \"a\", alias = \"a\")]", &["duplicate alias `a`; remove one"]),
        ("#[arg(min = 2, max = 1)]", &["the `max` is less than the `min` of 2"]),
        ("#[arg(min = 0.5, max = 0)]", &["the `max` is less than the `min` of 0.5"]),
        ("#[arg(min_length = 2, max_length = 1)]", &["the `max_length` is less than the `min_length` of 2"]),
        ("#[arg(default = 1, min = 2)]", &["the default is less than the `min` of 2"]),
        ("#[arg(default = 1.5, max = 1)]", &["the default is greater than the `max` of 1"]),
        ("#[arg(example = \"é\", min_length = 2)]", &["the example is shorter than the `min_length` of 2"]),
        ("#[arg(default = [1, 2], max_length = 1)]", &["the default is longer than the `max_length` of 1"]),
        ("#[arg(schema = \"{}\", min = 1)]", &["a raw `schema` has its own bounds; write this one inside it"]),
        (
            "#[arg(default = [x, y], nope, min = 2, max = foo(1, 2), example = 1)]",
            &[
                "expected a JSON literal: a string, a number, `true`, `false`, `null`, `[…]` or `{ \"key\": … }`",
                &format!("there is no `nope`; {KEYS}"),
                "expected a JSON literal: a string, a number, `true`, `false`, `null`, `[…]` or `{ \"key\": … }`",
                "the example is less than the `min` of 2",
            ],
        ),
    ] {
        assert_eq!(parse(source).1, messages, "{source}");
    }
}
