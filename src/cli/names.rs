//! The ways to write a name on a command line: `WordCount` is also `word-count` and `word_count`.

use heck::{ToKebabCase, ToSnakeCase};
use janito_core::{Offer, Session};
use std::sync::Arc;

/// The other spellings of a tool's name.
pub(super) fn spellings(name: &str) -> [String; 2] {
    [name.to_kebab_case(), name.to_snake_case()]
}

/// The loaded tool that is meant, whether or not the session may use it. Its own name goes before another's spelling.
pub(super) fn find(session: &Session, name: &str) -> Option<Arc<Offer>> {
    let tools = session.registry().tools();
    let own = tools.iter().find(|tool| tool.name() == name);
    own.or_else(|| tools.iter().find(|tool| spellings(tool.name()).iter().any(|other| other == name))).cloned()
}

/// A name without case and separators.
pub(super) fn fold(name: &str) -> String {
    name.chars().filter(|character| !matches!(character, '_' | '-')).flat_map(char::to_lowercase).collect()
}
