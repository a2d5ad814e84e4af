//! What models send, and what they are told. One table for the tool that the design is judged by, one that is made from each linked
//! tool's own schema.

use janito_core::{FailureKind, JsonSchema, Outcome, Permissions, Registry, Session, tool};
use serde::{Deserialize, Serialize};
use std::cell::Cell;

thread_local! {
    /// How often the tool ran; `Session::call` runs it on this thread.
    static RUNS: Cell<u32> = const { Cell::new(0) };
}

#[derive(Serialize)]
struct Seen {
    path: String,
    limit: Option<u32>,
    recursive: bool,
    tags: Vec<String>,
}

/// Search a folder.
#[tool(permissions = "")]
fn probe(
    /// Where to search.
    path: String,
    /// How many to show at most.
    limit: Option<u32>,
    /// Whether to go into folders.
    recursive: bool,
    /// Words that must occur.
    tags: Vec<String>,
) -> Seen {
    RUNS.set(RUNS.get() + 1);
    Seen { path, limit, recursive, tags }
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Fast,
    #[serde(rename = "very-slow")]
    VerySlow,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Edit {
    old: String,
    new: String,
    #[arg(min = 1)]
    times: Option<u8>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Shape {
    Circle { radius: f64 },
    Square { side: f64 },
}

struct Even(u8);

impl JsonSchema for Even {
    const SCHEMA: &'static janito_core::Schema = u8::SCHEMA;
}

impl<'de> Deserialize<'de> for Even {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u8::deserialize(deserializer)? {
            number if number % 2 == 0 => Ok(Self(number)),
            number => Err(serde::de::Error::custom(format!("{number} is odd; pass an even number"))),
        }
    }
}

#[derive(Deserialize, JsonSchema)]
struct Pair {
    first: Even,
    second: Even,
}

/// Takes all that is awkward.
#[tool(permissions = "")]
#[expect(clippy::similar_names, reason = "the awkwardness is what is tested")]
fn awkward(
    /// Edits in order.
    #[arg(default = [])]
    edits: Vec<Edit>,
    /// How.
    mode: Option<Mode>,
    /// What.
    shape: Option<Shape>,
    /// Pairs.
    pair: Option<Pair>,
    /// A number from 1 to 10.
    #[arg(default = 5, min = 1, max = 10, alias = "amount")]
    count: i64,
    /// A word of 2 to 4 letters.
    #[arg(default = "abc", min_length = 2, max_length = 4)]
    word: String,
    /// A share.
    #[arg(default = 0.5, min = 0, max = 1)]
    share: f64,
    /// Anything.
    any: Option<serde_json::Value>,
    /// Numbers by name.
    by_name: Option<std::collections::BTreeMap<String, u8>>,
    /// A text or a number.
    either: Option<Either>,
    /// Different numbers.
    set: Option<std::collections::BTreeSet<i32>>,
    /// A large number.
    large: Option<u128>,
    /// A path.
    #[arg(default = ".")]
    file_path: std::path::PathBuf,
) -> String {
    let pair = pair.map(|pair| (pair.first.0, pair.second.0));
    let text = format!("{edits:?} {mode:?} {shape:?} {pair:?} {count} {word} {share}");
    format!("{text} {any:?} {by_name:?} {either:?} {set:?} {large:?} {}", file_path.display())
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "read by Debug")]
enum Either {
    Number(i32),
    Text(String),
}

fn session() -> Session {
    let registry = Registry::linked().build().expect("a registry");
    registry.session().grant(Permissions::ALL).root(".").open().expect("a session")
}

fn call(tool: &str, arguments: &str) -> Outcome {
    session().call((tool, arguments))
}

/// The call runs with these values, after these repairs.
#[track_caller]
fn runs(arguments: &str, expected: &str, repairs: &[&str]) {
    let outcome = call("Probe", arguments);
    assert_eq!(outcome.to_json(), format!("{{\"success\":true,{expected}}}"), "{arguments}");
    let made: Vec<String> = outcome.repairs.iter().map(ToString::to_string).collect();
    assert_eq!(made, repairs, "{arguments}");
}

