//! The program's own options, which stand before the command, and the session that they ask for.

use super::exit::{Exit, Stop};
use super::reporter::Terminal;
use super::text::visible_line;
use super::{completions, help, output, schema, state, tools, trash};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use janito_core::{Error, Permissions, Registry, Session, SessionBuilder};
use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What was asked for before the command.
pub(super) struct Options {
    /// What the program is called.
    pub(super) program: String,
    /// No reports, no warning.
    pub(super) quiet: bool,
    /// One JSON document, whatever happens.
    pub(super) json: bool,
    granted: Permissions,
    toolsets: Vec<String>,
    roots: Vec<PathBuf>,
    state: Option<PathBuf>,
}

/// The whole command line; what stands in `call` depends on the tools, which only the options before it can tell.
pub(super) fn program(name: &str, call: Command) -> Command {
    let version = env!("CARGO_PKG_VERSION");
    let version = if name == "janito" { version.to_owned() } else { format!("(janito {version})") };
    let flag = |name: &'static str, short, help: &'static str| {
        Arg::new(name).long(name).short(short).action(ArgAction::SetTrue).help(help)
    };
    Command::new(name.to_owned())
        .about("Tools that language models call, as a command line")
        .version(version)
        .args_override_self(true)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .arg(flag("read", 'r', "Grant to read files, the network, the system's state"))
        .arg(flag("write", 'w', "Grant to create, change and delete"))
        .arg(flag("exec", 'x', "Grant to run programs"))
        .arg(
            Arg::new("toolset")
                .long("toolset")
                .short('t')
                .value_name("NAME")
                .action(ArgAction::Append)
                .help("Load this toolset only; may be repeated"),
        )
        .arg(
            Arg::new("root")
                .long("root")
                .value_name("DIR")
                .action(ArgAction::Append)
                .value_parser(clap::value_parser!(PathBuf))
                .help("Let tools reach this directory only; may be repeated [default: the current one]"),
        )
        .arg(
            Arg::new("state")
                .long("state")
                .value_name("DIR")
                .value_parser(clap::value_parser!(PathBuf))
                .help("Keep the trash in this directory [default: $JANITO_STATE_DIR, else the user's for states]"),
        )
        .arg(flag("quiet", 'q', "Print no reports and no warning"))
        .arg(
            Arg::new("color")
                .long("color")
                .value_name("WHEN")
                .value_parser(PossibleValuesParser::new(["auto", "always", "never"]))
                .default_value("auto")
                .help("Colour help and what goes to stderr"),
        )
        .arg(json())
        .after_help(
            "These options stand before the command. -r, -w and -x add up; without any, all permissions are granted.",
        )
        .subcommands([
            tools::command(),
            schema::command(),
            call,
            trash::command(),
            completions::command(),
            help::command(),
        ])
}

/// The flag that asks for a JSON document. `--json=true` is how others write it.
pub(super) fn json() -> Arg {
    Arg::new("json")
        .long("json")
        .value_name("BOOLEAN")
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value("true")
        .hide_possible_values(true)
        .overrides_with("json")
        .value_parser(clap::value_parser!(bool))
        .help("Print one JSON document, of what goes wrong as well; help stays text")
}

/// Whether the flag of [`json`] is set.
pub(super) fn is_json(matches: &ArgMatches) -> bool {
    matches.get_one("json").copied().unwrap_or(false)
}

/// Whether some words ask for a JSON document, where they cannot be read otherwise.
pub(super) fn wants_json(words: &[OsString]) -> bool {
    words.iter().take_while(|word| *word != "--").any(|word| {
        let word = word.to_string_lossy();
        word == "--json" || word.strip_prefix("--json=").is_some_and(|value| value != "false")
    })
}

/// Sets whether there are colours, before anything is read: what is wrong with the words has colours, too.
pub(super) fn color(argv: &[OsString]) {
    let mut words = argv.iter().skip(1).map(|word| word.to_string_lossy());
    let mut chosen = None;
    while let Some(word) = words.next() {
        if let Some(value) = word.strip_prefix("--color=") {
            chosen = Some(value.to_owned());
        } else if word == "--color" {
            chosen = words.next().map(Cow::into_owned);
        } else if matches!(&*word, "--root" | "--toolset" | "--state") || is_cluster_of_toolset(&word) {
            words.next();
        } else if word == "--" || !word.starts_with('-') {
            break;
        }
    }
    match chosen.as_deref() {
        Some("always") => anstream::ColorChoice::Always.write_global(),
        Some("never") => anstream::ColorChoice::Never.write_global(),
        _ => {}
    }
}

