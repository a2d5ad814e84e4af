//! File names in a diff: quoted as git does, with a prefix before and a time after them.

/// A name as git writes it: in quotes, with escapes, if it has characters that need them.
pub(in crate::files::edit) fn quote(name: &str) -> String {
    if !name.contains(|character: char| character.is_ascii_control() || matches!(character, '"' | '\\')) {
        // A tab ends a name that has a space, so that the space does not.
        return if name.contains(' ') { format!("{name}\t") } else { name.to_owned() };
    }
    let mut out = String::from("\"");
    for character in name.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            _ if character.is_ascii_control() => out.extend(octal(character)),
            _ => out.push(character),
        }
    }
    out + "\""
}

/// An escape of a control character.
fn octal(character: char) -> [char; 4] {
    let digit = |shift: u32| char::from_digit(u32::from(character) >> shift & 7, 8).unwrap_or('0');
    ['\\', digit(6), digit(3), digit(0)]
}

/// The name at the begin of a text, and what follows it; nothing if it is quoted and that is broken.
pub(super) fn unquote(text: &str) -> Option<(String, &str)> {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find('\t').unwrap_or(text.len());
        return Some((text[..end].to_owned(), &text[end..]));
    };
    let mut bytes = Vec::new();
    let mut rest = quoted.as_bytes();
    loop {
        let (first, after) = rest.split_first()?;
        rest = after;
        match first {
            b'"' => break,
            b'\\' => {
                let (escape, after) = rest.split_first()?;
                rest = after;
                match escape {
                    b'a' => bytes.push(7),
                    b'b' => bytes.push(8),
                    b't' => bytes.push(b'\t'),
                    b'n' => bytes.push(b'\n'),
                    b'v' => bytes.push(11),
                    b'f' => bytes.push(12),
                    b'r' => bytes.push(b'\r'),
                    b'"' | b'\\' => bytes.push(*escape),
                    b'0'..=b'3' => {
                        let digits = str::from_utf8(rest.get(..2)?).ok()?;
                        bytes.push((escape - b'0') << 6 | u8::from_str_radix(digits, 8).ok()?);
                        rest = &rest[2..];
                    }
                    _ => return None,
                }
            }
            byte => bytes.push(*byte),
        }
    }
    let end = text.len() - rest.len();
    Some((String::from_utf8(bytes).ok()?, &text[end..]))
}

/// The name in a `---` or `+++` line; nothing in it if it says that there is no such file.
pub(super) fn of_header(text: &str) -> Result<Option<String>, &'static str> {
    let (name, time) = unquote(text).ok_or("the quotes or escapes of the file's name are broken")?;
    let name = without_time(&name);
    if name.is_empty() {
        return Err("the name of the file is missing");
    }
    // A file that does not exist has the time zero.
    let never = ["\t1970-01-01 ", "\t1969-12-31 "].iter().any(|zero| time.starts_with(zero));
    Ok((name != "/dev/null" && !never).then(|| name.to_owned()))
}

/// A name without a time that spaces, not a tab, set apart.
fn without_time(name: &str) -> &str {
    let is_date = |text: &str| {
        let bytes = text.as_bytes();
        bytes.len() >= 16
            && bytes.iter().take(10).enumerate().all(|(at, byte)| match at {
                4 | 7 => *byte == b'-',
                _ => byte.is_ascii_digit(),
            })
            && bytes[13] == b':'
    };
    let found = name.match_indices(' ').find(|(at, _)| name.is_char_boundary(at + 1) && is_date(&name[at + 1..]));
    found.map_or(name, |(at, _)| name[..at].trim_end())
}

/// The two names of a `diff --git` line, if it can be told where the first ends.
pub(super) fn of_git(text: &str) -> Option<(String, String)> {
    if text.starts_with('"') || text.ends_with('"') {
        let (old, rest) = if text.starts_with('"') {
            unquote(text)?
        } else {
            text.split_once(' ').map(|(old, rest)| (old.to_owned(), rest))?
        };
        let (new, _) = unquote(rest.trim_start())?;
        return Some((old, new));
    }
    let halves = text.match_indices(' ').map(|(at, _)| (&text[..at], &text[at + 1..]));
    let same = |(old, new): &(&str, &str)| {
        old == new
            || matches!((old.split_once('/'), new.split_once('/')), (Some((_, old)), Some((_, new))) if old == new)
    };
    halves.into_iter().find(same).map(|(old, new)| (old.to_owned(), new.to_owned()))
}

/// The names without the prefixes that git gives them, `a/` and `b/` or others of one letter; as they are if there are none.
pub(super) fn without_prefixes(old: Option<&str>, new: Option<&str>, git: bool) -> (Option<String>, Option<String>) {
    let prefix = |name: &str| {
        name.split_once('/').map(|(first, _)| first.to_owned()).filter(|first| {
            let known = if git { "aciow12b" } else { "ab" };
            first.len() == 1 && known.contains(first.as_str())
        })
    };
    let (first, second) = (old.and_then(prefix), new.and_then(prefix));
    let (strip_old, strip_new) = match (old, new) {
        (Some(old), Some(new)) => match (&first, &second) {
            (Some(first), Some(second)) => (first != second, first != second),
            (Some(_), None) => (old[2..] == *new, false),
            (None, Some(_)) => (false, new[2..] == *old),
            (None, None) => (false, false),
        },
        _ => (first.is_some_and(|first| git || first == "a"), second.is_some_and(|second| git || second == "b")),
    };
    let without =
        |name: Option<&str>, strip| name.map(|name| if strip { name[2..].to_owned() } else { name.to_owned() });
    (without(old, strip_old), without(new, strip_new))
}

/// A name without its first folders; nothing if it has not so many.
pub(super) fn strip(name: &str, count: usize) -> Option<&str> {
    let mut rest = name;
    for _ in 0..count {
        rest = rest.split_once('/')?.1.trim_start_matches('/');
    }
    (!rest.is_empty()).then_some(rest)
}

/// One spelling for a path: without `./` and doubled `/`.
pub(super) fn tidy(name: &str) -> String {
    let absolute = if name.starts_with('/') { "/" } else { "" };
    let parts: Vec<&str> = name.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    format!("{absolute}{}", parts.join("/"))
}
