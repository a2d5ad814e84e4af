//! What git says about a root from outside it: the repository above, and the user's own excludes. It is read when the root is opened, for
//! no tool may look there.

use std::fs;
use std::path::{Path, PathBuf};

/// The most bytes of one such file.
const MOST: u64 = 1 << 20;

/// Ignore files that lie outside a root and hold in it, all in git's syntax.
#[derive(Debug, Default, Clone)]
pub struct OuterIgnores {
    /// The content of `core.excludesFile`, which holds in every repository, and is weaker than all else.
    pub excludes: Option<Vec<u8>>,
    /// The repository that the root lies in, if that does not begin at the root.
    pub repository: Option<PathBuf>,
    /// Folders, and the content of an ignore file that holds beneath each, the weakest first: of the repository above the root, or of one that
    /// begins there and keeps its `info/exclude` elsewhere.
    pub above: Vec<(PathBuf, Vec<u8>)>,
}

impl OuterIgnores {
    /// Of a root, given without links.
    pub(super) fn of(root: &Path) -> Self {
        let repository = root.ancestors().find(|folder| folder.join(".git").symlink_metadata().is_ok());
        let common = repository.and_then(|repository| common_folder(&repository.join(".git")));
        let mut above = Vec::new();
        if let (Some(repository), Some(common)) = (repository, &common) {
            // Of a repository that begins at the root, who walks it reads the rest; but not what lies in another folder.
            if repository != root || *common != root.join(".git") {
                above.extend(read(&common.join("info/exclude")).map(|content| (repository.to_owned(), content)));
            }
            let mut folders: Vec<&Path> =
                root.ancestors().skip(1).take_while(|at| at.starts_with(repository)).collect();
            folders.reverse();
            for folder in folders {
                above.extend(read(&folder.join(".gitignore")).map(|content| (folder.to_owned(), content)));
            }
        }
        let repository = repository.filter(|repository| *repository != root).map(Path::to_owned);
        Self { excludes: excludes(common.as_deref()), repository, above }
    }
}

/// The folder that the worktrees of a repository share; `.git` is a file where it lies elsewhere (gitrepository-layout).
fn common_folder(git: &Path) -> Option<PathBuf> {
    if git.is_dir() {
        return Some(git.to_owned());
    }
    let text = String::from_utf8(read(git)?).ok()?;
    let folder = git.parent()?.join(text.strip_prefix("gitdir:")?.trim());
    let common = read(&folder.join("commondir")).and_then(|common| String::from_utf8(common).ok());
    Some(common.map_or_else(|| folder.clone(), |common| folder.join(common.trim())))
}

/// The content of the file that `core.excludesFile` names, or of its default. The repository's setting is stronger than the user's.
fn excludes(common: Option<&Path>) -> Option<Vec<u8>> {
    let home = std::env::home_dir().filter(|home| !home.as_os_str().is_empty());
    let xdg = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).filter(|xdg| xdg.is_absolute());
    let xdg = xdg.or_else(|| Some(home.as_ref()?.join(".config"))).map(|xdg| xdg.join("git"));
    let configs = [
        common.map(|common| common.join("config")),
        home.as_ref().map(|home| home.join(".gitconfig")),
        xdg.as_ref().map(|xdg| xdg.join("config")),
        Some(PathBuf::from("/etc/gitconfig")),
    ];
    let named = configs.into_iter().flatten().find_map(|config| excludes_file(&config, home.as_deref(), 0));
    read(&named.or_else(|| Some(xdg?.join("ignore")))?)
}

/// How deep one configuration may include another.
const MOST_INCLUDES: u32 = 8;

/// The value of `core.excludesFile` in a configuration file and those that it includes; the last one counts. Conditions of includes are not
/// judged, so what they bring is left out.
fn excludes_file(config: &Path, home: Option<&Path>, depth: u32) -> Option<PathBuf> {
    let text = String::from_utf8_lossy(&read(config)?).replace("\\\n", "");
    let mut found = None;
    for (section, key, value) in settings(&text) {
        let path = match (value.strip_prefix("~/"), home) {
            (Some(rest), Some(home)) => home.join(rest),
            _ => PathBuf::from(&value),
        };
        if section == "core" && key == "excludesfile" {
            // Git takes a relative one from wherever it runs, which here is nowhere.
            found = Some(path).filter(|path| path.is_absolute());
        } else if section == "include" && key == "path" && depth < MOST_INCLUDES {
            let path = config.parent().map_or_else(|| path.clone(), |folder| folder.join(&path));
            found = excludes_file(&path, home, depth + 1).or(found);
        }
    }
    found
}

/// The settings of a configuration file: section and key in small letters, and the value without quotes and comments.
fn settings(text: &str) -> impl Iterator<Item = (String, String, String)> {
    let mut section = String::new();
    text.lines().filter_map(move |line| {
        let mut line = line.trim();
        if let Some((name, rest)) = line.strip_prefix('[').and_then(|line| line.split_once(']')) {
            section = name.trim().to_ascii_lowercase();
            line = rest.trim();
        }
        let (key, value) = line.split_once('=')?;
        Some((section.clone(), key.trim().to_ascii_lowercase(), plain(value.trim())))
    })
}

/// A value without its quotes, and without a comment outside them.
fn plain(value: &str) -> String {
    let (mut quoted, mut escaped, mut out) = (false, false, String::new());
    for letter in value.chars() {
        match letter {
            _ if escaped => {
                out.push(letter);
                escaped = false;
            }
            '\\' => escaped = true,
            '"' => quoted = !quoted,
            '#' | ';' if !quoted => break,
            _ => out.push(letter),
        }
    }
    out.trim_end().to_owned()
}

fn read(path: &Path) -> Option<Vec<u8>> {
    let metadata = fs::metadata(path).ok()?;
    (metadata.is_file() && metadata.len() <= MOST).then(|| fs::read(path).ok())?
}

#[cfg(test)]
mod tests {
    use super::excludes_file;
    use std::path::PathBuf;

    #[test]
    fn the_last_setting_of_the_section_counts() {
        for (config, expected) in [
            ("[core]\n\texcludesFile = ~/ignore\n", "/home/me/ignore"),
            ("[Core]\nexcludesfile=\"/a b\"\n[user]\nexcludesfile=/no\n", "/a b"),
            ("[core]\nexcludesfile = /a\n[core]\nexcludesfile = /b\n", "/b"),
            ("[core] excludesfile = /a # c\n", "/a"),
            ("[core]\nexcludesfile = \"/x\"/y ; c\n", "/x/y"),
            ("[core]\nexcludesfile = \\\n/x\n", "/x"),
            ("[core]\nexcludesfile = relative\n", ""),
            ("[core \"x\"]\nexcludesfile = /a\n", ""),
            ("[include]\npath = other\n", "/from/other"),
            ("[include]\npath = other\n[core]\nexcludesfile = /own\n", "/own"),
            ("[include]\npath = config\n", ""),
            ("[user]\nname = x\n", ""),
        ] {
            let folder = std::env::temp_dir().join(format!("janito-git-{}", std::process::id()));
            std::fs::create_dir_all(&folder).expect("a folder");
            std::fs::write(folder.join("other"), "[core]\nexcludesfile = /from/other\n").expect("a file");
            std::fs::write(folder.join("config"), config).expect("a file");
            let found = excludes_file(&folder.join("config"), Some("/home/me".as_ref()), 0);
            assert_eq!(found.unwrap_or_default(), PathBuf::from(expected), "{config}");
            std::fs::remove_dir_all(&folder).expect("it is there");
        }
    }
}
