//! Which tools exist, and what is said of those that do not.

use janito_core::{Dialect, Error, Permissions, Registry, Tool, ToolError, linked_tools, tool};
use serde_json::json;

mod weather {
    janito_core::toolset! { name: "weather", description: "Ask about the weather.", autoload: false }

    mod deep {
        /// Tells the temperature.
        #[janito_core::tool(permissions = "r")]
        fn temperature() -> f32 {
            21.5
        }
    }
}

/// A module whose name begins as another's; it is not in it.
mod weather_station {
    /// Counts stations.
    #[janito_core::tool(permissions = "r")]
    fn stations() -> u8 {
        1
    }
}

mod empty {
    janito_core::toolset! { name: "empty", description: "Has nothing.", autoload: true }
}

mod duplicate {
    janito_core::toolset! { name: "duplicate", description: "Has two of one name.", autoload: false }

    /// One.
    #[janito_core::tool(permissions = "", name = "Same")]
    fn one() {}

    /// Another.
    #[janito_core::tool(permissions = "", name = "Same")]
    fn another() {}
}

mod slow {
    janito_core::toolset! { name: "slow", description: "Takes its time to load.", autoload: false }

    struct Slow;

    #[janito_core::tool(permissions = "")]
    impl Slow {
        /// Was slow.
        fn run(&self) {}

        fn load() -> Result<Self, janito_core::Skip> {
            std::thread::sleep(std::time::Duration::from_millis(100));
            Ok(Self)
        }
    }

    struct Never;

    #[janito_core::tool(permissions = "")]
    impl Never {
        /// Is never here.
        fn run(&self) {}

        fn load() -> Result<Self, janito_core::Skip> {
            std::panic::panic_any(super::Thrown)
        }
    }
}

mod changing {
    janito_core::toolset! { name: "changing", description: "Changes the registry while it loads.", autoload: false }

    pub(super) static REGISTRY: std::sync::OnceLock<janito_core::Registry> = std::sync::OnceLock::new();

    struct Changes;

    #[janito_core::tool(permissions = "")]
    impl Changes {
        /// Changed the registry.
        fn run(&self) {}

        fn load() -> Result<Self, janito_core::Skip> {
            if let Some(registry) = REGISTRY.get() {
                registry.add(super::remote("Loaded"))?;
            }
            Ok(Self)
        }
    }
}

/// Panics once more when it is dropped.
struct Thrown;

impl Drop for Thrown {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

/// Is here.
#[tool(permissions = "")]
fn here() {}

fn names(registry: &Registry) -> Vec<String> {
    registry.tools().iter().map(|tool| tool.name().to_owned()).collect()
}

fn error(result: Result<Registry, Error>) -> String {
    result.err().map(|error| error.to_string()).unwrap_or_default()
}

fn remote(name: &str) -> Tool {
    let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}});
    Tool::remote(name, "Doubles a number.", &schema, |arguments| async move {
        let number = arguments["n"].as_i64().ok_or_else(|| ToolError::new("`n` is no integer"))?;
        Ok(json!({"double": number * 2}))
    })
    .expect("a tool")
}

#[test]
fn toolsets_load_by_themselves_or_by_name() {
    let by_itself = Registry::linked().build().expect("a registry");
    assert_eq!(names(&by_itself), ["Here", "Stations"]);
    let named = Registry::linked().toolset("weather").build().expect("a registry");
    assert_eq!(names(&named), ["Temperature"]);
    assert_eq!(named.tools()[0].toolset(), "weather");
    let required = Registry::linked().require("weather").build().expect("a registry");
    assert_eq!(names(&required), ["Here", "Stations", "Temperature"]);
    let own = Registry::linked().toolset("registry").build().expect("a registry");
    assert_eq!(names(&own), ["Here", "Stations"], "a tool without a toolset is in its crate's");
}

#[test]
fn mistakes_are_explained() {
    assert_eq!(
        error(Registry::linked().toolset("wether").build()),
        "there is no toolset `wether`; did you mean `weather`?"
    );
    assert_eq!(
        error(Registry::linked().require("zzz").build()),
        "there is no toolset `zzz`; the program links: changing, duplicate, empty, registry, slow, weather"
    );
    let empty = error(Registry::linked().require("empty").build());
    assert!(empty.starts_with("the toolset `empty` has no tools: none is linked into this program"), "{empty}");
    let twice = error(Registry::linked().toolset("duplicate").build());
    let line = |marker: &str| {
        let source = include_str!("registry.rs").lines().collect::<Vec<_>>();
        let function = source.iter().position(|line| line.trim() == marker).expect("the function");
        // The attribute stands on the line before.
        format!("registry.rs:{function}")
    };
    for place in [line("fn one() {}"), line("fn another() {}")] {
        assert!(twice.contains(&place), "{twice} lacks {place}");
    }
    assert!(twice.contains("two tools are called `Same`"), "{twice}");
    let registry = Registry::linked().build().expect("a registry");
    let unknown = |name: &str| registry.get(name).err().map(|error| error.to_string()).unwrap_or_default();
    assert_eq!(unknown("Station"), "there is no tool `Station`; did you mean `Stations`?");
    assert_eq!(unknown("zzz"), "there is no tool `zzz`; available: Here, Stations");
}

