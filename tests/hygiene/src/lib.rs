//! A user's crate at its strictest: no prelude, no unsafe code, every lint denied, the standard names taken, janito under another name.
//! That it compiles without a warning under clippy is the test; that its tools run is tested below.

#![no_implicit_prelude]
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, unused, clippy::all, clippy::pedantic, clippy::nursery)]
#![deny(elided_lifetimes_in_paths, single_use_lifetimes, unreachable_pub, unused_qualifications, trivial_casts)]

pub mod shadow;
pub mod tools;

#[cfg(test)]
mod tests {
    use ::renamed::{Permissions, Registry};
    use ::std::assert_eq;

    #[test]
    fn the_tools_run() {
        let registry = Registry::linked().build().expect("a registry");
        let session = registry.session().grant(Permissions::ALL).root(".").open().expect("a session");
        for (name, arguments, expected) in [
            ("Function", r#"{"argument_0":1,"scope":[{"a":2}]}"#, r#"{"success":true,"result":3}"#),
            ("Method", r#"{"state":"Quick"}"#, r#"{"success":true,"given":"Quick"}"#),
            ("Later", r#"{"given":{"type":"circle","value":2}}"#, r#"{"success":true,"result":2}"#),
            ("Shadowed", r#"{"value":[1]}"#, r#"{"success":true,"result":1}"#),
        ] {
            assert_eq!(session.call((name, arguments)).to_json(), expected, "{name}");
        }
    }
}
