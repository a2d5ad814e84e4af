//! `ListFiles` leaves out what git does: compared on trees and ignore files made by chance, the same each time.

use crate::bench::Bench;
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Numbers that look like chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut git = Command::new("git");
    git.current_dir(folder).args(arguments).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    git
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = command(folder, arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

const NAMES: &[&str] = &["a", "b", "c.log", "d.log", "foo", "bar", "a.b", "{a,b}", "x{y"];

fn pattern(chance: &mut Chance) -> String {
    let part = |chance: &mut Chance| {
        chance.of(&[
            "a",
            "b",
            "c.log",
            "*.log",
            "f*",
            "?",
            "**",
            "*",
            "ba[rz]",
            "[!a]",
            "foo",
            "bar",
            "a.b",
            "d.*",
            "[a-c]*",
            "{a,b}",
            "*.{log,b}",
            "x{*",
            "[{]a",
            "\\{a,b}",
        ])
    };
    let parts: Vec<&str> = (0..=chance.below(3)).map(|_| part(chance)).collect();
    let (before, after) = (chance.of(&["", "", "", "/", "!", "!/"]), chance.of(&["", "", "", "/", " ", "/**"]));
    format!("{before}{}{after}", parts.join("/"))
}

#[test]
fn trees_and_rules_made_by_chance() {
    let bench = Bench::new();
    let root = bench.path("");
    git(&root, &["init", "-q"]);
    let mut chance = Chance(42);
    let mut folders = vec![String::new()];
    for _ in 0..60 {
        let path = format!("{}{}", folders[chance.below(folders.len())], chance.of(NAMES));
        if bench.path(&path).exists() {
            continue;
        }
        if chance.below(2) == 0 && path.matches('/').count() < 4 {
            fs::create_dir(bench.path(&path)).unwrap();
            folders.push(path + "/");
        } else {
            bench.write(&path, "");
        }
    }
    bench.link("a", "link_to_folder");
    let (mut left_out, mut shown) = (0, 0);
    for round in 0..150 {
        let mut told = String::new();
        for folder in folders.iter().filter(|folder| folder.is_empty() || folder.len() % 3 == round % 3) {
            let rules: Vec<String> = (0..=chance.below(3)).map(|_| pattern(&mut chance)).collect();
            let (path, text) = (format!("{folder}.gitignore"), rules.join("\n") + "\n");
            writeln!(told, "{path}: {rules:?}").unwrap();
            bench.write(&path, text);
        }
        let exclude = pattern(&mut chance);
        bench.write(".git/info/exclude", &exclude);
        for start in ["", folders[1 + chance.below(folders.len() - 1)].as_str()] {
            let from = bench.path(start);
            // A folder that git ignores is listed all the same.
            if !start.is_empty() && command(&root, &["check-ignore", "-q", start]).status().unwrap().success() {
                continue;
            }
            let git: BTreeSet<String> = git(&from, &["ls-files", "-o", "--exclude-standard", "-z"])
                .split_terminator('\0')
                .map(str::to_owned)
                .collect();
            let directory = if start.is_empty() { "." } else { start };
            let listing = bench.done("ListFiles", &json!({"directory": directory, "recursive": true}));
            let files = listing["files"].as_array().unwrap().iter().map(|path| path.as_str().unwrap().to_owned());
            let own: BTreeSet<String> = files.filter(|path| !path.ends_with('/')).collect();
            let differ: Vec<&String> = git.symmetric_difference(&own).collect();
            left_out += listing["stats"]["gitignore_ignored"].as_u64().unwrap();
            shown += own.len();
            assert!(differ.is_empty(), "round {round} in `{start}`: {differ:?}\nexclude: {exclude}\n{told}");
        }
        for folder in &folders {
            let _ = fs::remove_file(bench.path(&format!("{folder}.gitignore")));
        }
    }
    // The rounds are worth something only if much is left out and much is not.
    assert!(left_out > 500 && shown > 500, "{left_out} left out, {shown} shown");
}
