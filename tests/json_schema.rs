//! `#[derive(JsonSchema)]`: the text of each supported shape, and that it is true of what serde writes and reads.

#![expect(dead_code, reason = "most types here are only described")]

use janito_core::{JsonSchema, schema_text};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::marker::PhantomData;

/// The schema of `T`, with the order of its members.
#[track_caller]
fn check<T: JsonSchema>(expected: &Value) {
    let text = schema_text(T::SCHEMA);
    let schema: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(schema, *expected, "{text}");
    jsonschema::draft202012::meta::validate(&schema).unwrap_or_else(|error| panic!("{error}: {text}"));
}

/// What serde writes is valid, and what is not valid serde does not read.
#[track_caller]
fn agree<T: JsonSchema + Serialize + DeserializeOwned + PartialEq + Debug>(values: &[T], wrong: &[Value]) {
    let text = schema_text(T::SCHEMA);
    let schema: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let validator = jsonschema::draft202012::new(&schema).unwrap_or_else(|error| panic!("{error}: {text}"));
    for value in values {
        let json = serde_json::to_value(value).unwrap();
        assert!(validator.is_valid(&json), "{json} under {text}");
        assert_eq!(serde_json::from_value::<T>(json).unwrap(), *value);
    }
    for json in wrong {
        assert!(!validator.is_valid(json), "{json} under {text}");
        assert!(serde_json::from_value::<T>(json.clone()).is_err(), "{json} was read");
    }
}

/// An object of these properties.
fn object(properties: &Value, required: &[&str]) -> Value {
    let mut object = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if !required.is_empty() {
        object["required"] = json!(required);
    }
    object
}

/// One text.
fn only(text: &str) -> Value {
    json!({ "type": "string", "enum": [text] })
}

fn boolean() -> Value {
    json!({ "type": "boolean" })
}

fn string() -> Value {
    json!({ "type": "string" })
}

#[derive(JsonSchema, Serialize, Deserialize, PartialEq, Debug)]
struct Inner {
    x: bool,
}

fn inner() -> Value {
    object(&json!({ "x": boolean() }), &["x"])
}

#[test]
fn a_struct_is_an_object_in_the_order_of_its_fields() {
    /// Where a match
    /// was found.
    #[derive(JsonSchema)]
    struct Hit {
        /// The path,
        /// relative.
        path: String,
        line: Option<u8>,
        /// What is around it.
        around: Vec<Inner>,
        r#type: bool,
    }
    let properties = json!({
        "path": { "type": "string", "description": "The path, relative." },
        "line": { "type": "integer", "minimum": 0, "maximum": 255 },
        "around": { "type": "array", "items": inner(), "description": "What is around it." },
        "type": boolean(),
    });
    let mut expected = object(&properties, &["path", "around", "type"]);
    expected["description"] = json!("Where a match was found.");
    check::<Hit>(&expected);
    let text = schema_text(Hit::SCHEMA);
    let at = |key: &str| text.find(&format!("\"{key}\":{{")).unwrap();
    assert!(at("path") < at("line") && at("line") < at("around") && at("around") < at("type"), "{text}");
}

