//! What a caller gave, as it is told back: long enough to be known again.

use std::borrow::Cow;

/// The most characters that are told.
const MOST: usize = 200;

/// A text, cut where it is long.
pub(in crate::files) fn short(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MOST) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}
