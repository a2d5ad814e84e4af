//! `schema`: the definitions that a provider is sent.

use super::args::Options;
use super::exit::{Exit, Stop};
use super::pretty::pretty;
use super::{names, output};
use clap::{Arg, ArgAction, ArgMatches, Command};
use janito_core::{Dialect, Offer, Session};
use std::sync::Arc;

pub(super) fn command() -> Command {
    let dialects: Vec<&str> = Dialect::ALL.iter().map(|dialect| dialect.name()).collect();
    Command::new("schema")
        .about("Print the definitions of the tools as a provider is sent them: a JSON array")
        .arg(
            Arg::new("dialect")
                .long("dialect")
                .value_name("NAME")
                .value_parser(dialects)
                .default_value(Dialect::OpenAi.name())
                .help("The provider's form"),
        )
        .arg(
            Arg::new("pretty")
                .long("pretty")
                .action(ArgAction::SetTrue)
                .help("Print it on several lines; without, the exact bytes and a line's end"),
        )
        .arg(Arg::new("tools").value_name("TOOL").num_args(0..).help("These tools only"))
}

pub(super) fn run(options: &Options, matches: &ArgMatches) -> Result<Exit, Stop> {
    let session = options.session()?;
    let dialect = matches.get_one::<String>("dialect").map_or(Ok(Dialect::OpenAi), |name| name.parse())?;
    let wanted: Vec<&String> = matches.get_many("tools").unwrap_or_default().collect();
    let definitions = if wanted.is_empty() {
        session.definitions(dialect)
    } else {
        session.definitions_of(dialect, &chosen(&session, &wanted)?)
    };
    options.warn();
    if matches.get_flag("pretty") {
        output::print(&pretty(definitions.json()))?;
    } else {
        output::print(definitions.json())?;
    }
    Ok(Exit::Success)
}

/// The tools of these names, or all that is wrong with the names.
fn chosen(session: &Session, names: &[&String]) -> Result<Vec<Arc<Offer>>, Stop> {
    let mut offers = Vec::with_capacity(names.len());
    let mut failures: Vec<(Exit, String)> = Vec::new();
    for name in names {
        let found = names::find(session.registry(), name);
        match session.lookup(found.as_ref().map_or(name.as_str(), |offer| offer.name())) {
            Ok(offer) => offers.push(offer),
            Err(failure) => match names::elsewhere(session, name) {
                Some(message) => failures.push((Exit::Usage, message)),
                None => failures.push((failure.kind().into(), failure.message().to_owned())),
            },
        }
    }
    let messages: Vec<&str> = failures.iter().map(|(_, message)| message.as_str()).collect();
    // An unknown name is the graver fault: the command line is wrong whatever is granted.
    match failures.iter().map(|(exit, _)| *exit).max_by_key(|exit| *exit as u8) {
        Some(exit) => Err(Stop::Told { exit, message: messages.join("; ") }),
        None => Ok(offers),
    }
}