/// Whether it is `-t`, alone or behind other letters, with its value in the next word.
fn is_cluster_of_toolset(word: &str) -> bool {
    word.strip_prefix('-')
        .is_some_and(|letters| !letters.starts_with('-') && letters.find('t') == Some(letters.len() - 1))
}

/// The letter and name of the program's own options.
pub(super) const OWN: [(char, &str); 5] =
    [('r', "read"), ('w', "write"), ('x', "exec"), ('t', "toolset"), ('q', "quiet")];

/// The options of the program that have no letter.
pub(super) const OWN_LONG: [&str; 3] = ["root", "state", "color"];

/// The file name that the program was started by.
pub(super) fn program_name(argv: &[OsString]) -> String {
    let stem = argv.first().and_then(|path| Path::new(path).file_stem());
    stem.map_or_else(|| "janito".to_owned(), |stem| visible_line(&stem.to_string_lossy()).into_owned())
}

impl Options {
    pub(super) fn read(program: String, matches: &ArgMatches) -> Self {
        let [read, write, exec] = ["read", "write", "exec"].map(|name| matches.get_flag(name));
        Self {
            program,
            quiet: matches.get_flag("quiet"),
            json: is_json(matches),
            granted: Permissions::new(read, write, exec),
            toolsets: matches.get_many("toolset").unwrap_or_default().cloned().collect(),
            roots: matches.get_many("root").unwrap_or_default().cloned().collect(),
            state: matches.get_one("state").cloned(),
        }
    }

    /// The directories that were named for tools to reach.
    pub(super) fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    /// Loads the tools.
    pub(super) fn registry(&self) -> Result<Registry, Stop> {
        Ok(self.toolsets.iter().fold(Registry::linked(), |builder, name| builder.toolset(name)).build()?)
    }

    /// Opens a session that only tells of tools. Nothing is said about permissions; see [`warn`](Self::warn).
    pub(super) fn session(&self) -> Result<Session, Stop> {
        self.open(&self.registry()?, None, false)
    }

    /// Opens a session. If it `keeps`, what is deleted goes to the trash.
    pub(super) fn open(&self, registry: &Registry, reporter: Option<&Terminal>, keeps: bool) -> Result<Session, Stop> {
        if !self.roots.is_empty() {
            return Ok(self.open_at(registry, &self.roots, reporter, keeps)?);
        }
        match self.open_at(registry, &[PathBuf::from(".")], reporter, keeps) {
            // It was deleted, say. Not everything needs files.
            Err(Error::Root { reason, .. }) => {
                if !self.quiet {
                    output::warning(&format!(
                        "no file can be reached: the current directory cannot be opened ({reason}); name another with --root"
                    ));
                }
                Ok(self.open_at(registry, &[], reporter, keeps)?)
            }
            opened => Ok(opened?),
        }
    }

    /// Opens a session on these directories. Where there can be no trash, that is said, unless its place was named: then nothing is done.
    pub(super) fn open_at(
        &self,
        registry: &Registry,
        roots: &[PathBuf],
        reporter: Option<&Terminal>,
        keeps: bool,
    ) -> Result<Session, Error> {
        let granted = if self.granted.is_empty() { Permissions::ALL } else { self.granted };
        let folder = self.state();
        // Without a trash, too, no tool is to reach it.
        let open = |trash: bool| {
            let mut builder = roots.iter().fold(registry.session().grant(granted), SessionBuilder::root).trash(trash);
            if let Some(state) = &folder {
                builder = builder.state(state);
            }
            match reporter {
                Some(reporter) => builder.reporter(reporter.clone()).open(),
                None => builder.open(),
            }
        };
        if !keeps {
            return open(false);
        }
        let reason = match (open(true), &folder) {
            (Err(error @ Error::State { .. }), _) if self.state.is_none() => error.to_string(),
            (opened, Some(_)) => return opened,
            (_, None) => "the environment names no home directory".to_owned(),
        };
        if !self.quiet {
            output::warning(&format!(
                "there is no trash, so what is deleted or replaced is gone: {reason}; name a place with --state"
            ));
        }
        open(false)
    }

    /// The state folder.
    pub(super) fn state(&self) -> Option<PathBuf> {
        state::folder(self.state.as_deref())
    }

    /// Says that nothing was withheld, if so.
    pub(super) fn warn(&self) {
        if self.granted.is_empty() && !self.quiet {
            output::warning("running with all permissions; use -r, -w, -x to grant less");
        }
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        let exit = match error {
            Error::UnknownToolset { .. } | Error::Root { .. } | Error::State { .. } | Error::UnknownDialect { .. } => {
                Exit::Usage
            }
            _ => Exit::Failed,
        };
        Self::Told { exit, message: error.to_string() }
    }
}
