//! Where in the arguments something is: `edits[1].old`.

use std::borrow::Cow;
use std::fmt;

/// A place, linked to the place around it.
#[derive(Clone, Copy)]
pub(crate) enum Path<'a> {
    Root,
    Key(&'a Path<'a>, &'a str),
    Index(&'a Path<'a>, usize),
}

impl Path<'_> {
    /// How many steps it has.
    pub(crate) fn depth(&self) -> usize {
        match self {
            Path::Root => 0,
            Path::Key(parent, _) | Path::Index(parent, _) => parent.depth() + 1,
        }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Root => Ok(()),
            Path::Key(Path::Root, key) => f.write_str(&shortened(key)),
            Path::Key(parent, key) => write!(f, "{parent}.{}", shortened(key)),
            Path::Index(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

/// A key as far as it helps to find it.
fn shortened(key: &str) -> Cow<'_, str> {
    const LONGEST: usize = 64;
    match key.char_indices().nth(LONGEST) {
        None => Cow::Borrowed(key),
        Some((end, _)) => Cow::Owned(format!("{}…", &key[..end])),
    }
}
