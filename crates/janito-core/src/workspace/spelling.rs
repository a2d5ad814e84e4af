//! How a caller may spell a path: as it is, as a `file:` URI; and the spellings of other systems, which are told from a file's name.

use crate::error::ToolError;
use std::path::{Path, PathBuf};

/// The path that a text means, or why it can mean none here.
pub(super) fn read(path: &Path) -> Result<PathBuf, ToolError> {
    let text = path.to_string_lossy();
    if text.is_empty() {
        return Err(ToolError::new(
            "the path is empty; name a file or folder, such as `./README.md`, or `.` for the first root",
        ));
    }
    if text.contains('\0') {
        return Err(ToolError::new("the path contains a NUL character, which no file name can have"));
    }
    let is_uri = text.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"));
    let path = match is_uri.then(|| from_uri(&text[5..])) {
        None => path.to_owned(),
        Some(Some(path)) => path,
        // `file:x` is a name as good as any.
        Some(None) if !text[5..].starts_with('/') => path.to_owned(),
        Some(None) => {
            return Err(ToolError::new(format!(
                "`{text}` is no `file:` URI of this machine; write the path itself, relative to a root"
            )));
        }
    };
    if cfg!(unix) && looks_like_windows(&path.to_string_lossy()) {
        return Err(ToolError::new(format!(
            "`{text}` is written as a Windows path, and this is not Windows; write it relative to a root, with `/`"
        )));
    }
    Ok(path)
}

/// Whether a path begins with a drive or a share. The drive of a URI comes after a `/`.
fn looks_like_windows(path: &str) -> bool {
    let bytes = path.strip_prefix('/').unwrap_or(path).as_bytes();
    let drive =
        bytes.len() >= 3 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':' && matches!(bytes[2], b'\\' | b'/');
    drive || path.starts_with("\\\\")
}

/// The path in what follows `file:`, if that is one on this machine (RFC 8089).
fn from_uri(rest: &str) -> Option<PathBuf> {
    let path = match rest.strip_prefix("//") {
        Some(rest) => {
            let (host, path) = rest.split_at(rest.find('/')?);
            (host.is_empty() || host.eq_ignore_ascii_case("localhost")).then_some(path)?
        }
        None => rest.strip_prefix('/').map(|_| rest)?,
    };
    // Each part but the first begins with two digits.
    let mut parts = path.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let digits = part.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    let text = String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))?;
    Some(PathBuf::from(text))
}

/// What was probably meant by a path that does not exist: `\` separates nothing here, and `~` is not expanded.
pub(super) fn hint(text: &str) -> Option<String> {
    if text == "~" || text.starts_with("~/") {
        return Some(format!(
            "`{text}` begins with `~`, which is not expanded here; write the path relative to a root, or the absolute one"
        ));
    }
    (cfg!(unix) && text.contains('\\')).then(|| {
        let better = text.replace('\\', "/");
        format!("`{text}` does not exist, and `\\` separates nothing here; write `{better}`")
    })
}
