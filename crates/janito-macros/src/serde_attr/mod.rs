//! The serde attributes that decide what a type looks like in JSON. Unknown keys and wrong values are serde's to report.

mod keys;
mod rename;

use crate::errors::Errors;
use keys::keys;
use proc_macro2::Span;
pub(crate) use rename::Rename;
use syn::{Attribute, LitStr, Type};

/// What stands on a struct or an enum.
#[derive(Default)]
pub(crate) struct Container {
    /// For a struct's fields, or an enum's variants.
    pub rename_all: Rename,
    /// For the fields of an enum's variants.
    pub rename_all_fields: Rename,
    /// The property that holds the name of the variant, or of the struct.
    pub tag: Option<LitStr>,
    /// The property that holds what is in the variant.
    pub content: Option<LitStr>,
    pub untagged: bool,
    pub transparent: bool,
    /// Every field may be left out.
    pub default: bool,
    /// The struct's own name in its tag.
    pub rename: Option<LitStr>,
    /// The type that is read or written instead.
    pub instead: Option<Type>,
}

/// What stands on a field.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an attribute that is there or not")]
pub(crate) struct Field {
    pub rename: Option<LitStr>,
    pub aliases: Vec<LitStr>,
    /// It may be left out of what is read.
    pub default: bool,
    /// It may be left out of what is written.
    pub omitted: bool,
    pub flatten: bool,
    /// It is not read.
    pub skip: bool,
    /// Where it is said that functions read or write it, so that its type says nothing.
    pub with: Option<Span>,
}

/// What stands on a variant.
#[derive(Default)]
pub(crate) struct Variant {
    pub rename: Option<LitStr>,
    /// For its fields.
    pub rename_all: Rename,
    /// It is not read.
    pub skip: bool,
    /// It stands for every unknown name.
    pub other: bool,
    pub untagged: bool,
    /// Where it is said that functions read or write it.
    pub with: Option<Span>,
}

impl Container {
    pub(crate) fn parse(errors: &Errors, attrs: &[Attribute]) -> Self {
        let mut container = Self::default();
        let (mut read, mut written) = (None, None);
        for key in keys(attrs) {
            match key.name().as_str() {
                "rename" => container.rename = key.same(errors),
                "rename_all" => container.rename_all = rule(key.same(errors)),
                "rename_all_fields" => container.rename_all_fields = rule(key.same(errors)),
                "tag" => container.tag = key.text(),
                "content" => container.content = key.text(),
                "untagged" => container.untagged = true,
                "transparent" => container.transparent = true,
                "default" => container.default = true,
                "from" | "try_from" => read = key.text().and_then(|text| text.parse().ok()),
                "into" => written = key.text().and_then(|text| text.parse().ok()),
                _ => {}
            }
        }
        container.instead = read.or(written);
        container
    }
}

impl Field {
    pub(crate) fn parse(errors: &Errors, attrs: &[Attribute]) -> Self {
        let mut field = Self::default();
        let mut unread = None;
        let mut unwritten = false;
        for key in keys(attrs) {
            match key.name().as_str() {
                "rename" => field.rename = key.same(errors),
                "alias" => field.aliases.extend(key.text()),
                "default" => field.default = true,
                "skip_serializing_if" => field.omitted = true,
                "flatten" => field.flatten = true,
                "skip" => field.skip = true,
                "skip_deserializing" => unread = Some(key.span()),
                "skip_serializing" => unwritten = true,
                "with" | "deserialize_with" | "serialize_with" => field.with = field.with.or(Some(key.span())),
                _ => {}
            }
        }
        match unread.filter(|_| !field.skip) {
            Some(span) if !unwritten => errors.push_at(
                span,
                "the field is written and never read, which one schema cannot say; use a type for each, or `skip`",
            ),
            Some(_) => field.skip = true,
            None => {}
        }
        field
    }
}

impl Variant {
    pub(crate) fn parse(errors: &Errors, attrs: &[Attribute]) -> Self {
        let mut variant = Self::default();
        for key in keys(attrs) {
            match key.name().as_str() {
                "rename" => variant.rename = key.same(errors),
                "rename_all" => variant.rename_all = rule(key.same(errors)),
                "skip" | "skip_deserializing" => variant.skip = true,
                "other" => variant.other = true,
                "untagged" => variant.untagged = true,
                "with" | "deserialize_with" | "serialize_with" => variant.with = variant.with.or(Some(key.span())),
                _ => {}
            }
        }
        variant
    }
}

fn rule(name: Option<LitStr>) -> Rename {
    name.and_then(|name| Rename::named(&name.value())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse::Parser;

    fn attrs(source: &str) -> Vec<Attribute> {
        Attribute::parse_outer.parse_str(source).expect("attributes")
    }

    #[test]
    fn keys_are_read_beside_unknown_ones() {
        let errors = Errors::new();
        let container = Container::parse(
            &errors,
            &attrs(
                r#"#[serde(crate = "x::y", rename_all = "kebab-case", bound(serialize = "T: X"), tag = "type")]
                   #[serde(deny_unknown_fields, default = "make", try_from = "Vec<u8>", expecting = "a")]"#,
            ),
        );
        assert_eq!(container.rename_all, Rename::Kebab);
        assert_eq!(container.tag.map(|tag| tag.value()).as_deref(), Some("type"));
        assert!(container.default && container.instead.is_some() && !container.untagged);

        let field = Field::parse(&errors, &attrs(r#"#[serde(alias = "a", alias = "b", skip_serializing, borrow)]"#));
        assert_eq!(field.aliases.len(), 2);
        assert!(!field.skip && field.with.is_none());
        assert!(Field::parse(&errors, &attrs(r#"#[serde(skip)] #[serde(with = "m")]"#)).with.is_some());

        let variant = Variant::parse(
            &errors,
            &attrs(r#"#[serde(other, rename_all(serialize = "lowercase", deserialize = "lowercase"))]"#),
        );
        assert!(variant.other && variant.rename_all == Rename::Lower);
        assert_eq!(errors.messages(), [""; 0]);
    }

    #[test]
    fn names_that_differ_are_reported() {
        for source in [
            r#"#[serde(rename(serialize = "a", deserialize = "b"))]"#,
            r#"#[serde(rename(serialize = "a"))]"#,
            r#"#[serde(rename(deserialize = "b"))]"#,
        ] {
            let errors = Errors::new();
            Field::parse(&errors, &attrs(source));
            assert_eq!(
                errors.messages(),
                ["one name is published for reading and writing; give both the same"],
                "{source}"
            );
        }
    }

    #[test]
    fn a_field_is_read_and_written_or_neither() {
        for (source, skip, messages) in [
            ("#[serde(skip_deserializing, skip_serializing)]", true, 0),
            ("#[serde(skip, skip_deserializing)]", true, 0),
            ("#[serde(skip_serializing)]", false, 0),
            ("#[serde(skip_deserializing)]", false, 1),
        ] {
            let errors = Errors::new();
            assert_eq!(Field::parse(&errors, &attrs(source)).skip, skip, "{source}");
            assert_eq!(errors.messages().len(), messages, "{source}");
        }
    }

    #[test]
    fn what_does_not_parse_is_left_to_serde() {
        let errors = Errors::new();
        let field =
            Field::parse(&errors, &attrs("#[serde] #[serde = 1] #[serde(rename)] #[serde(1)] #[serde(skip = 2)]"));
        assert!(field.rename.is_none() && field.skip);
        assert_eq!(errors.messages(), [""; 0]);
    }
}
