//! The ways to write a name on a command line: `WordCount` is also `word-count` and `word_count`.

use heck::{ToKebabCase, ToSnakeCase};
use janito_core::{Offer, Registry, Session, linked_tools, linked_toolsets};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The other spellings of a tool's name.
pub(super) fn spellings(name: &str) -> [String; 2] {
    [name.to_kebab_case(), name.to_snake_case()]
}

/// The loaded tool that is meant, whether or not the session may use it. Its own name goes before another's spelling.
pub(super) fn find(registry: &Registry, name: &str) -> Option<Arc<Offer>> {
    let tools = registry.tools();
    let own = tools.iter().find(|tool| tool.name() == name);
    own.or_else(|| tools.iter().find(|tool| spellings(tool.name()).iter().any(|other| other == name))).cloned()
}

/// What to say of a tool that the program has, but in a toolset that is not loaded.
pub(super) fn elsewhere(session: &Session, name: &str) -> Option<String> {
    let is_meant = |tool: &str| tool == name || spellings(tool).iter().any(|other| other == name);
    if !linked_tools().any(|tool| is_meant(tool.name())) {
        return None;
    }
    if session.registry().skipped().iter().any(|skip| is_meant(&skip.name)) {
        return None;
    }
    // A toolset that is not declared is the name of a crate, and loads by itself.
    let by_itself = Registry::linked().build().ok()?;
    let mut toolsets: BTreeSet<String> = linked_toolsets().map(|toolset| toolset.name().to_owned()).collect();
    toolsets.extend(by_itself.tools().iter().map(|tool| tool.toolset().to_owned()));
    let all = toolsets.iter().fold(Registry::linked(), |builder, name| builder.toolset(name)).build().ok()?;
    let tools = all.tools();
    let tool = tools.iter().find(|tool| is_meant(tool.name()))?;
    let loaded = session.registry().tools().iter().any(|other| other.toolset() == tool.toolset());
    (!loaded).then(|| {
        let (name, toolset) = (tool.name(), tool.toolset());
        format!("`{name}` is in the toolset `{toolset}`, which is not loaded; name it with `-t {toolset}` before the command")
    })
}

/// A name without case and separators.
pub(super) fn fold(name: &str) -> String {
    name.chars().filter(|character| !matches!(character, '_' | '-')).flat_map(char::to_lowercase).collect()
}
