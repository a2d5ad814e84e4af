//! What was put beside a place for the while, and was left there by a program that was killed.

use super::tree::drop_tree;
use cap_std::fs::Dir;
use std::ffi::OsStr;
use std::time::Duration;

/// How long such a thing lies there before it is taken for left.
const FILES: Duration = Duration::from_mins(1);

/// The same of folders, which may be copied for long.
const FOLDERS: Duration = Duration::from_hours(1);

/// The most entries of a folder that are looked at.
const MOST: usize = 10_000;

/// Whether a name is one that janito gives to what it puts beside a place.
pub(crate) fn is_aside(name: &OsStr) -> bool {
    maker(name).is_some() || name.as_encoded_bytes().starts_with(b".janito-draft-")
}

/// The process that a name says it is of: `.janito-PROCESS-NUMBER`, or that and `-NAME`.
fn maker(name: &OsStr) -> Option<u32> {
    let rest = name.as_encoded_bytes().strip_prefix(b".janito-")?;
    let mut parts = rest.splitn(3, |byte| *byte == b'-');
    let number = |part: &[u8]| -> Option<u64> {
        let digits = !part.is_empty() && part.iter().all(u8::is_ascii_digit);
        if digits { std::str::from_utf8(part).ok()?.parse().ok() } else { None }
    };
    let process = number(parts.next()?)?;
    number(parts.next()?)?;
    u32::try_from(process).ok()
}

/// Removes what is left in a folder of processes that run no more.
pub(crate) fn sweep(folder: &Dir) {
    sweep_older(folder, FILES, FOLDERS);
}

fn sweep_older(folder: &Dir, files: Duration, folders: Duration) {
    let Ok(entries) = folder.entries() else { return };
    for entry in entries.take(MOST).flatten() {
        let name = entry.file_name();
        let Some(process) = maker(&name) else { continue };
        let Ok(metadata) = folder.symlink_metadata(&name) else { continue };
        let age = if metadata.is_dir() { folders } else { files };
        if !runs(process) && changed_before(&metadata, age) {
            // What cannot be removed now is tried the next time.
            let _ = drop_tree(folder, &name);
        }
    }
}

/// Whether a process may still run.
#[cfg(unix)]
pub(crate) fn runs(process: u32) -> bool {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};
    let known = i32::try_from(process).ok().and_then(Pid::from_raw);
    known.is_some_and(|process| !matches!(test_kill_process(process), Err(Errno::SRCH)))
}

#[cfg(not(unix))]
pub(crate) fn runs(_: u32) -> bool {
    true
}

/// Whether the entry itself is that old: a second name of a file has the file's own time of change, but not of its names.
#[cfg(unix)]
fn changed_before(metadata: &cap_std::fs::Metadata, age: Duration) -> bool {
    use cap_std::fs::MetadataExt as _;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(metadata.ctime()).is_ok_and(|changed| now.as_secs().saturating_sub(changed) >= age.as_secs())
}

#[cfg(not(unix))]
fn changed_before(_: &cap_std::fs::Metadata, _: Duration) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use cap_std::ambient_authority;

    #[test]
    fn names_of_its_own() {
        for (name, expected) in [
            (".janito-12-3", Some(12)),
            (".janito-12-3-a-b", Some(12)),
            (".janito-12", None),
            (".janito-12-", None),
            (".janito-12-x", None),
            (".janito--3-x", None),
            (".janito-draft-x", None),
            (".janitoignore", None),
            ("x.janito-12-3", None),
        ] {
            assert_eq!(maker(name.as_ref()), expected, "{name}");
        }
        assert!(is_aside(".janito-draft-x".as_ref()) && !is_aside(".janitoignore".as_ref()));
    }

    #[test]
    fn only_what_a_dead_process_left() {
        let path = std::env::temp_dir().join(format!("janito-sweep-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        let mut child = std::process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        let (dead, own) = (child.id(), std::process::id());
        let names = [format!(".janito-{dead}-1-f"), format!(".janito-{own}-1-f"), ".janito-notes".to_owned()];
        for name in &names {
            std::fs::write(path.join(name), "").unwrap();
        }
        let tree = path.join(format!(".janito-{dead}-2-d"));
        std::fs::create_dir_all(tree.join("sub")).unwrap();
        let folder = Dir::open_ambient_dir(&path, ambient_authority()).unwrap();
        sweep(&folder);
        assert!(names.iter().all(|name| path.join(name).exists()) && tree.exists(), "they are too new");
        sweep_older(&folder, Duration::ZERO, Duration::ZERO);
        let left: Vec<bool> = names.iter().map(|name| path.join(name).exists()).collect();
        std::fs::remove_dir_all(&path).unwrap();
        assert_eq!((left.as_slice(), tree.exists()), (&[false, true, true][..], false));
    }
}
