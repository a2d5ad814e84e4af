//! The command line. It parses, opens a session and prints; what a tool takes and does is the tool's matter, what is allowed the session's.
//!
//! Results go to stdout, everything else to stderr.

mod args;
mod call;
mod completions;
mod exit;
mod help;
mod names;
mod output;
mod panic;
mod pretty;
mod reporter;
mod schema;
mod state;
mod text;
mod tools;
mod trash;

use args::Options;
use exit::{Exit, Stop};
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the program on its own arguments.
pub(crate) fn run() -> ExitCode {
    let argv: Vec<OsString> = std::env::args_os().collect();
    args::color(&argv);
    let done = panic::guarded(|| command(&argv)).unwrap_or_else(Err);
    let done = match done {
        Err(stop) if stop.is_error() && args::wants_json(argv.get(1..).unwrap_or_default()) => document(&stop),
        done => done,
    };
    match done {
        Ok(exit) => exit.into(),
        Err(stop) => stop.print().into(),
    }
}

/// Prints why there is no result, in the form of an outcome.
fn document(stop: &Stop) -> Result<Exit, Stop> {
    let message = serde_json::Value::from(stop.message());
    output::print(&text::visible_json(&format!("{{\"success\":false,\"error\":{message}}}")))?;
    Ok(stop.exit())
}

fn command(argv: &[OsString]) -> Result<Exit, Stop> {
    let program = args::program_name(argv);
    let matches = args::program(&program, call::outline()).try_get_matches_from(argv)?;
    let options = Options::read(program, &matches);
    match matches.subcommand() {
        Some(("tools", matches)) => tools::run(&options, matches),
        Some(("schema", matches)) => schema::run(&options, matches),
        Some(("trash", matches)) => trash::run(&options, matches),
        Some(("completions", matches)) => completions::run(&options, matches),
        Some(("help", matches)) => help::run(&options, matches),
        Some((_, matches)) => call::run(&options, matches),
        None => Err(Stop::usage("no command was given; see `--help`")),
    }
}
