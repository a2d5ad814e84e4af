//! The rules of an ignore file, in git's syntax. What files hold them, and in which order they count, is the matter of whoever reads them.

use ::ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::path::Path;

/// The rules of one ignore file, which hold beneath the folder that it stands in.
#[derive(Debug, Clone)]
pub struct IgnoreRules(Gitignore);

impl IgnoreRules {
    /// Reads the content of an ignore file. As for git, a line that is no pattern matches nothing.
    #[must_use]
    pub fn parse(folder: &Path, content: &[u8]) -> Self {
        let mut builder = GitignoreBuilder::new(folder);
        let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
        for line in content.split(|byte| *byte == b'\n') {
            let line = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line));
            let _ = builder.add_line(None, &without_alternatives(&line));
        }
        Self(builder.build().unwrap_or_else(|_| Gitignore::empty()))
    }

    /// Whether the last rule that names a path ignores it (`true`) or excepts it (`false`); nothing if none names it. The path begins with
    /// the folder that was given.
    #[must_use]
    pub fn verdict(&self, path: &Path, is_dir: bool) -> Option<bool> {
        let found = self.0.matched(path, is_dir);
        (!found.is_none()).then(|| found.is_ignore())
    }

    /// Whether there is no rule.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A line with each brace escaped: `{a,b}` are alternatives for the library, and for git just these characters.
fn without_alternatives(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let (mut escaped, mut class) = (false, false);
    for letter in line.chars() {
        match letter {
            '{' | '}' if !escaped && !class => out.push('\\'),
            '[' if !escaped => class = true,
            ']' if !escaped => class = false,
            _ => {}
        }
        escaped = letter == '\\' && !escaped;
        out.push(letter);
    }
    out
}