#[test]
fn structs_without_names() {
    #[derive(JsonSchema)]
    struct Unit;
    /// An ISO 3166 code.
    #[derive(JsonSchema)]
    struct Country(String);
    #[derive(JsonSchema)]
    struct Pair(String, bool);
    #[derive(JsonSchema)]
    struct Skipped(String, #[serde(skip)] PhantomData<u8>);
    #[derive(JsonSchema)]
    #[serde(transparent)]
    struct Transparent {
        marker: PhantomData<u8>,
        inner: Inner,
        #[serde(skip)]
        cache: Option<u8>,
    }
    #[derive(JsonSchema)]
    struct Maybe(Option<bool>);
    #[derive(JsonSchema)]
    struct Holder {
        maybe: Maybe,
        country: Country,
    }
    #[derive(JsonSchema)]
    struct Empty();
    /// A port.
    #[derive(JsonSchema)]
    struct Raw(#[arg(schema = r#"{"type": "integer"}"#)] fn());
    let tuple = |items: &[Value]| json!({ "type": "array", "prefixItems": items, "minItems": items.len(), "maxItems": items.len() });
    check::<Unit>(&json!({ "type": "null" }));
    check::<Country>(&json!({ "type": "string", "description": "An ISO 3166 code." }));
    check::<Pair>(&tuple(&[string(), boolean()]));
    check::<Skipped>(&tuple(&[string()]));
    check::<Transparent>(&inner());
    check::<Raw>(&json!({ "type": "integer", "description": "A port." }));
    check::<Empty>(&json!({ "type": "array", "items": {}, "maxItems": 0 }));
    check::<Holder>(&object(
        &json!({
            "maybe": { "anyOf": [boolean(), { "type": "null" }] },
            "country": { "type": "string", "description": "An ISO 3166 code." },
        }),
        &["maybe", "country"],
    ));
    const { assert!(!Maybe::OPTIONAL && Transparent::KEYS.contains("x") && !Country::KEYS.contains("x")) };
}

#[test]
fn an_enum_of_units_is_a_list_of_texts() {
    /// How deep.
    #[derive(JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    enum Depth {
        /// Only here.
        JustHere,
        #[serde(rename = "down")]
        Below,
        #[serde(skip)]
        Secret,
    }
    #[derive(JsonSchema)]
    enum Open {
        A,
        #[serde(other)]
        Else,
    }
    #[derive(JsonSchema)]
    struct Walk {
        #[serde(default)]
        #[arg(default = "down")]
        depth: Depth,
    }
    check::<Depth>(&json!({
        "type": "string",
        "enum": ["just-here", "down"],
        "description": "How deep.\n`just-here`: Only here.",
    }));
    check::<Open>(&json!({ "anyOf": [only("A"), string()] }));
    assert_eq!(
        serde_json::from_str::<Value>(&schema_text(Walk::SCHEMA)).unwrap()["properties"]["depth"]["default"],
        "down"
    );
}

#[derive(JsonSchema, Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
enum Internal {
    /// Nothing else.
    Nothing,
    NewType(Inner),
    #[serde(rename = "fields")]
    Struct {
        a_b: bool,
        #[serde(flatten)]
        inner: Inner,
    },
    #[serde(rename_all = "UPPERCASE")]
    Loud {
        a_b: bool,
    },
}

#[test]
fn internally_tagged() {
    check::<Internal>(&json!({ "anyOf": [
        {
            "type": "object",
            "properties": { "kind": only("nothing") },
            "required": ["kind"],
            "additionalProperties": false,
            "description": "Nothing else.",
        },
        object(&json!({ "kind": only("new_type"), "x": boolean() }), &["kind", "x"]),
        object(&json!({ "kind": only("fields"), "aB": boolean(), "x": boolean() }), &["kind", "aB", "x"]),
        object(&json!({ "kind": only("Loud".to_lowercase().as_str()), "A_B": boolean() }), &["kind", "A_B"]),
    ] }));
    const {
        assert!(Internal::KEYS.contains("kind") && Internal::KEYS.contains("aB") && Internal::KEYS.contains("x"));
        assert!(!Internal::KEYS.contains("a_b"));
    }
    agree(
        &[
            Internal::Nothing,
            Internal::NewType(Inner { x: true }),
            Internal::Struct { a_b: true, inner: Inner { x: false } },
            Internal::Loud { a_b: false },
        ],
        &[json!({ "kind": "other" }), json!({ "kind": "fields", "x": true }), json!({}), json!("nothing")],
    );
}

#[derive(JsonSchema, Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Unit,
    NewType(Option<bool>),
    Tuple(bool, u8),
    Struct { a: bool },
}

#[test]
fn adjacently_tagged() {
    let byte = json!({ "type": "integer", "minimum": 0, "maximum": 255 });
    check::<Adjacent>(&json!({ "anyOf": [
        object(&json!({ "t": only("Unit") }), &["t"]),
        object(&json!({ "t": only("NewType"), "c": { "anyOf": [boolean(), { "type": "null" }] } }), &["t", "c"]),
        object(
            &json!({
                "t": only("Tuple"),
                "c": { "type": "array", "prefixItems": [boolean(), byte], "minItems": 2, "maxItems": 2 },
            }),
            &["t", "c"],
        ),
        object(&json!({ "t": only("Struct"), "c": object(&json!({ "a": boolean() }), &["a"]) }), &["t", "c"]),
    ] }));
    const { assert!(Adjacent::KEYS.contains("t") && Adjacent::KEYS.contains("c") && !Adjacent::KEYS.contains("a")) }
    agree(
        &[
            Adjacent::Unit,
            Adjacent::NewType(None),
            Adjacent::NewType(Some(true)),
            Adjacent::Tuple(true, 1),
            Adjacent::Struct { a: true },
        ],
        &[json!({ "t": "Tuple", "c": [true] }), json!({ "t": "Struct" }), json!({ "c": true })],
    );
}

