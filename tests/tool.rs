//! The attribute in every form that an author may write it in. Each tool here is called; what must not compile is in `compile/`.

#![allow(clippy::unused_async, reason = "that a body is async is what is tested")]

use janito_core::{Context, Effects, Permissions, Reader, Registry, Service, Session, Skip, ToolError, Writer, tool};
use serde::Serialize;
use std::path::PathBuf;

fn session() -> Session {
    Registry::linked()
        .toolset("tool")
        .toolset("elsewhere")
        .service(Clock(42))
        .build()
        .and_then(|registry| registry.session().grant(Permissions::ALL).root(".").open())
        .expect("a session")
}

#[track_caller]
fn check(name: &str, arguments: &str, expected: &str) {
    assert_eq!(session().call((name, arguments)).to_json(), expected, "{name} {arguments}");
}

/// A function without parameters.
#[tool(permissions = "")]
fn no_parameters() -> &'static str {
    "nothing"
}

#[derive(serde::Deserialize, janito_core::JsonSchema)]
struct Name(String);

/// Has one bound that suits its type and one that does not, which const code cannot see.
#[tool(permissions = "")]
fn named_bounds(
    /// How long the name is.
    #[arg(min_length = 3)]
    long: Name,
    /// How great the name is.
    #[arg(min = 3)]
    name: Option<Name>,
) -> usize {
    long.0.len() + name.map_or(0, |name| name.0.len())
}

/// A function that returns nothing.
#[tool(permissions = "")]
fn no_result() {}

#[derive(Serialize)]
struct Sum {
    sum: i64,
}

/// Parameters listed in the documentation.
///
/// # Arguments
///
/// * `a` - the first number,
///   on two lines
/// * `b` - the second
///
/// # Errors
///
/// Never.
#[tool(permissions = "")]
fn listed(a: i64, b: i64) -> Result<Sum, String> {
    a.checked_add(b).map(|sum| Sum { sum }).ok_or_else(|| "too large".to_owned())
}

/// Takes what may be left out.
#[tool(permissions = "")]
fn optional(
    /// One that may be missing.
    word: Option<String>,
    /// One with a default.
    #[arg(default = 3, min = 1, max = 5)]
    times: u32,
) -> String {
    word.unwrap_or_else(|| "-".to_owned()).repeat(times as usize)
}

