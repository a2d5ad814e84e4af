//! Schemas under an independent judge: each is a schema by the meta-schema, and what the decoder takes without a repair is just what the
//! judge takes.

use janito_core::{Dialect, FailureKind, JsonSchema, Permissions, Registry, Session, Severity, linked_tools, tool};
use janito_tools as _;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Unit {
    One,
    TwoWords,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Plain {
    some_number: i16,
    #[serde(default)]
    with_default: u8,
    may_be_missing: Option<bool>,
    #[serde(rename = "type")]
    kind: Unit,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Flat {
    own: String,
    #[serde(flatten)]
    inner: Plain,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlatMap {
    own: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, bool>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Internal {
    Unit,
    Newtype(Plain),
    Struct { value: u8 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "of")]
enum Adjacent {
    Unit,
    Newtype(u8),
    Tuple(u8, String),
    Struct { value: u8 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Number(i8),
    Text(String),
    Struct { value: u8 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum External {
    Unit,
    Newtype(u8),
    Tuple(u8, bool),
    Struct { value: u8 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Generic<T> {
    item: T,
    items: Vec<T>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Tree {
    name: String,
    children: Vec<Tree>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Newtype(Vec<u8>);

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
struct Transparent {
    inner: BTreeMap<String, u8>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Bounded {
    #[arg(min = -3, max = 3)]
    number: i32,
    #[arg(min = 0.5, max = 2)]
    share: f32,
    #[arg(min_length = 1, max_length = 3)]
    text: String,
    #[arg(max_length = 2)]
    list: Vec<bool>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Pair(u8, String);

macro_rules! judged {
    ($($module:ident: $type:ty;)*) => {$(
        mod $module {
            #![allow(clippy::wildcard_imports, clippy::boxed_local, reason = "the types are what is tested")]
            use super::*;

            /// Takes a value.
            #[tool(permissions = "")]
            fn $module(
                /// The value.
                value: $type,
            ) {
                let _ = value;
            }
        }
    )*};
}

judged! {
    t_bool: bool; t_char: char; t_string: String; t_box_str: Box<str>; t_path: std::path::PathBuf;
    t_u8: u8; t_i8: i8; t_u16: u16; t_i16: i16; t_u32: u32; t_i32: i32; t_u64: u64; t_i64: i64; t_usize: usize;
    t_nonzero: std::num::NonZeroU8; t_nonzero_signed: std::num::NonZeroI8; t_f32: f32; t_f64: f64;
    t_option: Option<u8>; t_vec: Vec<String>; t_deque: VecDeque<i8>; t_array: [u8; 2]; t_nested: Vec<Vec<Option<bool>>>;
    t_hash_set: HashSet<u8>; t_tree_set: BTreeSet<String>; t_hash_map: HashMap<String, u8>; t_map: BTreeMap<u8, bool>;
    t_enum_map: BTreeMap<String, Vec<Plain>>; t_one: (u8,); t_two: (u8, String); t_three: (bool, Option<u8>, Unit);
    t_unit: (); t_ip4: std::net::Ipv4Addr; t_value: Value; t_object: Map<String, Value>; t_duration: std::time::Duration;
    t_range: std::ops::Range<u8>; t_plain_box: Box<Plain>; t_enum: Unit; t_plain: Plain; t_flat: Flat; t_flat_map: FlatMap;
    t_internal: Internal; t_adjacent: Adjacent; t_untagged: Untagged; t_external: External; t_generic: Generic<u8>;
    t_generics: Generic<Generic<String>>; t_recursive: Tree; t_newtype: Newtype; t_transparent: Transparent;
    t_bounded: Bounded; t_pair: Pair; t_maybe: Option<Vec<Option<Internal>>>;
}

fn session() -> Session {
    let registry = Registry::linked().build().expect("a registry");
    registry.session().grant(Permissions::ALL).root(".").open().expect("a session")
}

/// Random numbers that a failing case can repeat.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        let at = usize::try_from(self.below(from.len() as u64)).expect("small");
        &from[at]
    }
}

/// Values of every kind, some at the edges.
fn junk(random: &mut Random) -> Value {
    let values = [
        json!(true),
        json!(0),
        json!(1),
        json!(-1),
        json!(127),
        json!(128),
        json!(255),
        json!(256),
        json!(-129),
        json!(65535),
        json!(65536),
        json!(4_294_967_295_u32),
        json!(4_294_967_296_u64),
        json!(0.25),
        json!(1.5),
        json!(-2.75),
        json!(1e300),
        json!("Q"),
        json!("two words"),
        json!("é"),
        json!("long text"),
        json!("127.0.0.1"),
        json!({}),
        json!({"value": 1}),
        json!({"kind": "Unit"}),
        json!([1, 2]),
        json!([true]),
    ];
    random.pick(&values).clone()
}

/// A value that a schema admits, more or less.
fn value(schema: &Value, root: &Value, random: &mut Random, depth: u32) -> Value {
    if random.below(12) == 0 {
        return junk(random);
    }
    if let Some(reference) = schema["$ref"].as_str() {
        let key = reference.trim_start_matches("#/$defs/");
        return value(&root["$defs"][key], root, random, depth + 1);
    }
    if let Some(members) = schema["anyOf"].as_array() {
        let member = random.pick(members).clone();
        return value(&member, root, random, depth);
    }
    if let Some(choices) = schema["enum"].as_array() {
        return random.pick(choices).clone();
    }
    match schema["type"].as_str() {
        Some("null") => Value::Null,
        Some("boolean") => json!(random.below(2) == 0),
        Some("integer") => {
            let low = schema["minimum"].as_i64().unwrap_or(-1000);
            let high = schema["maximum"].as_i64().unwrap_or(1000);
            let edges = [low, low.saturating_sub(1), low + 1, high, high.saturating_add(1), 0, 1];
            json!(*random.pick(&edges))
        }
        Some("number") => json!(*random.pick(&[0.25, -0.5, 0.5, 1.75, 2.25, 1e30])),
        Some("string") => {
            let texts = ["", "a", "é", "ab", "abc", "abcd", "10.0.0.1", "true", "7 x"];
            json!(*random.pick(&texts))
        }
        Some("array") => {
            if let Some(items) = schema["prefixItems"].as_array() {
                let mut list: Vec<Value> = items.iter().map(|item| value(item, root, random, depth + 1)).collect();
                if random.below(8) == 0 {
                    list.push(junk(random));
                }
                return Value::Array(list);
            }
            let count = if depth > 3 { 0 } else { random.below(4) };
            Value::Array((0..count).map(|_| value(&schema["items"], root, random, depth + 1)).collect())
        }
        Some("object") => object(schema, root, random, depth),
        _ => junk(random),
    }
}

fn object(schema: &Value, root: &Value, random: &mut Random, depth: u32) -> Value {
    let mut members = Map::new();
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let keep = if required.contains(&name.as_str()) { random.below(15) != 0 } else { random.below(2) == 0 };
        if keep {
            members.insert(name.clone(), value(property, root, random, depth + 1));
        }
    }
    if schema["additionalProperties"].is_object() {
        for _ in 0..random.below(3) {
            let key = *random.pick(&["a", "b", "7", "300", "-1", "x y"]);
            members.insert(key.to_owned(), value(&schema["additionalProperties"], root, random, depth + 1));
        }
    }
    if random.below(20) == 0 {
        members.insert("unheard_of".to_owned(), json!(1));
    }
    Value::Object(members)
}

/// Whether a value has a whole number with a fraction of zero or a number as a map's key that only one side can judge.
fn is_borderline(value: &Value, tool: &str) -> bool {
    match value {
        Value::Number(number) => number.as_f64().is_some_and(|float| number.is_f64() && float.fract() == 0.0),
        Value::Array(items) => items.iter().any(|item| is_borderline(item, tool)),
        Value::Object(members) => {
            members.values().any(|member| is_borderline(member, tool))
                // A pattern says that a key is a number, and not how large.
                || tool == "TMap" && (members.contains_key("300"))
        }
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_decoder_takes_what_the_schema_takes(seed in any::<u64>()) {
        let session = session();
        let mut random = Random(seed);
        for tool in session.tools().iter().filter(|tool| tool.name().starts_with('T')) {
            let schema: Value = serde_json::from_str(&tool.input_schema()).expect("JSON");
            let judge = jsonschema::options().should_validate_formats(true).build(&schema).expect("a schema");
            let arguments = object(&schema, &schema, &mut random, 0);
            if is_borderline(&arguments, tool.name()) {
                continue;
            }
            let outcome = session.call((tool.name(), arguments.to_string()));
            let kind = outcome.failure().map(janito_core::Failure::kind);
            prop_assert!(matches!(kind, None | Some(FailureKind::BadArguments)), "{} {arguments}: {outcome:?}", tool.name());
            let taken = outcome.is_success() && outcome.repairs.is_empty();
            prop_assert_eq!(
                taken, judge.is_valid(&arguments),
                "{} {}: {:?}\nschema {}", tool.name(), arguments, outcome, schema
            );
        }
    }
}

/// The judge itself sees both sides often enough for the comparison to mean something.
#[test]
fn the_values_are_of_both_kinds() {
    let session = session();
    let mut random = Random(1);
    for tool in session.tools().iter().filter(|tool| tool.name().starts_with('T')) {
        let schema: Value = serde_json::from_str(&tool.input_schema()).expect("JSON");
        let judge = jsonschema::validator_for(&schema).expect("a schema");
        let valid = (0..200).filter(|_| judge.is_valid(&object(&schema, &schema, &mut random, 0))).count();
        assert!((4..198).contains(&valid), "{}: {valid} of 200 are valid", tool.name());
    }
}

#[test]
fn every_schema_is_a_schema() {
    for tool in linked_tools() {
        for schema in [Some(tool.input_schema()), tool.output_schema()].into_iter().flatten() {
            let schema: Value = serde_json::from_str(&schema).expect("JSON");
            assert!(jsonschema::draft202012::meta::is_valid(&schema), "{}: {schema}", tool.name());
        }
    }
}

#[derive(Serialize, JsonSchema)]
struct Returning {
    none: Option<u8>,
    some: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<u8>,
    word: &'static str,
    list: Vec<Option<Unit>>,
}

/// What a tool returns is what its output schema says, the `null` of serde's `None` included.
#[test]
fn results_are_as_their_schema_says() {
    /// Returns something.
    #[tool(permissions = "")]
    fn returning() -> Returning {
        Returning { none: None, some: Some(1), skipped: None, word: "a", list: vec![None, Some(Unit::One)] }
    }

    let session = session();
    let outcome = session.call(("Returning", ""));
    let result: Value = serde_json::from_str(outcome.output().expect("a result").json()).expect("JSON");
    let schema = session.registry().get("Returning").expect("the tool").output_schema().expect("a schema");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let judge = jsonschema::validator_for(&schema).expect("a schema");
    assert!(judge.is_valid(&result), "{result}\n{schema}");
    for (tool, arguments) in [
        ("WordCount", r#"{"filepath":"Cargo.toml"}"#),
        ("ReadFile", r#"{"filepath":"Cargo.toml","max_lines":2}"#),
        ("ListFiles", r#"{"directory":"src"}"#),
        ("GetCurrentTime", "{}"),
    ] {
        let outcome = session.call((tool, arguments));
        let result: Value = serde_json::from_str(outcome.output().expect(tool).json()).expect("JSON");
        let schema = session.registry().get(tool).expect(tool).output_schema().expect(tool);
        let schema: Value = serde_json::from_str(&schema).expect("JSON");
        let judge = jsonschema::validator_for(&schema).expect("a schema");
        let errors: Vec<String> = judge.iter_errors(&result).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{tool}: {errors:?}\n{result}\n{schema}");
    }
}

struct ByHand(Value);

impl JsonSchema for ByHand {
    const SCHEMA: &'static janito_core::Schema = Reserved::SCHEMA;
}

impl Serialize for ByHand {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[derive(Serialize, JsonSchema)]
struct Reserved {
    success: bool,
}

/// Whatever is returned, the envelope is JSON, says whether it worked, and loses nothing.
#[test]
fn every_result_has_its_envelope() {
    /// Returns no number.
    #[tool(permissions = "")]
    fn no_number() -> f64 {
        f64::NAN
    }

    /// Returns nothing of something.
    #[tool(permissions = "")]
    fn none() -> Option<u8> {
        None
    }

    /// Returns a name of the envelope behind a schema by hand.
    #[tool(permissions = "")]
    fn by_hand() -> ByHand {
        ByHand(json!({"success": false}))
    }

    /// Returns text as it is.
    #[tool(permissions = "")]
    fn as_it_is(
        /// The text.
        text: String,
    ) -> std::result::Result<Box<serde_json::value::RawValue>, serde_json::Error> {
        serde_json::value::RawValue::from_string(text)
    }

    let session = session();
    let check = |name: &str, arguments: Value, expected: &str| {
        let text = session.call((name, arguments.to_string())).to_json();
        assert_eq!(text, expected, "{name}");
        serde_json::from_str::<Value>(&text).expect("JSON");
    };
    check("NoNumber", json!({}), r#"{"success":true,"result":null}"#);
    check("None", json!({}), r#"{"success":true,"result":null}"#);
    check("ByHand", json!({}), r#"{"success":true,"result":{"success":false}}"#);
    check("AsItIs", json!({"text": "{ }"}), r#"{"success":true}"#);
    check("AsItIs", json!({"text": "{ \"a\": 1 }"}), r#"{"success":true, "a": 1 }"#);
    let escaped = r#"{"\u0073uccess":false}"#;
    check("AsItIs", json!({"text": escaped}), &format!(r#"{{"success":true,"result":{escaped}}}"#));
    let _ = Reserved { success: true }.success;
}

mod versions {
    use super::{Deserialize, JsonSchema, Serialize};

    #[derive(Serialize, Deserialize, JsonSchema)]
    pub(super) struct V1_2 {
        a: u8,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    pub(super) struct V1 {
        b: u8,
    }

    pub(super) mod newer {
        use super::{Deserialize, JsonSchema, Serialize};

        #[derive(Serialize, Deserialize, JsonSchema)]
        pub(crate) struct V1 {
            c: u8,
        }
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Percent(u8);

/// Types of one name keep apart, and bounds stay with their parameter.
#[test]
fn a_type_that_recurs_is_still_the_right_one() {
    /// Takes types of like names.
    #[tool(permissions = "")]
    fn like_names(
        /// One and one.
        older: (versions::V1_2, versions::V1_2),
        /// One and one.
        old: (versions::V1, versions::V1),
        /// One and one.
        new: (versions::newer::V1, versions::newer::V1),
        /// With a bound.
        #[arg(max = 50)]
        half: Percent,
        /// Without.
        whole: Percent,
    ) {
        let _ = (older, old, new, half, whole);
    }

    let schema: Value =
        serde_json::from_str(&session().registry().get("LikeNames").expect("it").input_schema()).expect("JSON");
    for (name, property) in [("older", "a"), ("old", "b"), ("new", "c")] {
        let reference = schema["properties"][name]["prefixItems"][0]["$ref"].as_str().expect("a reference");
        let key = reference.trim_start_matches("#/$defs/");
        assert!(schema["$defs"][key]["properties"][property].is_object(), "{name}: {schema}");
    }
    assert_eq!(schema["properties"]["half"]["maximum"], 50, "{schema}");
    assert!(schema["properties"]["whole"].get("maximum").is_none(), "{schema}");
}

/// What every linked tool must be, the program's own among them.
#[test]
fn every_tool_is_fit_to_be_shown() {
    let mut names = BTreeSet::new();
    let mut count = 0;
    for tool in linked_tools() {
        count += 1;
        assert!(names.insert(tool.name().to_lowercase()), "{} is there twice but for case", tool.name());
        assert!(!tool.description().is_empty(), "{}", tool.name());
        let own = tool.origin().module.starts_with("janito_tools");
        for param in tool.params() {
            assert!(!param.description().is_empty(), "{} {}", tool.name(), param.name());
        }
        for lint in tool.lint() {
            assert!(lint.severity == Severity::Warning && !own, "{}: {lint:?}", tool.name());
        }
    }
    assert!(count > 40, "the tools are linked: {count}");
}

#[test]
fn definitions_have_the_form_that_openai_documents() {
    let definitions: Value = serde_json::from_str(session().definitions(Dialect::OpenAi).json()).expect("JSON");
    let form = json!({
        "type": "array",
        "items": {
            "type": "object",
            "additionalProperties": false,
            "required": ["type", "function"],
            "properties": {
                "type": {"const": "function"},
                "function": {
                    "type": "object",
                    "additionalProperties": false,
                    "required": ["name", "description", "parameters"],
                    "properties": {
                        "name": {"type": "string", "pattern": "^[a-zA-Z0-9_-]{1,64}$"},
                        "description": {"type": "string", "minLength": 1, "maxLength": 1024},
                        "parameters": {
                            "type": "object",
                            "required": ["type", "properties"],
                            "properties": {"type": {"const": "object"}},
                            "not": {"anyOf": [
                                {"required": ["anyOf"]}, {"required": ["oneOf"]}, {"required": ["allOf"]},
                                {"required": ["enum"]}, {"required": ["not"]}, {"required": ["$schema"]}
                            ]}
                        }
                    }
                }
            }
        }
    });
    let judge = jsonschema::validator_for(&form).expect("a schema");
    let errors: Vec<String> = judge.iter_errors(&definitions).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let text = definitions.to_string();
    for word in ["\"oneOf\"", "\"const\"", "\"nullable\"", "\"format\":\"uint", "\"format\":\"int", "\"title\""] {
        assert!(!text.contains(word), "{word} is not taken by every provider");
    }
}
