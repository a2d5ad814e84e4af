//! The state folder: where what outlives a call is kept.

use std::env;
use std::path::{Path, PathBuf};

/// The folder: what was named, else what the environment says; nothing if it says nothing.
pub(super) fn folder(named: Option<&Path>) -> Option<PathBuf> {
    place(named, |name| env::var_os(name).map(PathBuf::from))
}

/// Which it is, by these variables. An empty one counts as none, and what is the user's is absolute.
fn place(named: Option<&Path>, variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let set = |name: &str| variable(name).filter(|path| !path.as_os_str().is_empty());
    let user = |name: &str| set(name).filter(|path| path.is_absolute());
    named
        .map(Path::to_owned)
        .or_else(|| set("JANITO_STATE_DIR"))
        .or_else(|| user("XDG_STATE_HOME").map(|folder| folder.join("janito")))
        .or_else(|| user("HOME").map(|home| home.join(".local/state/janito")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_is_named_counts() {
        for (named, variables, expected) in [
            (Some("n"), &[("JANITO_STATE_DIR", "j"), ("HOME", "/h")][..], Some("n")),
            (None, &[("JANITO_STATE_DIR", "j"), ("XDG_STATE_HOME", "/x"), ("HOME", "/h")], Some("j")),
            (None, &[("JANITO_STATE_DIR", ""), ("XDG_STATE_HOME", "/x"), ("HOME", "/h")], Some("/x/janito")),
            (None, &[("XDG_STATE_HOME", "relative"), ("HOME", "/h")], Some("/h/.local/state/janito")),
            (None, &[("HOME", "")], None),
            (None, &[], None),
        ] {
            let variable = |name: &str| Some(PathBuf::from(variables.iter().find(|(known, _)| *known == name)?.1));
            assert_eq!(place(named.map(Path::new), variable), expected.map(PathBuf::from), "{variables:?}");
        }
    }
}
