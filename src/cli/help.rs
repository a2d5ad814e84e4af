//! `help`: the help of the program, of a command or of a tool.

use super::args::{self, Options};
use super::exit::{Exit, Stop};
use super::{call, output};
use clap::{Arg, ArgMatches, Command};

pub(super) fn command() -> Command {
    Command::new("help")
        .about("Print help, of a command, of `call` and a tool, or of `trash` and a command of its")
        .arg(Arg::new("command").value_name("COMMAND").value_parser([
            "tools",
            "schema",
            "call",
            "trash",
            "completions",
            "help",
        ]))
        .arg(
            Arg::new("tool")
                .value_name("TOOL")
                .help("After `call`: a tool, for its documentation; after `trash`: `list` or `restore`"),
        )
}

pub(super) fn run(options: &Options, matches: &ArgMatches) -> Result<Exit, Stop> {
    let word = |id: &str| matches.get_one::<String>(id).map(String::as_str);
    match (word("command"), word("tool")) {
        (Some("call"), Some(tool)) => return call::help_of(options, tool),
        (Some("trash"), Some("list" | "restore")) => {}
        (Some(command), Some(tool)) => {
            return Err(Stop::usage(format!("`{command}` has no commands such as `{tool}`")));
        }
        (Some("call"), None) => return call::help(options),
        _ => {}
    }
    let mut program = args::program(&options.program, call::outline());
    program.build();
    let words = [word("command"), word("tool")];
    let shown = words.into_iter().flatten().try_fold(&mut program, |shown, word| shown.find_subcommand_mut(word));
    if let Some(shown) = shown {
        output::help(&shown.render_long_help())?;
    }
    Ok(Exit::Success)
}
