//! Changing files as text: bytes in, bytes out. Nothing here opens a file.
//!
//! A file is seen as a `document`, whatever its encoding and line ends; a change replaces spans of it, and every other byte stays as it is.
//! Nothing is guessed: what is not there exactly is refused (`miss` says what is there instead), and so is what is there twice.

pub(super) mod diff;
pub(super) mod document;
mod encode;
mod fold;
mod miss;
mod nearest;
pub(super) mod patch;
pub(super) mod replace;
#[cfg(test)]
mod tests;
