//! What the handles of writing do to a disk: in folders that are open, by names of one part, so that nothing leads elsewhere.

mod draft;
mod lock;
mod place;
mod tree;

pub(crate) use draft::{Draft, Old, sync};
pub(crate) use lock::{Lock, Unlocked};
pub(crate) use place::{aside, put, rename_new};
pub(crate) use tree::{copy_file, copy_tree, count, remove_tree};
