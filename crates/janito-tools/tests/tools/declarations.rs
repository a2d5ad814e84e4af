//! What holds for every tool of the crate.

use crate::bench::Bench;
use janito_core::{Permissions, Registry, schema_text};

#[test]
fn the_toolsets_load_by_themselves() {
    let names: Vec<String> = Bench::new().session.tools().iter().map(|tool| tool.name().to_owned()).collect();
    for name in [
        "ApplyPatch",
        "CreateDirectory",
        "CreateFile",
        "DeleteFile",
        "EditFile",
        "FindFiles",
        "GetCurrentTime",
        "ListFiles",
        "MoveFile",
        "ReadFile",
        "ReadMultipleFiles",
        "RemoveDirectory",
        "ReplaceTextInFile",
        "RestoreFile",
        "SearchRegex",
        "SearchText",
        "WordCount",
    ] {
        assert!(names.iter().any(|known| known == name), "{name} is not among {names:?}");
    }
    for tool in Bench::new().session.tools() {
        let toolset = if tool.name() == "GetCurrentTime" { "system" } else { "files" };
        assert_eq!(tool.toolset(), toolset, "{}", tool.name());
    }
}

#[test]
fn a_tool_has_the_permissions_it_states() {
    let registry = Registry::linked().build().unwrap();
    for tool in registry.tools() {
        let stated = match tool.name() {
            "CreateDirectory" | "CreateFile" | "DeleteFile" | "RemoveDirectory" | "RestoreFile" => Permissions::WRITE,
            "ApplyPatch" | "EditFile" | "MoveFile" | "ReplaceTextInFile" => Permissions::READ | Permissions::WRITE,
            _ => Permissions::READ,
        };
        assert_eq!(tool.permissions(), stated, "{}", tool.name());
    }
    let reading = registry.session().grant(Permissions::READ).root(".").open().unwrap();
    assert!(reading.tools().iter().all(|tool| tool.name() != "CreateFile"));
    let outcome = reading.call(("CreateFile", r#"{"filepath": "x"}"#));
    assert!(outcome.to_json().contains("insufficient privileges"), "{}", outcome.to_json());
}

#[test]
fn what_a_tool_returns_is_described() {
    for tool in Bench::new().session.tools() {
        let schema = tool.output().unwrap_or_else(|| panic!("{} has no output schema", tool.name()));
        let text = schema_text(schema);
        assert!(text.contains("\"description\""), "{}: {text}", tool.name());
    }
}
