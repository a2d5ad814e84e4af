//! `completions`: a script that completes the commands, the tools and their flags in a shell.

use super::args::{self, Options};
use super::exit::{Exit, Stop};
use super::{call, output};
use clap::{Arg, ArgMatches, Command};
use clap_complete::{Generator, Shell};

pub(super) fn command() -> Command {
    Command::new("completions").about("Print a script that completes commands, tools and their flags in a shell").arg(
        Arg::new("shell").value_name("SHELL").required(true).value_parser(clap::value_parser!(Shell)).help("The shell"),
    )
}

pub(super) fn run(options: &Options, matches: &ArgMatches) -> Result<Exit, Stop> {
    let Some(shell) = matches.get_one::<Shell>("shell") else {
        return Err(Stop::usage("no shell was named"));
    };
    let session = options.session(None)?;
    let mut program = args::program(&options.program, call::full(&session));
    program.set_bin_name(options.program.clone());
    program.build();
    let mut script = Vec::new();
    shell.try_generate(&program, &mut script).map_err(|error| Stop::failed(error.to_string()))?;
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}
