//! `completions`: a script that completes the commands, the tools and their flags in a shell.

use super::args::{self, Options};
use super::exit::{Exit, Stop};
use super::{call, output};
use clap::{Arg, ArgMatches, Command};
use clap_complete::{Generator, Shell};
use std::iter;

pub(super) fn command() -> Command {
    Command::new("completions").about("Print a script that completes commands, tools and their flags in a shell").arg(
        Arg::new("shell").value_name("SHELL").required(true).value_parser(clap::value_parser!(Shell)).help("The shell"),
    )
}

pub(super) fn run(options: &Options, matches: &ArgMatches) -> Result<Exit, Stop> {
    let Some(shell) = matches.get_one::<Shell>("shell") else {
        return Err(Stop::usage("no shell was named"));
    };
    let session = options.session()?;
    // The scripts make names of functions of it.
    let is_plain = |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.');
    let name: String =
        options.program.chars().map(|character| if is_plain(character) { character } else { '_' }).collect();
    let call = call::full(&session, true);
    let spellings = call
        .get_subcommands()
        .flat_map(|tool| iter::once(tool.get_name()).chain(tool.get_visible_aliases()).map(str::to_owned));
    let tools: Vec<String> = spellings.collect();
    let mut program = args::program(&name, call)
        .mut_subcommand("schema", |schema| schema.mut_arg("tools", |arg| arg.value_parser(tools.clone())))
        .mut_subcommand("help", |help| help.mut_arg("tool", |arg| arg.value_parser(tools.clone())));
    program.set_bin_name(name);
    program.build();
    let mut script = Vec::new();
    shell.try_generate(&program, &mut script).map_err(|error| Stop::failed(error.to_string()))?;
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}
