//! What the handles of writing do to a disk: in folders that are open, by names of one part, so that nothing leads elsewhere.

mod copy;
mod draft;
mod folders;
mod lock;
mod place;
mod tree;

pub(crate) use copy::{At, Copying, carry, copy};
pub(crate) use draft::{Draft, Old, sync};
pub(crate) use folders::{Folders, descend};
pub(crate) use lock::{Lock, Unlocked};
pub(crate) use place::{aside, names, put, rename_new, same};
pub(crate) use tree::{count, drop_tree, remove_tree};
