//! A tool's arguments, from the words of a command line to one JSON object.

use super::flag::Flag;
use super::value::{is_json, items, json, list};
use super::{command, value};
use crate::cli::exit::Stop;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches};
use janito_core::Offer;
use serde_json::Value;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::Read;

/// Reads the words. What the tool's decoder can judge is left to it; an error here is one of the command line's form.
pub(super) fn read(tool: &Offer, program: &str, words: &[OsString]) -> Result<String, Stop> {
    let flags = Flag::all(tool.params());
    let (matches, unknown) = parse(tool, &flags, program, words)?;
    let mut members = members(&flags, &matches, &unknown).map_err(|excess| {
        Stop::usage(format!(
            "unexpected value `{excess}`: `{}` {}; see `{program} call {} --help`",
            tool.name(),
            places(&flags),
            tool.name(),
        ))
    })?;
    members.extend(unknown.iter().map(|name| {
        let text: Option<&String> = matches.get_one(&unknown_id(name));
        (name.clone(), text.map_or(Value::Bool(true), |text| Value::from(text.as_str())).to_string())
    }));
    let members: Vec<String> =
        members.into_iter().map(|(name, json)| format!("{}:{json}", Value::from(name))).collect();
    match matches.get_one::<String>("args") {
        Some(args) => Ok(add(&load(args)?, &members)),
        None => Ok(format!("{{{}}}", members.join(","))),
    }
}

/// The matches, and the names of flags that the tool does not have. They go on as arguments that do not exist, so that the tool's decoder
/// names them together with whatever else is wrong.
fn parse(tool: &Offer, flags: &[Flag], program: &str, words: &[OsString]) -> Result<(ArgMatches, Vec<String>), Stop> {
    let mut command = command::of(tool, &format!("{program} call ")).no_binary_name(true);
    let mut unknown: Vec<String> = Vec::new();
    loop {
        let error = match command.clone().try_get_matches_from(words) {
            Ok(matches) => return Ok((matches, unknown)),
            Err(error) => error,
        };
        let Some(name) = unknown_flag(&error).filter(|_| !flags.is_empty()) else { return Err(error.into()) };
        if let Some(flag) = flags.iter().find(|flag| flag.is_like(&name)) {
            command = command.mut_arg(flag.id(), |arg| arg.alias(name));
            continue;
        }
        // It takes no word that could be meant for a place.
        let arg = Arg::new(unknown_id(&name)).long(name.clone()).action(ArgAction::Append).hide(true);
        command = command.arg(arg.num_args(0..=1).require_equals(true));
        unknown.push(name);
    }
}

fn unknown_id(name: &str) -> String {
    format!("?{name}")
}

/// The long flag that an error is about, if it is one that could be a parameter's.
fn unknown_flag(error: &clap::Error) -> Option<String> {
    match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(arg))) => {
            let name = arg.strip_prefix("--")?;
            let first = name.chars().next()?;
            let rest = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
            ((first.is_ascii_alphabetic() || first == '_') && name.chars().all(rest)).then(|| name.to_owned())
        }
        _ => None,
    }
}

/// The arguments that were given, as names and JSON texts; or a value too many.
fn members(flags: &[Flag], matches: &ArgMatches, unknown: &[String]) -> Result<Vec<(String, String)>, String> {
    let texts =
        |id: &str| -> Vec<String> { matches.try_get_many(id).ok().flatten().unwrap_or_default().cloned().collect() };
    let required = || flags.iter().filter(|flag| flag.param.is_required());
    let mut placed: VecDeque<String> =
        required().flat_map(|flag| texts(&flag.place())).chain(texts(command::REST)).collect();
    // A value goes to the first parameter that has a place and was not named; a list in the last place takes all that are left.
    let open: Vec<&str> =
        required().filter(|flag| texts(&flag.id()).is_empty()).map(|flag| flag.param.name()).collect();
    let mut members = Vec::new();
    for flag in flags {
        let (name, schema) = (flag.param.name(), flag.param.schema());
        let mut given = texts(&flag.id());
        if open.contains(&name) {
            let takes = if open.last() == Some(&name) && items(schema).is_some() { placed.len() } else { 1 };
            given.extend(placed.drain(..takes.min(placed.len())));
        }
        match value::items(schema) {
            Some(_) if given.is_empty() => {}
            Some(items) => members.push((name.to_owned(), list(&given, items))),
            // One that was given twice is refused by the decoder.
            None => members.extend(given.iter().map(|text| (name.to_owned(), json(text, schema)))),
        }
    }
    match placed.pop_front() {
        // It may belong to a flag that does not exist, and the call is refused for that.
        Some(excess) if unknown.is_empty() => Err(excess),
        _ => Ok(members),
    }
}

fn places(flags: &[Flag]) -> String {
    let names: Vec<String> =
        flags.iter().filter(|flag| flag.param.is_required()).map(|flag| format!("<{}>", flag.name)).collect();
    let optional = flags.iter().find(|flag| !flag.param.is_required());
    let hint = optional.map(|flag| format!("; other arguments are flags, such as `--{}`", flag.name));
    let takes =
        if names.is_empty() { "takes no values in places".to_owned() } else { format!("takes {}", names.join(" ")) };
    takes + &hint.unwrap_or_default()
}

/// The text that `--args` names.
fn load(args: &str) -> Result<String, Stop> {
    if args == "-" {
        let mut text = String::new();
        return match std::io::stdin().lock().read_to_string(&mut text) {
            Ok(_) => Ok(text),
            Err(error) => Err(Stop::usage(format!("--args -: stdin cannot be read as UTF-8 text: {error}"))),
        };
    }
    match args.strip_prefix('@') {
        Some(path) => std::fs::read_to_string(path)
            .map_err(|error| Stop::usage(format!("--args {args}: the file cannot be read as UTF-8 text: {error}"))),
        None => Ok(args.to_owned()),
    }
}

/// Adds members to the text of an object. One name in both places is then there twice, which the decoder refuses; what is no object goes
/// on as it is, for the same reason.
fn add(object: &str, members: &[String]) -> String {
    let text = object.trim();
    if members.is_empty() {
        return object.to_owned();
    }
    if matches!(text, "" | "null") {
        return format!("{{{}}}", members.join(","));
    }
    match text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).filter(|_| is_json(text)) {
        Some(own) if own.trim().is_empty() => format!("{{{}}}", members.join(",")),
        Some(own) => format!("{{{own},{}}}", members.join(",")),
        None => object.to_owned(),
    }
}
