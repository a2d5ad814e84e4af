//! The program's own options, which stand before the command, and the session that they ask for.

use super::exit::{Exit, Stop};
use super::reporter::Terminal;
use super::{completions, output, schema, tools};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use janito_core::{Error, Permissions, Registry, Session, SessionBuilder};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What was asked for before the command.
pub(super) struct Options {
    /// What the program is called.
    pub(super) program: String,
    /// No reports, no warning.
    pub(super) quiet: bool,
    granted: Permissions,
    toolsets: Vec<String>,
    roots: Vec<PathBuf>,
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
        .arg(flag("quiet", 'q', "Print no reports and no warning"))
        .arg(
            Arg::new("color")
                .long("color")
                .value_name("WHEN")
                .value_parser(PossibleValuesParser::new(["auto", "always", "never"]))
                .default_value("auto")
                .help("Colour what goes to stderr"),
        )
        .after_help(
            "These options stand before the command. -r, -w and -x add up; without any, all permissions are granted.",
        )
        .subcommands([tools::command(), schema::command(), call, completions::command()])
}

/// The file name that the program was started by.
pub(super) fn program_name(argv: &[OsString]) -> String {
    let stem = argv.first().and_then(|path| Path::new(path).file_stem());
    stem.map_or_else(|| "janito".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

impl Options {
    pub(super) fn read(program: String, matches: &ArgMatches) -> Self {
        match matches.get_one::<String>("color").map(String::as_str) {
            Some("always") => anstream::ColorChoice::Always.write_global(),
            Some("never") => anstream::ColorChoice::Never.write_global(),
            _ => {}
        }
        let [read, write, exec] = ["read", "write", "exec"].map(|name| matches.get_flag(name));
        let roots: Vec<PathBuf> = matches.get_many("root").unwrap_or_default().cloned().collect();
        Self {
            program,
            quiet: matches.get_flag("quiet"),
            granted: Permissions::new(read, write, exec),
            toolsets: matches.get_many("toolset").unwrap_or_default().cloned().collect(),
            roots: if roots.is_empty() { vec![PathBuf::from(".")] } else { roots },
        }
    }

    /// Opens the session. Nothing is said about permissions; see [`warn`](Self::warn).
    pub(super) fn session(&self, reporter: Option<Terminal>) -> Result<Session, Stop> {
        let registry = self.toolsets.iter().fold(Registry::linked(), |builder, name| builder.toolset(name)).build()?;
        let granted = if self.granted.is_empty() { Permissions::ALL } else { self.granted };
        let builder = self.roots.iter().fold(registry.session().grant(granted), SessionBuilder::root);
        let builder = match reporter {
            Some(reporter) => builder.reporter(reporter),
            None => builder,
        };
        Ok(builder.open()?)
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
            Error::UnknownToolset { .. } | Error::Root { .. } | Error::UnknownDialect { .. } => Exit::Usage,
            _ => Exit::Failed,
        };
        Self::Told { exit, message: error.to_string() }
    }
}
