//! The command line. It parses, opens a session and prints; what a tool takes and does is the tool's matter, what is allowed the session's.
//!
//! Results go to stdout, everything else to stderr.

mod args;
mod call;
mod completions;
mod exit;
mod names;
mod output;
mod pretty;
mod reporter;
mod schema;
mod text;
mod tools;

use args::Options;
use exit::{Exit, Stop};
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the program on its own arguments.
pub(crate) fn run() -> ExitCode {
    let argv: Vec<OsString> = std::env::args_os().collect();
    match command(&argv) {
        Ok(exit) => exit.into(),
        Err(stop) => stop.print().into(),
    }
}

fn command(argv: &[OsString]) -> Result<Exit, Stop> {
    let program = args::program_name(argv);
    let matches = match args::program(&program, call::outline()).try_get_matches_from(argv) {
        Ok(matches) => matches,
        Err(error) => return call::unread(argv, error.into()),
    };
    let options = Options::read(program, &matches);
    match matches.subcommand() {
        Some(("tools", matches)) => tools::run(&options, matches),
        Some(("schema", matches)) => schema::run(&options, matches),
        Some(("completions", matches)) => completions::run(&options, matches),
        Some((_, matches)) => call::run(&options, matches),
        None => Err(Stop::usage("no command was given; see `--help`")),
    }
}
