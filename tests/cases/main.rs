//! What tools of this kind got wrong elsewhere, and what is right: each case a table of calls, run through the library and through the
//! program.
//!
//! The names of cases are those of the public reports they come from: RD read, ED edit, CR create, SR search, FD find, LS list, MV move,
//! DL delete, PA path, SB sandbox; W those of the Python framework that janito replaces.

#![cfg(unix)]
#![expect(clippy::too_many_lines, reason = "tables")]

mod case;
mod create;
mod delete;
mod door;
mod edit;
mod find;
mod list;
mod moves;
mod paths;
mod read;
mod sandbox;
mod search;

use case::Case;
use door::Door;

/// Runs each case through both doors, and tells all that failed.
fn run(cases: Vec<Case>) {
    let mut failures = Vec::new();
    for case in cases {
        for door in [Door::Library, Door::Program] {
            if let Err(failure) = case.run(door) {
                failures.push(format!("{} ({}), {door:?}: {failure}", case.id, case.what));
            }
        }
    }
    assert!(failures.is_empty(), "{} failed:\n{}", failures.len(), failures.join("\n"));
}