/// The call does not run, and each of these lines is in the answer.
#[track_caller]
fn refused(tool: &str, arguments: &str, lines: &[&str]) {
    let before = RUNS.get();
    let outcome = call(tool, arguments);
    let failure = outcome.failure().unwrap_or_else(|| panic!("it ran: {arguments}"));
    assert_eq!(failure.kind(), FailureKind::BadArguments, "{arguments}");
    for line in lines {
        assert!(failure.message().contains(line), "{arguments}\nlacks: {line}\nin: {}", failure.message());
    }
    assert!(failure.message().len() < 4000, "the answer echoes too much: {}", failure.message().len());
    if lines.len() > 1 && lines.iter().all(|line| line.starts_with("- ")) {
        assert!(failure.message().contains(&format!("({} problems)", lines.len())), "{}", failure.message());
    }
    assert_eq!(RUNS.get(), before, "a wrong call ran: {arguments}");
}

#[test]
fn the_tool_of_the_issue() {
    const PLAIN: &str = r#""path":"a","limit":null,"recursive":true,"tags":[]"#;
    let full = |change: &str| format!(r#"{{"path":"a","recursive":true,"tags":[]{change}}}"#);
    runs(&full(""), PLAIN, &[]);
    runs(&full(r#","limit":null"#), PLAIN, &[]);
    runs(&full(r#","limit":25"#), r#""path":"a","limit":25,"recursive":true,"tags":[]"#, &[]);
    runs(
        &full(r#","limit":"25""#),
        r#""path":"a","limit":25,"recursive":true,"tags":[]"#,
        &[r#"limit: string "25" was read as number 25"#],
    );
    runs(
        &full(r#","limit":25.0"#),
        r#""path":"a","limit":25,"recursive":true,"tags":[]"#,
        &["limit: number 25.0 was read as number 25"],
    );
    runs(&full(r#","limit":"""#), PLAIN, &["limit: an empty string was read as left out"]);
    let tags = |tags: &str| format!(r#"{{"path":"a","recursive":true,"tags":{tags}}}"#);
    let one = r#""path":"a","limit":null,"recursive":true,"tags":["a"]"#;
    runs(&tags(r#""a""#), one, &[r#"tags: string "a" was read as an array of 1 item"#]);
    runs(&tags(r#""[\"a\"]""#), one, &[r#"tags: string "[\"a\"]" was read as an array of 1 item"#]);
    runs(
        r#"{"path":"a","recursive":"TRUE","tags":[]}"#,
        PLAIN,
        &[r#"recursive: string "TRUE" was read as boolean true"#],
    );
    runs(r#"{"Path":"a","recursive":true,"tags":[]}"#, PLAIN, &["Path: the name `Path` was read as `path`"]);
    runs(
        r#""{\"path\":\"a\",\"recursive\":true,\"tags\":[]}""#,
        PLAIN,
        &["the arguments as a string was read as the object that it holds"],
    );

    let bad = |change: &str, lines: &[&str]| refused("Probe", &full(change), lines);
    bad(r#","limit":"ten""#, &[r#"- limit: expected integer from 0 to 4294967295, got string "ten""#]);
    bad(r#","limit":" 5 ""#, &[r#"- limit: expected integer from 0 to 4294967295, got string " 5 ""#]);
    bad(r#","limit":-1"#, &["- limit: expected integer from 0 to 4294967295, got number -1"]);
    bad(r#","limit":2.5"#, &["- limit: expected integer from 0 to 4294967295, got number 2.5"]);
    bad(r#","limit":4294967296"#, &["- limit: expected integer from 0 to 4294967295, got number 4294967296"]);
    bad(r#","limit":true"#, &["- limit: expected integer from 0 to 4294967295, got boolean true"]);
    bad(r#","limit":[5]"#, &["- limit: expected integer from 0 to 4294967295, got an array of 1 item"]);
    bad(r#","recursve":true"#, &["- recursve: unknown parameter; did you mean `recursive`?"]);
    bad(r#","colour":1"#, &["- colour: unknown parameter; known: path, limit, recursive, tags"]);
    bad(r#","path":"b""#, &["- path: given more than once; write it once"]);
    bad(r#","path":"a""#, &["- path: given more than once; write it once"]);
    bad(r#","limit":"ten","recursve":1"#, &["- limit: expected", "- recursve: unknown"]);
    refused(
        "Probe",
        &tags(r#""a,b""#),
        &["- tags: expected array of strings, got string \"a,b\"", "write the array out"],
    );
    refused("Probe", &tags(r#"["a",1]"#), &["- tags[1]: expected string, got number 1"]);
    refused("Probe", &tags("null"), &["- tags: expected array of strings, got null"]);
    refused(
        "Probe",
        r#"{"path":"a","recursive":"yes","tags":[]}"#,
        &[r#"- recursive: expected boolean, true or false, got string "yes""#],
    );
    refused("Probe", r#"{"path":3,"recursive":true,"tags":[]}"#, &["- path: expected string, got number 3"]);
    refused(
        "Probe",
        r#"{"recursive":true,"tags":[]}"#,
        &[
            "- path: required, but missing: string (Where to search)",
            r#"such as {"path":"…","recursive":true,"tags":["…"]}"#,
        ],
    );
    refused(
        "Probe",
        r#"{"pth":"a","recursive":true,"tags":[]}"#,
        &["(1 problem)", "- pth: unknown parameter; did you mean `path`? (`path` is required and missing"],
    );
    refused("Probe", "[]", &["expected an object of named arguments, got an empty array"]);
    refused("Probe", "3", &["expected an object of named arguments, got number 3"]);
    refused("Probe", "\"a\"", &["expected an object of named arguments, got string \"a\""]);
    for nothing in ["null", "", "  ", "{}", "\"\""] {
        refused("Probe", nothing, &["- path: required", "- recursive: required", "- tags: required"]);
    }
    refused(
        "Probe",
        r#"{"path":"a","#,
        &["they are not valid JSON: EOF", "line 1 column", "Parameters: path (string, required)"],
    );
    refused("Probe", r#"{"path":"a"} {}"#, &["they are not valid JSON: trailing characters"]);
    refused("Probe", &format!("{{\"path\":{}", "[".repeat(100_000)), &["nested too deeply"]);
    refused("Probe", &"[".repeat(100_000), &["nested too deeply"]);
    let long = "x".repeat(100_000);
    refused("Probe", &full(&format!(",\"limit\":\"{long}\"")), &["- limit: expected"]);
}

#[test]
fn awkward_types() {
    let fine = |arguments: &str, part: &str| {
        let outcome = call("Awkward", arguments);
        let text = outcome.to_json();
        assert!(outcome.is_success() && text.contains(part), "{arguments}: {text}");
    };
    let bad = |arguments: &str, lines: &[&str]| refused("Awkward", arguments, lines);
    fine("{}", "[] None None None 5 abc 0.5 None None None None None .");
    fine(r#"{"edits":[{"old":"a","new":"b"}]}"#, r#"Edit { old: \"a\", new: \"b\", times: None }"#);
    fine(r#"{"edits":{"old":"a","new":"b"}}"#, "[Edit {");
    fine(r#"{"edits":"[{\"old\":\"a\",\"new\":\"b\",\"times\":\"2\"}]"}"#, "times: Some(2)");
    fine(r#"{"mode":"VERY_SLOW"}"#, "Some(VerySlow)");
    fine(r#"{"shape":{"kind":"circle","radius":"2.5"}}"#, "Circle { radius: 2.5 }");
    fine(r#"{"amount":7}"#, " 7 abc");
    fine(r#"{"amount":7,"count":8}"#, " 8 abc");
    fine(r#"{"filePath":"x/y"}"#, "x/y");
    fine(r#"{"filepath":"x/y","FILE_PATH":"x/y"}"#, "x/y");
    fine(r#"{"any":{"a":[null]}}"#, "Object {");
    fine(r#"{"word":"éé"}"#, "éé");
    fine(r#"{"large":340282366920938463463374607431768211455}"#, "340282366920938463463374607431768211455");
    fine(r#"{"large":340282366920938463463374607431768211455,"count":"7"}"#, "340282366920938463463374607431768211455");
    fine(r#"{"either":"5"}"#, r#"Text(\"5\")"#);
    fine(r#"{"pair":{"first":2,"second":4}}"#, "Some((2, 4))");
    bad(
        r#"{"edits":[{"old":"a","new":"b"},{"old":1,"nwe":"b"}]}"#,
        &[
            "- edits[1].old: expected string, got number 1",
            "- edits[1].nwe: unknown parameter; did you mean `new`? (`new` is required and missing",
        ],
    );
    bad(r#"{"edits":[{"old":"a","new":"b","old":"c"}]}"#, &["- edits[0].old: given more than once"]);
    bad(
        r#"{"edits":[["a","b",null]]}"#,
        &["- edits[0]: expected object with old, new, times, got an array of 3 items"],
    );
    bad(
        r#"{"edits":[{"old":"a","new":"b","times":0}]}"#,
        &["- edits[0].times: expected integer from 1 to 255, got number 0"],
    );
    bad(
        r#"{"mode":"vfast"}"#,
        &[r#"- mode: expected one of "fast", "very-slow", got string "vfast"; did you mean "fast"?"#],
    );
    bad(
        r#"{"shape":{"kind":"cirle","radius":1}}"#,
        &[r#"- shape.kind: expected one of "circle", "square", got string "cirle"; did you mean "circle"?"#],
    );
    bad(r#"{"shape":{"radius":1}}"#, &[r#"- shape.kind: required, but missing: expected one of "circle", "square""#]);
    bad(r#"{"shape":{"kind":"square","radius":1}}"#, &["- shape.side: required", "- shape.radius: unknown"]);
    bad(
        r#"{"count":0,"word":"x","share":1.5}"#,
        &[
            "- count: expected integer from 1 to 10, got number 0",
            "- word: expected string of 2 to 4 characters",
            "- share: expected number from 0 to 1",
        ],
    );
    bad(r#"{"word":"é"}"#, &["- word: expected string of 2 to 4 characters"]);
    bad(r#"{"amount":7,"Amount":8}"#, &["- Amount: unknown parameter"]);
    bad(r#"{"any":{"a":1,"a":2}}"#, &["- any.a: given more than once"]);
    bad(
        r#"{"by_name":{"a":300,"b":"x"}}"#,
        &["- by_name.a: expected integer from 0 to 255", "- by_name.b: expected integer from 0 to 255"],
    );
    bad(
        r#"{"either":true}"#,
        &["- either: expected integer from -2147483648 to 2147483647 or string, got boolean true"],
    );
    bad(r#"{"set":[1,2,1]}"#, &["- set[2]: the same item stands before it"]);
    bad(
        r#"{"pair": {"first": 2,
            "second": 3}}"#,
        &["- pair.second: 3 is odd; pass an even number"],
    );
    bad(r#"{"pair":{"first":3,"second":2},"count":11}"#, &["- pair.first: 3 is odd", "- count: expected"]);
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Filter {
    And { filters: Vec<Filter> },
    Or { filters: Vec<Filter> },
    Eq { field: String },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "read by Debug")]
enum Nest {
    Leaf { n: u8 },
    Left { left: Box<Nest> },
    Right { left: Box<Nest>, right: u8 },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "read by Debug")]
enum Shadowed {
    Short { a: u8 },
    Long { a: u8, b: u8 },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "read by Debug")]
enum External {
    Unit,
    Value(u8),
    Fields { name: String },
}

#[derive(Debug, Deserialize, JsonSchema)]
enum Symbol {
    #[serde(rename = "-")]
    Minus,
    #[serde(rename = "1-5")]
    Low,
    #[serde(rename = "READ_ONLY")]
    ReadOnly,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "read by Debug")]
struct Renamed {
    #[serde(alias = "old")]
    name: u8,
}

/// Takes what is deep, wide or ambiguous.
#[tool(permissions = "")]
fn strange(
    /// A filter.
    filter: Option<Filter>,
    /// A nest.
    nest: Option<Nest>,
    /// A union of which one member hides another.
    shadowed: Option<Shadowed>,
    /// A union with a key for each member.
    external: Option<External>,
    /// A symbol.
    symbol: Option<Symbol>,
    /// A thing with an older name.
    renamed: Option<Renamed>,
    /// A very large number.
    wide: Option<i128>,
    /// Numbers of one byte.
    bytes: Option<Vec<u8>>,
    /// Different numbers.
    set: Option<std::collections::BTreeSet<u32>>,
    /// Numbers by name.
    map: Option<std::collections::HashMap<String, u32>>,
    /// Lists of lists.
    lists: Option<Vec<Vec<i32>>>,
    /// Words.
    words: Option<Vec<String>>,
    /// Numbers or nothing.
    maybes: Option<Vec<Option<u8>>>,
    /// A value of any kind.
    #[arg(default = 5)]
    any: serde_json::Value,
    /// A number with a fraction.
    share: Option<f32>,
) -> String {
    let wide = format!("{wide:?} {bytes:?} {set:?} {} {lists:?}", map.map_or(0, |map| map.len()));
    format!(
        "{filter:?} {nest:?} {shadowed:?} {external:?} {symbol:?} {renamed:?} {wide} {words:?} {maybes:?} {any} {share:?}"
    )
}

#[test]
fn a_value_is_never_read_as_another() {
    let fine = |arguments: &str, part: &str| {
        let outcome = call("Strange", arguments);
        let text = outcome.to_json();
        assert!(outcome.is_success() && text.contains(part), "{arguments}: {text}");
    };
    let bad = |arguments: &str, lines: &[&str]| refused("Strange", arguments, lines);
    // serde reads the digits of a wide integer and leaves the exponent.
    bad(r#"{"wide":1e20}"#, &["- wide: expected integer", "got number 1e+20; write a whole number in digits"]);
    bad(r#"{"wide":-3e25}"#, &["- wide: expected integer"]);
    fine(r#"{"wide":100000000000000000000}"#, "Some(100000000000000000000)");
    bad(r#"{"shadowed":{"a":1,"b":2}}"#, &["- shadowed: it is read as the first form", "object with a"]);
    fine(r#"{"shadowed":{"a":1}}"#, "Short { a: 1 }");
    fine(r#"{"external":"unit"}"#, "Unit");
    fine(r#"{"external":{"Value":"7"}}"#, "Value(7)");
    bad(r#"{"external":{"Fields":{"name":1}}}"#, &["- external.Fields.name: expected string, got number 1"]);
    fine(r#"{"symbol":"read-only"}"#, "ReadOnly");
    for other in ["", " ", "_", "15", "1_-5"] {
        bad(&format!(r#"{{"symbol":"{other}","wide":1.5}}"#), &["- wide: expected integer"]);
    }
    bad(r#"{"symbol":"15"}"#, &[r#"- symbol: expected one of "-", "1-5", "READ_ONLY""#]);
    fine(r#"{"renamed":{"old":1}}"#, "Renamed { name: 1 }");
    fine(r#"{"renamed":{"name":1,"old":2}}"#, "Renamed { name: 1 }");
    bad(r#"{"lists":[1,2,3]}"#, &["- lists[0]: expected array", "- lists[1]", "- lists[2]"]);
    bad(r#"{"lists":1}"#, &["- lists: expected array"]);
    for word in ["", "a;b", "a\\nb", "a|b"] {
        bad(&format!(r#"{{"words":"{word}","wide":1.5}}"#), &["- wide: expected integer"]);
    }
    fine(r#"{"words":"a b"}"#, r#"Some([\"a b\"])"#);
    fine(r#"{"maybes":null}"#, "None 5 None");
    fine(r#"{"any":null}"#, " 5 None");
    fine(r#"{"any":null,"wide":"7"}"#, " 5 None");
    fine(r#"{"share":3.4028235e38}"#, "Some(3.4028235e38)");
    bad(r#"{"share":3.5e38}"#, &["- share: expected number"]);
    let twice = r#""{\"renamed\":{\"name\":1},\"renamed\":{\"name\":2}}""#;
    bad(twice, &["expected an object of named arguments"]);
}

/// Each of these took longer than anybody waits before the check looked at tags, kept what it knew and stopped at the first problem.
#[test]
fn depth_and_width_cost_no_more_than_they_should() {
    let nested = |levels: usize, leaf: &str| {
        let open = r#"{"type":"or","filters":["#.repeat(levels);
        format!(r#"{{"filter":{open}{leaf}{}}}"#, "]}".repeat(levels))
    };
    let outcome = call("Strange", &nested(50, r#"{"type":"eq","field":"x"}"#));
    assert!(outcome.is_success(), "{outcome:?}");
    refused("Strange", &nested(50, r#"{"type":"eq","field":1}"#), &["filters[0].field: expected string, got number 1"]);
    refused("Strange", &nested(50, r#"{"type":"eqq"}"#), &["filters[0].type: expected one of"]);
    let nest = |leaf: &str| format!(r#"{{"nest":{}{leaf}{}}}"#, r#"{"left":"#.repeat(40), "}".repeat(40));
    refused("Strange", &nest(r#"{"n":"bad"}"#), &["- nest"]);
    let numbers: Vec<u32> = (0..50_000).collect();
    let set = format!(r#"{{"set":{numbers:?}}}"#);
    assert!(call("Strange", &set).is_success());
    let members: Vec<String> = numbers.iter().map(|number| format!("\"{number}\":{number}")).collect();
    assert!(call("Strange", &format!(r#"{{"map":{{{}}}}}"#, members.join(","))).is_success());
    let words: Vec<String> = numbers.iter().map(|number| format!("\"x{number}\"")).collect();
    refused(
        "Strange",
        &format!(r#"{{"bytes":[{}]}}"#, words.join(",")),
        &["- bytes[0]: expected", "… and 49980 more", "(50000 problems)"],
    );
    refused("Strange", &format!(r#"{{"{}":1}}"#, "k".repeat(1_000_000)), &["…: unknown parameter"]);
}

/// What is offered as an example is right.
#[test]
fn the_example_in_an_answer_is_taken() {
    /// Takes what has bounds.
    #[tool(permissions = "")]
    fn bounded(
        /// A word.
        #[arg(min_length = 3)]
        word: String,
        /// A number.
        #[arg(min = 10, max = 20)]
        number: u8,
        /// A pair.
        pair: [u8; 2],
        /// Words.
        #[arg(min_length = 2)]
        words: Vec<String>,
        /// A filter.
        filter: Filter,
    ) -> usize {
        drop((word, number, pair, filter));
        words.len()
    }

    let outcome = call("Bounded", "");
    let told = outcome.failure().expect("a failure").message().to_owned();
    let (_, example) = told.split_once("such as ").expect("an example");
    let outcome = call("Bounded", example);
    assert!(outcome.is_success() && outcome.repairs.is_empty(), "{example}: {outcome:?}");
}

/// Every linked tool, called with arguments that are wrong in each way that its own schema makes wrong.
#[test]
fn every_tool_names_what_is_wrong() {
    let session = session();
    for tool in session.tools() {
        let schema: serde_json::Value = serde_json::from_str(&tool.input_schema()).expect("JSON");
        let properties = schema["properties"].as_object().expect("properties");
        let outcome = session.call((tool.name(), r#"{"no such parameter":1}"#));
        assert!(outcome.to_json().contains("no such parameter: unknown parameter"), "{}", tool.name());
        for (name, property) in properties {
            let wrong = match property["type"].as_str() {
                Some("string") => serde_json::json!(3),
                Some("boolean") => serde_json::json!("maybe"),
                Some("integer" | "number") => serde_json::json!("many"),
                Some("array") => serde_json::json!(["a", {"b": [1]}]),
                _ => serde_json::json!(true),
            };
            if property.get("type").is_none() && property.get("anyOf").is_none() {
                continue;
            }
            let mut arguments = serde_json::Map::new();
            arguments.insert(name.clone(), wrong);
            let outcome = session.call((tool.name(), serde_json::Value::Object(arguments).to_string()));
            let failure = outcome.failure().unwrap_or_else(|| panic!("{} ran with a wrong {name}", tool.name()));
            assert_eq!(failure.kind(), FailureKind::BadArguments, "{} {name}", tool.name());
            assert!(failure.message().contains(&format!("- {name}")), "{}: {}", tool.name(), failure.message());
        }
    }
}
