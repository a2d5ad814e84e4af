//! Git's rules that lie outside the root: those of the repository above it, and of a worktree's repository.

use janito_core::{Permissions, Registry};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git").current_dir(folder).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (path, content) in files {
        fs::create_dir_all(folder.join(path).parent().unwrap()).unwrap();
        fs::write(folder.join(path), content).unwrap();
    }
}

/// What `FindFiles` finds beneath a root, which must be what git shows there.
#[track_caller]
fn as_git(root: &Path) -> Vec<String> {
    let session = Registry::linked().build().unwrap().session().grant(Permissions::READ).root(root).open().unwrap();
    let found = session.call(("FindFiles", json!({"max_results": 1000}).to_string())).to_json();
    let found: Value = serde_json::from_str(&found).unwrap();
    let files: Vec<String> = serde_json::from_value(found["files"].clone()).unwrap();
    let mut shown: Vec<String> = git(root, &["ls-files", "--others", "--cached", "--exclude-standard"])
        .lines()
        .map(|path| format!("./{path}"))
        .collect();
    shown.sort_unstable();
    assert_eq!(files, shown);
    files
}

#[test]
fn the_repository_above_has_a_say() {
    let folder = TempDir::new().unwrap();
    let repository = folder.path();
    git(repository, &["init", "-q"]);
    git(repository, &["config", "core.excludesFile", repository.join("excludes").to_str().unwrap()]);
    write(
        repository,
        &[
            ("excludes", "*.user\n/sub/anchored\n"),
            (".git/info/exclude", "*.info\n"),
            (".gitignore", "*.log\n/sub/top\n!keep.user\n"),
            ("sub/.gitignore", "!keep.log\n*.deep\n"),
        ],
    );
    for path in [
        "a",
        "a.user",
        "keep.user",
        "a.info",
        "a.log",
        "keep.log",
        "a.deep",
        "top",
        "anchored",
        "x/top",
        "x/a.log",
        "x/keep.log",
    ] {
        write(&repository.join("sub"), &[(path, "")]);
    }
    let found = as_git(&repository.join("sub"));
    assert_eq!(found, ["./.gitignore", "./a", "./keep.log", "./keep.user", "./x/keep.log", "./x/top"]);
    as_git(&repository.join("sub/x"));
    as_git(repository);
}

#[test]
fn a_worktree_has_the_rules_of_its_repository() {
    let folder = TempDir::new().unwrap();
    let (repository, worktree) = (folder.path().join("repository"), folder.path().join("worktree"));
    fs::create_dir(&repository).unwrap();
    git(&repository, &["init", "-q"]);
    write(&repository, &[("f", "x"), (".git/info/exclude", "*.info\n/top\n")]);
    git(&repository, &["add", "f"]);
    git(&repository, &["-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-q", "-m", "x"]);
    git(&repository, &["worktree", "add", "-q", worktree.to_str().unwrap()]);
    write(
        &worktree,
        &[("a", ""), ("a.info", ""), ("top", ""), ("sub/top", ""), ("sub/b.info", ""), (".gitignore", "a\n")],
    );
    assert_eq!(as_git(&worktree), ["./.gitignore", "./f", "./sub/top"]);
    assert_eq!(as_git(&worktree.join("sub")), ["./top"]);
}
