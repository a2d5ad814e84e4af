//! `trash`: what was deleted or replaced, and the way back.

use super::args::{self, Options};
use super::exit::{Exit, Stop};
use super::reporter::Terminal;
use super::text::{visible_json, visible_line};
use super::tools::table;
use super::{call, names, output};
use clap::{Arg, ArgAction, ArgMatches, Command};
use janito_core::{Permissions, Registry, Tool, Trash, Trashed};
use jiff::{Timestamp, tz::TimeZone};
use serde_json::json;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

/// The tool that brings things back.
const RESTORE: &str = "RestoreFile";

pub(super) fn command() -> Command {
    let overwrite = Arg::new("overwrite").long("overwrite").action(ArgAction::SetTrue);
    Command::new("trash")
        .about("List what tools deleted or replaced, and bring it back")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .subcommand(
            Command::new("list")
                .about(
                    "List what is in the trash, the latest first; with --root before the command, of these directories",
                )
                .arg(args::json()),
        )
        .subcommand(
            Command::new("restore")
                .about("Bring a thing back to where it was")
                .arg(Arg::new("id").value_name("ID").required(true).help("What `trash list` shows it by"))
                .arg(overwrite.help("Replace a file that is there now, which goes to the trash itself"))
                .arg(args::json()),
        )
}

pub(super) fn run(options: &Options, matches: &ArgMatches) -> Result<Exit, Stop> {
    let (entries, unusable) = entries(options)?;
    match matches.subcommand() {
        Some(("restore", matches)) => {
            let id = matches.get_one::<String>("id").map(String::as_str).unwrap_or_default();
            restore(options, &entries, id, matches.get_flag("overwrite"), options.json || args::is_json(matches))
        }
        Some((_, matches)) => {
            let json = options.json || args::is_json(matches);
            output::print(&if json {
                visible_json(&document(&entries, &unusable)).into_owned()
            } else {
                listing(&entries, &unusable)
            })?;
            Ok(Exit::Success)
        }
        None => Err(Stop::usage("no command was given; see `trash --help`")),
    }
}

/// What is there, beneath the roots that were named, or of all; and the ids of what is there and can be brought back to no place.
fn entries(options: &Options) -> Result<(Vec<Trashed>, Vec<String>), Stop> {
    let Some(state) = options.state() else {
        return Err(Stop::usage(
            "the environment names no home directory; say where the trash is with --state before the command",
        ));
    };
    // A trash is kept by a session that may write; this one reaches nothing.
    let session = Registry::of::<&Tool>([]).build()?.session().grant(Permissions::WRITE).state(state).open()?;
    let unreadable = |error| Stop::failed(format!("the trash cannot be read: {error}"));
    let mut entries = session.trash().map_or(Ok(Vec::new()), Trash::entries).map_err(unreadable)?;
    let unusable = session.trash().map_or(Ok(Vec::new()), Trash::unusable).map_err(unreadable)?;
    let roots: Vec<PathBuf> =
        options.roots().iter().map(|root| root.canonicalize().unwrap_or_else(|_| root.clone())).collect();
    entries.retain(|entry| roots.is_empty() || roots.iter().any(|root| entry.path.starts_with(root)));
    Ok((entries, unusable))
}

fn restore(options: &Options, entries: &[Trashed], id: &str, overwrite: bool, json: bool) -> Result<Exit, Stop> {
    let Some(entry) = entries.iter().find(|entry| entry.id == id) else {
        return Err(Stop::failed(format!("there is nothing in the trash with the id `{id}`; see `trash list`")));
    };
    let registry = options.registry()?;
    let Some(tool) = names::find(&registry, RESTORE) else {
        return Err(Stop::failed(format!("the tool {RESTORE} is not loaded, which brings things back")));
    };
    let terminal = (!options.quiet).then(Terminal::stderr);
    let path = trusted(options, entry)?;
    if !options.quiet {
        output::note(&format!("it goes to {}", path.display()));
    }
    let roots = if options.roots().is_empty() { std::slice::from_ref(&entry.root) } else { options.roots() };
    let session = options.open_at(&registry, roots, terminal.as_ref(), true)?;
    let arguments = json!({"id": id, "overwrite": overwrite}).to_string();
    call::make(&session, terminal, (tool.name().to_owned(), arguments), options.quiet, json)
}

/// Where an entry goes, if what it says of itself can be true.
fn trusted<'a>(options: &Options, entry: &'a Trashed) -> Result<&'a Path, Stop> {
    let refuse =
        |reason: &str| Stop::failed(format!("`{}` says that it lay in {}: {reason}", entry.id, entry.root.display()));
    let is_plain = entry.path.components().all(|part| matches!(part, Component::RootDir | Component::Normal(_)));
    if !is_plain || !entry.path.starts_with(&entry.root) || entry.path == entry.root {
        return Err(refuse("its path does not lie there, so somebody has changed the entry, and it is not used"));
    }
    if !options.roots().is_empty() {
        return Ok(&entry.path);
    }
    match entry.root.canonicalize() {
        Ok(real) if real == entry.root && real.is_dir() => Ok(&entry.path),
        _ => Err(refuse("there is no such directory any more; make it first, or name the one above it with --root")),
    }
}

fn document(entries: &[Trashed], unusable: &[String]) -> String {
    let entries = entries.iter().map(|entry| {
        json!({
            "id": entry.id,
            "time": time(entry.time, &TimeZone::UTC, "%Y-%m-%dT%H:%M:%SZ"),
            "bytes": entry.bytes,
            "why": entry.why.word(),
            "is_directory": entry.is_directory,
            "path": entry.path.to_string_lossy(),
            "root": entry.root.to_string_lossy(),
            "tool": entry.tool,
        })
    });
    json!({"entries": entries.collect::<Vec<_>>(), "unusable": unusable}).to_string()
}

fn listing(entries: &[Trashed], unusable: &[String]) -> String {
    let broken: Vec<String> = unusable
        .iter()
        .map(|id| format!("{id} is unusable: it was changed by hand, or not written whole.\n"))
        .collect();
    let broken = broken.concat();
    if entries.is_empty() {
        return if broken.is_empty() { "The trash is empty.\n".to_owned() } else { broken };
    }
    let zone = TimeZone::system();
    let rows = entries.iter().map(|entry| {
        let path = entry.path.to_string_lossy();
        let path = format!("{}{}", visible_line(&path), if entry.is_directory { "/" } else { "" });
        [
            entry.id.clone(),
            time(entry.time, &zone, "%Y-%m-%d %H:%M:%S"),
            entry.bytes.to_string(),
            entry.why.word().to_owned(),
            path,
        ]
    });
    table(["ID", "WHEN", "BYTES", "WHY", "PATH"], rows) + &broken
}

fn time(time: SystemTime, zone: &TimeZone, format: &str) -> String {
    let time = Timestamp::try_from(time).unwrap_or_default();
    time.to_zoned_datetime(zone.clone()).strftime(format).to_string()
}