#[derive(JsonSchema, Serialize, Deserialize, PartialEq, Debug)]
#[serde(untagged)]
enum Untagged {
    Nothing,
    /// Yes or no.
    Flag(bool),
    Pair(bool, bool),
    Struct {
        a: bool,
    },
}

#[test]
fn untagged() {
    check::<Untagged>(&json!({ "anyOf": [
        { "type": "null" },
        { "type": "boolean", "description": "Yes or no." },
        { "type": "array", "prefixItems": [boolean(), boolean()], "minItems": 2, "maxItems": 2 },
        object(&json!({ "a": boolean() }), &["a"]),
    ] }));
    agree(
        &[Untagged::Nothing, Untagged::Flag(true), Untagged::Pair(true, false), Untagged::Struct { a: true }],
        &[json!("text"), json!([true]), json!({ "b": true })],
    );
}

#[derive(JsonSchema, Serialize, Deserialize, PartialEq, Debug)]
enum External {
    One,
    Data(Option<u8>),
    /// The second.
    Two,
    Struct {
        a: bool,
    },
    #[serde(skip)]
    Gone(PhantomData<u8>),
    #[serde(untagged)]
    Bare(bool),
}

#[test]
fn externally_tagged() {
    let byte = json!({ "type": "integer", "minimum": 0, "maximum": 255 });
    check::<External>(&json!({ "anyOf": [
        { "type": "string", "enum": ["One", "Two"], "description": "`Two`: The second." },
        object(&json!({ "Data": { "anyOf": [byte, { "type": "null" }] } }), &["Data"]),
        object(&json!({ "Struct": object(&json!({ "a": boolean() }), &["a"]) }), &["Struct"]),
        boolean(),
    ] }));
    agree(
        &[
            External::One,
            External::Two,
            External::Data(None),
            External::Data(Some(1)),
            External::Struct { a: true },
            External::Bare(true),
        ],
        &[json!("Three"), json!({ "Data": 256 }), json!({ "Struct": {} }), json!({})],
    );
}

#[test]
fn a_catch_all_takes_any_tag() {
    #[derive(JsonSchema)]
    #[serde(tag = "t")]
    enum Known {
        A,
        #[serde(other)]
        Else,
    }
    check::<Known>(&json!({ "anyOf": [
        object(&json!({ "t": only("A") }), &["t"]),
        { "type": "object", "properties": { "t": string() }, "required": ["t"] },
    ] }));
}

#[test]
fn a_union_of_one_is_that_one() {
    /// The whole.
    #[derive(JsonSchema)]
    #[serde(tag = "t")]
    enum Single {
        /// The part.
        A { b: bool },
    }
    let mut expected = object(&json!({ "t": only("A"), "b": boolean() }), &["t", "b"]);
    expected["description"] = json!("The whole.\nThe part.");
    check::<Single>(&expected);
}

#[derive(JsonSchema, Serialize, Deserialize, PartialEq, Debug, Default)]
#[serde(rename_all = "camelCase")]
struct Fields {
    plain_name: bool,
    #[serde(rename = "other")]
    renamed: bool,
    #[serde(default)]
    may_be_absent: u8,
    #[serde(skip)]
    skipped: u8,
    #[serde(alias = "alt", alias = "alternative")]
    aliased: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    omitted: Vec<bool>,
    #[serde(with = "as_text")]
    #[arg(schema = r#"{"type": "string", "pattern": "^[0-9]+$"}"#)]
    /// A count.
    count: u64,
}

