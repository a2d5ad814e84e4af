//! What the handles of writing do to a disk: in folders that are open, by names of one part, so that nothing leads elsewhere.

mod busy;
mod copy;
mod draft;
mod folders;
mod lock;
mod place;
mod sweep;
mod tree;

pub(crate) use busy::Busy;
pub use busy::settle;
pub(crate) use copy::{At, Copying, carry, copy};
pub(crate) use draft::{Draft, Old, sync};
pub(crate) use folders::{Folders, descend};
pub(crate) use lock::{Lock, Unlocked};
pub(crate) use place::{aside, names, put, rename_new, same};
pub(crate) use sweep::{is_aside, runs, sweep};
pub(crate) use tree::{Within, changeable, count, drop_tree, may_change, remove_tree};