#[test]
fn tools_and_toolsets_are_added_at_run_time() {
    let registry = Registry::linked().build().expect("a registry");
    let session = registry.session().grant(Permissions::ALL).open().expect("a session");
    let before = session.definitions(Dialect::OpenAi);
    registry.add_toolset("weather").expect("added");
    registry.add_toolset("weather").expect("it is there already");
    registry.add(remote("Double")).expect("added");
    assert_eq!(names(&registry), ["Double", "Here", "Stations", "Temperature"]);
    let after = session.definitions(Dialect::OpenAi);
    assert_ne!(before.fingerprint(), after.fingerprint());
    let definitions: serde_json::Value = serde_json::from_str(after.json()).expect("JSON");
    assert_eq!(definitions[0]["function"]["parameters"]["properties"]["n"]["type"], "integer");

    let call = |arguments: &str| session.call(("Double", arguments)).to_json();
    assert_eq!(call(r#"{"n":21}"#), r#"{"success":true,"double":42}"#);
    assert_eq!(call(r#"{"n":"x"}"#), r#"{"success":false,"error":"`n` is no integer"}"#);
    assert!(call(r#"{"n":1,"n":2}"#).contains("n: given more than once"));
    assert!(call("[1]").contains("expected an object of named arguments"));
    assert!(call(r#"{"n":"#).contains("they are not valid JSON"));

    let again = registry.add(remote("Double")).expect_err("there is one");
    assert!(again.to_string().contains("two tools are called `Double`"), "{again}");
    let taken = registry.add(remote("Here")).expect_err("there is one");
    assert!(taken.to_string().contains("registry.rs:"), "{taken}");
    assert!(registry.add_toolset("nowhere").is_err());
    assert_eq!(names(&registry).len(), 4, "a refused tool leaves nothing");
}

#[test]
fn an_added_tool_hides_nothing_of_its_toolset() {
    let registry = Registry::linked().build().expect("a registry");
    registry.add(remote("Double").in_toolset("weather")).expect("added");
    registry.add_toolset("weather").expect("added");
    assert_eq!(names(&registry), ["Double", "Here", "Stations", "Temperature"]);

    let registry = Registry::linked().build().expect("a registry");
    registry.add(remote("Temperature").in_toolset("weather")).expect("added");
    let taken = registry.add_toolset("weather").expect_err("another has the name");
    assert!(taken.to_string().contains("two tools are called `Temperature`"), "{taken}");
    let twice = registry.add_toolset("duplicate").expect_err("two have one name");
    assert!(twice.to_string().contains("two tools are called `Same`"), "{twice}");
    assert_eq!(names(&registry), ["Here", "Stations", "Temperature"]);
}

#[test]
fn a_toolset_may_be_added_by_two_at_once() {
    let registry = Registry::linked().build().expect("a registry");
    let start = std::sync::Barrier::new(2);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                start.wait();
                registry.add_toolset("slow").expect("added");
            });
        }
    });
    assert_eq!(names(&registry), ["Here", "Slow", "Stations"]);
    let skipped = registry.skipped();
    assert_eq!(skipped.len(), 1, "{skipped:?}");
    assert_eq!(skipped[0].reason, "its `load` panicked: without a message");
}

#[test]
fn a_load_may_change_the_registry() {
    let registry = Registry::linked().build().expect("a registry");
    changing::REGISTRY.set(registry.clone()).ok().expect("unset");
    let (done, waiting) = std::sync::mpsc::channel();
    let changed = registry.clone();
    std::thread::spawn(move || done.send(changed.add_toolset("changing")));
    let added = waiting.recv_timeout(std::time::Duration::from_secs(10)).expect("no deadlock");
    added.expect("added");
    assert_eq!(names(&registry), ["Changes", "Here", "Loaded", "Stations"]);
}

#[test]
fn a_tool_made_at_run_time_has_every_permission_until_told_otherwise() {
    let registry = Registry::of([remote("Double"), remote("Less").permissions_required(Permissions::READ)]).build();
    let registry = registry.expect("a registry");
    let session = registry.session().grant(Permissions::READ).open().expect("a session");
    let names: Vec<String> = session.tools().iter().map(|tool| tool.name().to_owned()).collect();
    assert_eq!(names, ["Less"]);
}

#[test]
fn a_tool_made_at_run_time_is_judged() {
    let made = |name: &str, description: &str, schema| {
        let made = Tool::remote(name, description, &schema, |_| async { Ok(json!(null)) });
        made.err().map(|error| error.to_string()).unwrap_or_default()
    };
    let object = || json!({"type": "object"});
    assert_eq!(made("fine", "Fine.", object()), "");
    assert!(made("a.b", "Fine.", object()).contains("1 to 64 characters"));
    assert!(made(&"a".repeat(65), "Fine.", object()).contains("1 to 64 characters"));
    assert!(made("fine", " ", object()).contains("no description"));
    assert!(made("fine", "Fine.", json!({})).contains("\"type\": \"object\""));
}

#[test]
fn definitions_are_stable_and_sorted() {
    let registry = Registry::of(linked_tools().filter(|tool| tool.name() != "Same")).build().expect("a registry");
    let session = registry.session().grant(Permissions::ALL).open().expect("a session");
    let first = session.definitions(Dialect::OpenAi);
    assert_eq!(first.json().as_ptr(), session.definitions(Dialect::OpenAi).json().as_ptr(), "the text is kept");
    let definitions: Vec<serde_json::Value> = serde_json::from_str(first.json()).expect("JSON");
    let names: Vec<&str> = definitions.iter().filter_map(|one| one["function"]["name"].as_str()).collect();
    assert!(names.is_sorted() && names.len() >= 3, "{names:?}");
    let other = registry.session().grant(Permissions::ALL).open().expect("a session");
    assert_eq!(first, other.definitions(Dialect::OpenAi));
}
