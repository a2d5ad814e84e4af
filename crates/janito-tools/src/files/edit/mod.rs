//! Changing files as text: bytes in, bytes out. Nothing here opens a file.
//!
//! A file is seen as a `document`, whatever its encoding and line ends; a change replaces spans of it, and every other byte stays as it is.
//! Nothing is guessed: what is not there exactly is refused (`miss` says what is there instead), and so is what is there twice. Only the
//! unchanged lines of a patch may be less than exact, as `patch::locate` says.

pub(super) mod diff;
mod differ;
pub(super) mod document;
mod encode;
pub(super) mod faults;
mod fold;
mod miss;
mod mixed;
mod nearest;
pub(super) mod patch;
pub(super) mod replace;
pub(super) mod sequence;
#[cfg(test)]
mod tests;

use janito_core::Written;

/// The longest file that is edited, in bytes.
pub(super) const MOST: u64 = 256 << 20;

/// What there is to know of a file that had other names.
pub(super) fn other_names(written: &Written) -> Option<String> {
    let count = written.other_names;
    match count {
        0 => None,
        1 => Some("the file has 1 other name (a hard link), which still has the old content".to_owned()),
        _ => Some(format!("the file has {count} other names (hard links), which still have the old content")),
    }
}