/// Has raw and mutable names.
#[tool(permissions = "")]
fn raw_names(
    /// A raw name.
    r#type: String,
    /// A mutable one.
    mut list: Vec<u8>,
) -> Vec<u8> {
    list.push(u8::try_from(r#type.len()).unwrap_or(u8::MAX));
    list
}

/// Is async.
#[tool(permissions = "r")]
async fn later(
    context: &Context,
    reader: &Reader,
    /// A path.
    path: PathBuf,
) -> Result<u64, ToolError> {
    context.start("later");
    Ok(reader.metadata(path)?.len())
}

type Fallible<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Returns an alias of `Result`.
#[tool(permissions = "")]
fn aliased(
    /// A number as text.
    text: String,
) -> Fallible<i32> {
    Ok(text.parse()?)
}

/// Returns an error of `anyhow`.
#[tool(permissions = "")]
fn anyhow_error() -> anyhow::Result<()> {
    Err(anyhow::anyhow!("inner").context("outer"))
}

/// Returns an error that is text.
#[tool(permissions = "")]
fn text_error() -> Result<(), &'static str> {
    Err("only text")
}

/// Returns something that only serde knows.
#[tool(permissions = "")]
fn unnamed() -> impl Serialize {
    [1, 2]
}

/// Returns facts beside the error.
#[tool(permissions = "")]
fn facts() -> Result<(), ToolError> {
    Err(ToolError::new("no").with("line", 3).with("success", true).with("line", 4))
}

#[derive(Default)]
struct Counter(std::sync::atomic::AtomicU32);

trait Named {
    type Other;
}

impl Named for Counter {
    type Other = Vec<u8>;
}

#[tool(permissions = "", name = "count-up", title = "Count", toolset = "elsewhere")]
impl Counter {
    const STEP: u32 = {
        struct Inner;
        let _ = Inner;
        2
    };

    /// Counts in steps.
    fn run(
        &self,
        /// How many steps.
        steps: u32,
        /// Anything.
        _other: Option<<Self as Named>::Other>,
    ) -> u32 {
        self.0.fetch_add(steps * Self::STEP, std::sync::atomic::Ordering::Relaxed) + steps * Self::STEP
    }

    #[expect(dead_code, reason = "that it is left alone is what is tested")]
    const fn helper() -> u32 {
        Self::STEP
    }
}

struct Loaded {
    greeting: String,
}

#[tool(permissions = "rw", approval, destructive = false, idempotent, private, timeout = 5, max_result_chars = 100)]
impl Loaded {
    /// Greets.
    async fn run(
        &self,
        _reader: &Reader,
        _writer: &Writer,
        /// Whom.
        name: String,
        /// How often.
        times: Option<u8>,
    ) -> String {
        format!("{} {name} {times:?}", self.greeting)
    }

    #[cfg(not(any()))]
    fn load() -> Result<Self, Skip> {
        Ok(Self { greeting: "hello".to_owned() })
    }

    fn effects(&self, times: Option<u8>, name: &str) -> Effects {
        Effects { summary: format!("{} {name} {times:?}", self.greeting), ..Effects::default() }
    }
}

#[derive(Default)]
struct NoHook;

#[tool(permissions = "")]
impl NoHook {
    /// Has a hook that is configured away.
    fn run(&self) -> u8 {
        1
    }

    #[cfg(any())]
    fn load() -> Result<Self, Skip> {
        Err(Skip::new("never"))
    }

    #[cfg(any())]
    fn effects(&self) -> Effects {
        Effects::default()
    }
}

struct Absent;

#[tool(permissions = "")]
impl Absent {
    /// Cannot be loaded.
    fn run(&self) -> u8 {
        1
    }

    fn load() -> Result<Self, Skip> {
        Err(Skip::new("there is none here"))
    }
}

struct Broken;

#[tool(permissions = "")]
impl Broken {
    /// Panics while it is loaded.
    fn run(&self) -> u8 {
        1
    }

    fn load() -> Result<Self, std::io::Error> {
        panic!("no luck")
    }
}

#[derive(Clone)]
struct Clock(u64);

impl Service for Clock {
    const NAME: &'static str = "clock";
}

#[derive(Clone)]
struct Telescope;

impl Service for Telescope {
    const NAME: &'static str = "telescope";
}

/// Is handed a service.
#[tool(permissions = "r", external)]
fn tell_time(clock: &Clock) -> u64 {
    clock.0
}

/// Is handed a service that nobody connected.
#[tool(permissions = "r")]
fn look(_telescope: &Telescope) {}

/// Exists here only.
#[cfg(not(windows))]
#[tool(permissions = "")]
fn configured_before() {}

/// Exists nowhere.
#[tool(permissions = "")]
#[cfg(any())]
fn configured_after() -> Missing {}

#[derive(Default, serde::Serialize, serde::Deserialize, janito_core::JsonSchema)]
struct Itself {
    value: u8,
}

#[tool(permissions = "")]
impl Itself {
    /// Takes and returns its own type.
    fn run(
        &self,
        /// Others.
        others: Vec<Self>,
    ) -> Option<Self> {
        others.into_iter().next()
    }
}

mod awkward_names {
    use janito_core::tool;

    /// Is called as the expansion's own functions could be.
    #[tool(permissions = "")]
    fn body() -> u8 {
        1
    }

    /// Is called as the expansion's own functions could be.
    #[tool(permissions = "")]
    fn bind() -> u8 {
        2
    }

    /// Is called as the expansion's own functions could be.
    #[tool(permissions = "")]
    fn load() -> u8 {
        3
    }
}

macro_rules! tools {
    ($($name:ident: $type:ty, $handed:ty;)*) => {$(
        /// Written by a macro.
        #[tool(permissions = "r")]
        fn $name(
            _handed: $handed,
            /// A value.
            value: $type,
        ) -> $type {
            value
        }
    )*};
}

tools! {
    echo_number: u8, &Reader;
    echo_list: Vec<(String, bool)>, &Context;
}

mod hidden {
    use serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize, janito_core::JsonSchema)]
    struct Private {
        value: u8,
    }

    /// Uses a private type.
    #[janito_core::tool(permissions = "")]
    fn private_type(
        /// It.
        value: Private,
    ) -> Private {
        value
    }
}