mod as_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    pub(super) fn serialize<S: Serializer>(count: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(count)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[test]
fn field_attributes() {
    check::<Fields>(&object(
        &json!({
            "plainName": boolean(),
            "other": boolean(),
            "mayBeAbsent": { "type": "integer", "minimum": 0, "maximum": 255 },
            "aliased": boolean(),
            "omitted": { "type": "array", "items": boolean() },
            "count": { "type": "string", "pattern": "^[0-9]+$", "description": "A count." },
        }),
        &["plainName", "other", "aliased", "count"],
    ));
    agree(
        &[Fields::default(), Fields { omitted: vec![true], count: 7, ..Fields::default() }],
        &[json!({ "plainName": true, "other": true, "aliased": true, "count": "x" }), json!({})],
    );
    const { assert!(Fields::KEYS.contains("plainName") && !Fields::KEYS.contains("skipped")) }
}

#[test]
fn container_attributes() {
    #[derive(JsonSchema)]
    #[serde(default, deny_unknown_fields, rename_all = "SCREAMING-KEBAB-CASE", bound = "")]
    struct Defaulted {
        first_one: bool,
    }
    #[derive(JsonSchema)]
    #[serde(from = "Inner")]
    struct From {
        not_seen: fn(),
    }
    #[derive(JsonSchema)]
    #[serde(try_from = "String", into = "String")]
    struct TryFrom(fn());
    #[derive(JsonSchema)]
    #[serde(tag = "type", rename = "named")]
    struct Tagged {
        a: bool,
    }
    check::<Defaulted>(&object(&json!({ "FIRST-ONE": boolean() }), &[]));
    check::<From>(&inner());
    check::<TryFrom>(&string());
    check::<Tagged>(&object(&json!({ "type": only("named"), "a": boolean() }), &["a"]));
    const { assert!(Internal::UNION && Box::<Internal>::UNION && !Tagged::UNION && !TryFrom::UNION) }
    const { assert!(From::KEYS.contains("x") && !From::OPTIONAL && Tagged::KEYS.contains("type")) }
}

#[derive(JsonSchema, Serialize, Deserialize, PartialEq, Debug)]
struct Flat {
    a: bool,
    #[serde(flatten)]
    inner: Inner,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

#[test]
fn flattened() {
    #[derive(JsonSchema)]
    struct Closed {
        #[serde(flatten)]
        inner: Inner,
        b: bool,
    }
    check::<Closed>(&object(&json!({ "b": boolean(), "x": boolean() }), &["b", "x"]));
    let mut expected = object(&json!({ "a": boolean(), "x": boolean() }), &["a", "x"]);
    expected["additionalProperties"] = json!({ "type": "integer", "minimum": 0, "maximum": 255 });
    check::<Flat>(&expected);
    const { assert!(Flat::KEYS.contains("x") && !Flat::KEYS.contains("rest")) }
    agree(
        &[Flat { a: true, inner: Inner { x: true }, rest: BTreeMap::from([("n".to_owned(), 1)]) }],
        &[json!({ "a": true, "x": true, "n": 256 }), json!({ "a": true })],
    );
}

#[test]
fn constraints() {
    #[derive(JsonSchema)]
    struct Bounds {
        #[arg(min = 1, max = 10, example = 3, example = 4)]
        number: u8,
        #[arg(min = -0.5, max = 1)]
        ratio: Option<f64>,
        #[arg(min_length = 1, max_length = 3)]
        text: String,
        #[arg(max_length = 2)]
        #[serde(default = "list")]
        #[arg(default = ["a"])]
        list: Vec<String>,
        #[arg(example = { "x": true })]
        inner: Inner,
    }
    check::<Bounds>(&json!({
        "type": "object",
        "properties": {
            "number": { "type": "integer", "minimum": 1, "maximum": 10, "examples": [3, 4] },
            "ratio": { "type": "number", "minimum": -0.5, "maximum": 1.0 },
            "text": { "type": "string", "minLength": 1, "maxLength": 3 },
            "list": { "type": "array", "items": string(), "maxItems": 2, "default": ["a"] },
            "inner": {
                "type": "object",
                "properties": { "x": boolean() },
                "required": ["x"],
                "additionalProperties": false,
                "examples": [{ "x": true }],
            },
        },
        "required": ["number", "text", "inner"],
        "additionalProperties": false,
    }));
}

#[derive(JsonSchema, Serialize, Deserialize, PartialEq, Debug)]
struct Page<T> {
    #[arg(example = [])]
    items: Vec<T>,
    next: Option<T>,
}

#[test]
fn generics() {
    #[derive(JsonSchema)]
    struct Both<T, const N: usize = 2>
    where
        T: Clone,
    {
        flags: Wrapper<Page<bool>>,
        texts: Wrapper<Page<T>>,
        bits: [bool; N],
    }
    #[derive(JsonSchema)]
    struct Wrapper<T>(T);

    let page = |item: &Value| {
        let items = json!({ "type": "array", "items": item, "examples": [[]] });
        object(&json!({ "items": items, "next": item }), &["items"])
    };
    check::<Page<String>>(&page(&string()));
    check::<Both<String>>(&object(
        &json!({
            "flags": page(&boolean()),
            "texts": page(&string()),
            "bits": { "type": "array", "items": boolean(), "minItems": 2, "maxItems": 2 },
        }),
        &["flags", "texts", "bits"],
    ));
    agree(&[Page { items: vec!["a".to_owned()], next: Some("b".to_owned()) }], &[json!({ "items": [1] })]);
}

#[derive(JsonSchema, Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "op", rename_all = "lowercase")]
enum Query {
    Word { text: String },
    All { of: Vec<Self> },
    Not { of: Box<Self> },
}

#[test]
fn recursion() {
    /// A folder.
    #[derive(JsonSchema)]
    struct Node {
        #[arg(max_length = 2)]
        children: Vec<Self>,
        parent: Option<Box<Self>>,
    }
    #[derive(JsonSchema)]
    struct List(Vec<Self>);
    let reference = json!({ "$ref": "#/$defs/Node" });
    let mut node = object(
        &json!({ "children": { "type": "array", "items": reference, "maxItems": 2 }, "parent": reference }),
        &["children"],
    );
    node["description"] = json!("A folder.");
    let mut expected = node.clone();
    expected["$defs"] = json!({ "Node": node });
    check::<Node>(&expected);
    check::<List>(&json!({
        "type": "array",
        "items": { "$ref": "#/$defs/List" },
        "$defs": { "List": { "type": "array", "items": { "$ref": "#/$defs/List" } } },
    }));
    let word = || Query::Word { text: "a".to_owned() };
    agree(
        &[word(), Query::All { of: vec![word(), Query::Not { of: Box::new(word()) }] }],
        &[json!({ "op": "not", "of": { "op": "word" } }), json!({ "op": "all", "of": {} })],
    );
}

/// Names that would shadow what the expansion means, where there is no prelude.
mod hygiene {
    #![no_implicit_prelude]
    #![allow(non_camel_case_types, reason = "they are there to be in the way")]
    #![deny(warnings, clippy::pedantic, clippy::nursery)]

    struct Some;
    struct None;
    struct Option;
    struct str;
    struct u8;
    struct bool;
    mod core {}
    mod std {}
    mod janito_core {}

    /// Docs.
    #[derive(::janito_core::JsonSchema)]
    enum Shape<T> {
        /// One.
        Unit,
        New(T),
        Struct {
            #[arg(example = "a", min_length = 1)]
            field: ::std::string::String,
        },
    }

    #[test]
    fn names_in_scope_do_not_matter() {
        let text = super::schema_text(<Shape<::std::string::String> as ::janito_core::JsonSchema>::SCHEMA);
        ::std::assert!(text.contains("minLength"), "{text}");
    }
}

/// The core under another name.
use janito_core as renamed;

#[test]
fn fragments_of_macros_are_seen_through() {
    macro_rules! record {
        ($(#[doc = $doc:literal])* $name:ident { $($field:ident: $ty:ty = $min:literal, $shown:expr, $key:literal;)* }) => {
            #[derive(JsonSchema)]
            #[json_schema(crate = $crate::renamed)]
            $(#[doc = $doc])*
            struct $name {
                $(
                    #[serde(rename = $key)]
                    #[arg(min = $min, example = $shown)]
                    #[doc = concat!("not", " seen")]
                    $field: $ty,
                )*
            }
        };
    }
    record! {
        /// Made
        /// up.
        Made { level: Option<i8> = -5, -1, "lvl"; }
    }
    let mut expected =
        object(&json!({ "lvl": { "type": "integer", "minimum": -5, "maximum": 127, "examples": [-1] } }), &[]);
    expected["description"] = json!("Made up.");
    check::<Made>(&expected);
}
