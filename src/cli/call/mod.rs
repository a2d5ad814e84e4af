//! `call`: one call of one tool.
//!
//! What stands before the tool's name is read together with the program's own options; the tool's arguments can only be read once the
//! session is open that these ask for.

mod arguments;
mod command;
mod flag;
mod value;
mod wait;

use super::args::{self, Options};
use super::exit::{Exit, Stop};
use super::pretty::pretty;
use super::reporter::Terminal;
use super::text::visible_json;
use super::{names, output, tools};
use clap::{Arg, ArgAction, ArgMatches, Command};
use janito_core::{Failure, FailureKind, Outcome, Permissions, Session};
use std::ffi::OsString;

/// The command as it is read first: the tool and its arguments stay as they are.
pub(super) fn outline() -> Command {
    let help = Arg::new("help").long("help").short('h').action(ArgAction::SetTrue).help("Print help");
    base().disable_help_flag(true).arg(help).allow_external_subcommands(true)
}

/// The command with everything that it takes here, for help and, with every spelling of a tool's name, for completions.
pub(super) fn full(session: &Session, spelt: bool) -> Command {
    let mut taken: Vec<String> = session.registry().tools().iter().map(|tool| tool.name().to_owned()).collect();
    let mut call = base();
    for tool in session.tools() {
        let free = names::spellings(tool.name()).into_iter().filter(|spelling| {
            let free = !taken.contains(spelling);
            taken.push(spelling.clone());
            free
        });
        let (free, tool) = (free.collect::<Vec<_>>(), command::of(&tool, ""));
        call = call.subcommand(if spelt { tool.visible_aliases(free) } else { tool.aliases(free) });
    }
    call
}

fn base() -> Command {
    Command::new("call")
        .about("Call a tool; without a tool, list them")
        .disable_help_subcommand(true)
        .subcommand_value_name("TOOL")
        .subcommand_help_heading("Tools")
        .arg(args::json().help_heading("Calling"))
        .after_help("A name may be written as `WordCount`, `word-count` or `word_count`. `TOOL --help` is a tool's documentation.")
}

pub(super) fn run(options: &Options, matches: &ArgMatches) -> Result<Exit, Stop> {
    let (name, words) = match matches.subcommand() {
        Some((name, words)) => (Some(name), words.get_many::<OsString>("").unwrap_or_default().cloned().collect()),
        None => (None, Vec::new()),
    };
    let json = options.json || args::is_json(matches) || args::wants_json(&words);
    match name {
        _ if matches.get_flag("help") => help(options),
        Some(name) => call(options, name, &words, json),
        None => offer(options, json),
    }
}

/// Prints what may be called.
pub(super) fn help(options: &Options) -> Result<Exit, Stop> {
    let session = options.session()?;
    let mut call = full(&session, false).bin_name(format!("{} call", options.program));
    output::help(&call.render_long_help())?;
    Ok(Exit::Success)
}

/// Prints a tool's documentation.
pub(super) fn help_of(options: &Options, name: &str) -> Result<Exit, Stop> {
    call(options, name, &["--help".into()], options.json)
}

fn offer(options: &Options, json: bool) -> Result<Exit, Stop> {
    let session = options.session()?;
    options.warn();
    tools::list(&session, json)?;
    Ok(Exit::Success)
}

fn call(options: &Options, name: &str, words: &[OsString], json: bool) -> Result<Exit, Stop> {
    let terminal = (!options.quiet).then(Terminal::stderr);
    let registry = options.registry()?;
    let found = names::find(&registry, name);
    let arguments = found.as_ref().map(|tool| arguments::read(tool, &options.program, words)).transpose()?;
    // Only what writes has something to throw away.
    let keeps = found.as_ref().is_some_and(|tool| tool.permissions().contains(Permissions::WRITE));
    let session = options.open(&registry, terminal.as_ref(), keeps)?;
    let call = match (found, arguments) {
        (Some(tool), Some(arguments)) => (tool.name().to_owned(), arguments),
        // The session has the words for it.
        _ => match names::elsewhere(&session, name) {
            Some(message) => return Err(Stop::usage(message)),
            None => (name.to_owned(), String::new()),
        },
    };
    options.warn();
    make(&session, terminal, call, options.quiet, json)
}

/// Makes a call, and prints what came of it.
pub(super) fn make(
    session: &Session,
    terminal: Option<Terminal>,
    call: (String, String),
    quiet: bool,
    json: bool,
) -> Result<Exit, Stop> {
    let outcome = wait::outcome(session.invoke(call), || {
        if let Some(terminal) = &terminal {
            terminal.finish();
            output::note("the call is given a moment to end; a second signal stops it at once");
        }
    })?;
    let told = terminal.is_some_and(|terminal| terminal.finish());
    let Some(outcome) = outcome else {
        return Err(Stop::Told { exit: Exit::Cancelled, message: "cancelled".to_owned() });
    };
    if json {
        output::print(&visible_json(&outcome.to_json()))?;
    } else {
        show(&outcome, quiet, told)?;
    }
    Ok(Exit::from(&outcome))
}

/// Prints an outcome for people. A failure that was `told` by the reporter is not told again.
fn show(outcome: &Outcome, quiet: bool, told: bool) -> Result<(), Stop> {
    if !quiet {
        for repair in &outcome.repairs {
            // One of the arguments as a whole has no path.
            output::note(repair.to_string().trim_start_matches(": "));
        }
    }
    if let Some(result) = outcome.output() {
        return output::print(&visible_json(&pretty(result.json())));
    }
    if let Some(failure) = outcome.failure() {
        match failure.kind() {
            _ if told => {}
            // One line for each problem.
            FailureKind::BadArguments => output::errors(failure.message()),
            _ => output::error(failure.message()),
        }
        facts(failure);
    }
    Ok(())
}

fn facts(failure: &Failure) {
    // The message about arguments has them all.
    if failure.kind() != FailureKind::BadArguments {
        for (key, value) in failure.facts() {
            output::detail(&format!("{key}: {value}"));
        }
    }
}