#[test]
fn a_tool_in_a_function_body_is_a_tool() {
    /// Is declared in a function.
    #[tool(permissions = "")]
    fn inside(
        /// A letter.
        letter: char,
    ) -> char {
        letter
    }
    check("Inside", r#"{"letter":"é"}"#, r#"{"success":true,"result":"é"}"#);
    assert_eq!(inside('a'), 'a', "the function stays callable");
}

#[test]
fn every_form_runs() {
    check("NoParameters", "", r#"{"success":true,"result":"nothing"}"#);
    check("NoResult", "{}", r#"{"success":true}"#);
    check("Listed", r#"{"a":1,"b":2}"#, r#"{"success":true,"sum":3}"#);
    check("Listed", r#"{"a":9223372036854775807,"b":2}"#, r#"{"success":false,"error":"too large"}"#);
    check("Optional", "{}", r#"{"success":true,"result":"---"}"#);
    check("Optional", r#"{"word":null,"times":null}"#, r#"{"success":true,"result":"---"}"#);
    check("Optional", r#"{"word":"ab","times":2}"#, r#"{"success":true,"result":"abab"}"#);
    check("RawNames", r#"{"type":"ab","list":[1]}"#, r#"{"success":true,"result":[1,2]}"#);
    check("Aliased", r#"{"text":"7"}"#, r#"{"success":true,"result":7}"#);
    check("Aliased", r#"{"text":"x"}"#, r#"{"success":false,"error":"invalid digit found in string"}"#);
    check("AnyhowError", "", r#"{"success":false,"error":"outer: inner"}"#);
    check("TextError", "", r#"{"success":false,"error":"only text"}"#);
    check("Unnamed", "", r#"{"success":true,"result":[1,2]}"#);
    check("Facts", "", r#"{"success":false,"error":"no","line":4}"#);
    check("count-up", r#"{"steps":2}"#, r#"{"success":true,"result":4}"#);
    check("Itself", r#"{"others":[{"value":3}]}"#, r#"{"success":true,"value":3}"#);
    check("Body", "", r#"{"success":true,"result":1}"#);
    check("Bind", "", r#"{"success":true,"result":2}"#);
    check("Load", "", r#"{"success":true,"result":3}"#);
    check("NoHook", "", r#"{"success":true,"result":1}"#);
    check("TellTime", "", r#"{"success":true,"result":42}"#);
    check("ConfiguredBefore", "", r#"{"success":true}"#);
    check("EchoNumber", r#"{"value":7}"#, r#"{"success":true,"result":7}"#);
    check("EchoList", r#"{"value":[["a",true]]}"#, r#"{"success":true,"result":[["a",true]]}"#);
    check("PrivateType", r#"{"value":{"value":7}}"#, r#"{"success":true,"value":7}"#);
    let length = std::fs::metadata("Cargo.toml").expect("a manifest").len();
    check("Later", r#"{"path":"Cargo.toml"}"#, &format!(r#"{{"success":true,"result":{length}}}"#));
}

#[test]
fn the_keys_say_what_they_mean() {
    let session = session();
    let registry = session.registry();
    let loaded = registry.get("Loaded").expect("Loaded");
    assert_eq!(loaded.permissions().to_string(), "rw");
    assert_eq!(loaded.timeout(), Some(std::time::Duration::from_secs(5)));
    assert_eq!(loaded.max_result_chars(), Some(100));
    let annotations = loaded.annotations();
    assert!(annotations.approval && annotations.private && !annotations.external);
    assert_eq!((annotations.destructive, annotations.idempotent), (Some(false), Some(true)));
    assert!(registry.get("TellTime").expect("TellTime").annotations().external);
    let counter = registry.get("count-up").expect("count-up");
    assert_eq!((counter.title(), counter.toolset()), (Some("Count"), "elsewhere"));
    let listed = registry.get("Listed").expect("Listed");
    assert_eq!(listed.description(), "Parameters listed in the documentation.");
    let texts: Vec<&str> = listed.params().iter().map(janito_core::Param::description).collect();
    assert_eq!(texts, ["the first number, on two lines", "the second"]);
    assert_eq!(registry.get("RawNames").expect("RawNames").params()[0].name(), "type");
    let origin = listed.origin();
    assert!(origin.file.ends_with("tool.rs") && origin.line > 1 && origin.module == "tool", "{origin:?}");
}

#[test]
fn what_cannot_be_loaded_is_skipped_with_its_reason() {
    let skipped = session().skipped();
    let reason = |name: &str| {
        skipped.iter().find(|skipped| skipped.name == name).map(|skipped| skipped.reason.as_str()).unwrap_or_default()
    };
    assert_eq!(reason("Absent"), "there is none here");
    assert_eq!(reason("Broken"), "its `load` panicked: no luck");
    assert_eq!(reason("Look"), "needs the service `telescope`, which is not connected");
    assert!(session().registry().get("ConfiguredAfter").is_err());
    check("Absent", "", r#"{"success":false,"error":"`Absent` is not available here: there is none here"}"#);
}

#[test]
fn bounds_that_do_not_suit_a_type_behind_a_name_are_lints() {
    let tool = |name| Registry::linked().toolset("tool").build().expect("a registry").get(name).expect("a tool").lint();
    let lints = tool("NamedBounds");
    let told: Vec<_> = lints.iter().map(|lint| (lint.path.as_str(), lint.message.as_str(), lint.severity)).collect();
    assert_eq!(
        told,
        [(
            "name",
            "`min` and `max` are for numbers; use `min_length` and `max_length` for a text or a list",
            janito_core::Severity::Error
        )]
    );
}
