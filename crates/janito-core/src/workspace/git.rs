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
    let named = configs.into_iter().flatten().find_map(|config| {
        let text = String::from_utf8_lossy(&read(&config)?).into_owned();
        let value = excludes_file(&text)?;
        match (value.strip_prefix("~/"), &home) {
            (Some(rest), Some(home)) => Some(home.join(rest)),
            // Git takes a relative one from wherever it runs, which here is nowhere.
            _ => Some(PathBuf::from(value)).filter(|path| path.is_absolute()),
        }
    });
    read(&named.or_else(|| Some(xdg?.join("ignore")))?)
}

/// The value of `core.excludesFile` in a configuration file; the last one counts.
fn excludes_file(config: &str) -> Option<String> {
    let (mut core, mut found) = (false, None);
    for line in config.lines() {
        let line = line.trim();
        if let Some(section) = line.strip_prefix('[') {
            core = section.split(']').next().is_some_and(|name| name.trim().eq_ignore_ascii_case("core"));
        } else if core
            && let Some((key, value)) = line.split_once('=')
            && key.trim().eq_ignore_ascii_case("excludesfile")
        {
            found = Some(value.trim().trim_matches('"').to_owned());
        }
    }
    found
}

fn read(path: &Path) -> Option<Vec<u8>> {
    let metadata = fs::metadata(path).ok()?;
    (metadata.is_file() && metadata.len() <= MOST).then(|| fs::read(path).ok())?
}

#[cfg(test)]
mod tests {
    use super::excludes_file;

    #[test]
    fn the_last_setting_of_the_section_counts() {
        for (config, expected) in [
            ("[core]\n\texcludesFile = ~/ignore\n", Some("~/ignore")),
            ("[Core]\nexcludesfile=\"/a b\"\n[user]\nexcludesfile=/no\n", Some("/a b")),
            ("[core]\nexcludesfile = /a\n[core]\nexcludesfile = /b\n", Some("/b")),
            ("[core \"x\"]\nexcludesfile = /a\n", None),
            ("[user]\nname = x\n", None),
        ] {
            assert_eq!(excludes_file(config).as_deref(), expected, "{config}");
        }
    }
}
