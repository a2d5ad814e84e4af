//! A tool's arguments, from the words of a command line to one JSON object.

use super::flag::{Flag, RESERVED};
use super::value::{is_json, items, json, list};
use super::{command, value};
use crate::cli::args;
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
    let words = &joined(&flags, words)?;
    let (matches, unknown) = parse(tool, &flags, program, words)?;
    let mut members = members(&flags, &matches, &unknown).map_err(|excess| {
        let name = tool.name();
        let places = match flags.iter().find(|flag| flag.param.is_required() && matches.contains_id(&flag.id())) {
            Some(flag) => format!("`--{}` gives the value of its place already", flag.name),
            None => format!("`{name}` {}", places(&flags)),
        };
        Stop::usage(format!("unexpected value `{excess}`: {places}; see `{program} call {name} --help`"))
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

/// The words, with a value that begins with `-` joined to its flag. A word that looks like a flag is one: as a value, it must be joined
/// to its flag where it is written.
fn joined(flags: &[Flag], words: &[OsString]) -> Result<Vec<OsString>, Stop> {
    let mut out: Vec<OsString> = Vec::with_capacity(words.len());
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        out.push(word.clone());
        if word == "--" {
            break;
        }
        let name = word.to_str().and_then(|word| word.strip_prefix("--"));
        let (Some(name), Some(next)) = (name.filter(|name| is_name(name)), words.peek().copied()) else { continue };
        let text = next.to_string_lossy();
        let takes = match flags.iter().find(|flag| flag.is_called(name)) {
            Some(flag) if flag.is_switch() && matches!(&*text, "true" | "false") => {
                let has_places = flags.iter().any(|flag| flag.param.is_required());
                let place = if has_places { "; a value for a place stands before it" } else { "" };
                return Err(Stop::usage(format!(
                    "the value of `--{name}` is joined to it: write `--{name}={text}`{place}"
                )));
            }
            Some(flag) if flag.is_switch() => false,
            Some(_) if is_flag(&text) => {
                return Err(Stop::usage(format!(
                    "a value is required for `--{name}`; one that begins with `-` is joined to it: `--{name}={text}`"
                )));
            }
            Some(_) => text.starts_with('-'),
            // One that does not exist is named as such, unless the word could be meant for a place.
            None => {
                !RESERVED.contains(&name) && text.starts_with('-') && !is_flag(&text) && text.parse::<f64>().is_err()
            }
        };
        if takes {
            words.next();
            if let Some(last) = out.last_mut() {
                last.push("=");
                last.push(next);
            }
        }
    }
    out.extend(words.cloned());
    Ok(out)
}

/// Whether a word looks like a flag, rather than like a value that begins with `-`.
fn is_flag(word: &str) -> bool {
    match word.strip_prefix("--") {
        Some("") => true,
        Some(long) => is_name(long.split_once('=').map_or(long, |(name, _)| name)),
        None => {
            let mut letters = word.strip_prefix('-').unwrap_or_default().chars();
            letters.next().is_some_and(|letter| letter.is_ascii_alphabetic()) && letters.next().is_none()
        }
    }
}

/// Whether it could be a parameter's name.
fn is_name(name: &str) -> bool {
    let rest = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') && name.chars().all(rest)
}

/// The matches, and the names of flags that the tool does not have. They go on as arguments that do not exist, so that the tool's decoder
/// names them together with whatever else is wrong.
fn parse(tool: &Offer, flags: &[Flag], program: &str, words: &[OsString]) -> Result<(ArgMatches, Vec<String>), Stop> {
    let mut command = command::of(tool, &format!("{program} call ")).no_binary_name(true);
    let mut unknown: Vec<String> = Vec::new();
    loop {
        let error = match command.clone().try_get_matches_from(words) {
            Ok(matches) => return Ok((matches, unknown)),
            Err(error) if error.kind() == ErrorKind::DisplayHelp => {
                let shown = command::shown(command, flags).try_get_matches_from(words);
                return Err(shown.err().unwrap_or(error).into());
            }
            Err(error) => error,
        };
        if let Some(option) =
            own(&error).filter(|option| !flags.iter().any(|flag| flag.is_called(option.trim_start_matches('-'))))
        {
            return Err(Stop::usage(format!(
                "`{option}` is an option of the program and stands before `call`: `{program} {option} … call {}`",
                tool.name()
            )));
        }
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

/// The program's own option that an error is about, which stands in the wrong place.
fn own(error: &clap::Error) -> Option<String> {
    let (ErrorKind::UnknownArgument, Some(ContextValue::String(arg))) =
        (error.kind(), error.get(ContextKind::InvalidArg))
    else {
        return None;
    };
    let is_own = match arg.strip_prefix("--") {
        Some(long) => args::OWN.iter().any(|(_, name)| *name == long) || args::OWN_LONG.contains(&long),
        None => args::OWN.iter().any(|(letter, _)| arg.strip_prefix('-') == Some(letter.encode_utf8(&mut [0; 4]))),
    };
    is_own.then(|| arg.clone())
}

fn unknown_id(name: &str) -> String {
    format!("?{name}")
}

/// The long flag that an error is about, if it is one that could be a parameter's.
fn unknown_flag(error: &clap::Error) -> Option<String> {
    match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(arg))) => {
            let name = arg.strip_prefix("--")?;
            is_name(name).then(|| name.to_owned())
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

/// The text that `--args` names, without the mark that some editors begin a file with.
fn load(args: &str) -> Result<String, Stop> {
    let text = read_text(args)?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

fn read_text(args: &str) -> Result<String, Stop> {
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
    // The text of a text of an object is read as the object.
    let inner = serde_json::from_str::<String>(text).ok();
    let text = inner.as_deref().map_or(text, str::trim);
    if text.is_empty() || (inner.is_none() && text == "null") {
        return format!("{{{}}}", members.join(","));
    }
    match text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).filter(|_| is_json(text)) {
        Some(own) if own.trim().is_empty() => format!("{{{}}}", members.join(",")),
        Some(own) => format!("{{{own},{}}}", members.join(",")),
        None => object.to_owned(),
    }
}
