//! Unified diffs over several files: read from text as models write them, and applied to the files they name.
//!
//! What a patch says about places is taken as a hint, what it says about lines as exact; see `locate` for how much less is taken.

mod apply;
mod compose;
mod headers;
mod hunk;
mod locate;
mod parse;
pub(super) mod path;
mod state;

pub(in crate::files) use locate::Fuzz;
pub(in crate::files) use parse::parse;
pub(in crate::files) use state::{Action, Files, Placed, Revised, apply, difference, gone, paths};
