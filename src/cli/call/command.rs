//! A tool as a command: its flags, its places and its documentation.

use super::flag::Flag;
use super::value::items;
use crate::cli::args;
use crate::cli::text::{first_sentence, visible};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser, ValueParser, ValueRange};
use clap::{Arg, ArgAction, Command};
use janito_core::{Bound, Kind, Offer, Param, Schema};
use std::ffi::OsStr;
use std::fmt::Write as _;

/// Collects values that no parameter has a place for.
pub(super) const REST: &str = "rest";

/// The command of a tool. Nothing is required and every value is taken as it comes, so that the tool's decoder judges all of it at once.
pub(in crate::cli) fn of(tool: &Offer, path: &str) -> Command {
    let flags = Flag::all(tool.params());
    let places: Vec<&Flag> = flags.iter().filter(|flag| flag.param.is_required()).collect();
    let mut usage = format!("{path}{} [OPTIONS]", tool.name());
    let mut command = Command::new(tool.name().to_owned())
        .about(first_sentence(tool.description()))
        .long_about(visible(tool.description()).into_owned())
        .after_help(after(tool, &places))
        .disable_help_flag(true)
        .arg(args::json().help_heading("Calling"))
        .arg(
            Arg::new("args")
                .long("args")
                .value_name("JSON|@FILE|-")
                .help_heading("Calling")
                .help("All arguments as a JSON object: as text, in a file, or on stdin; flags add to it"),
        )
        .arg(
            Arg::new("help")
                .long("help")
                .short('h')
                .action(ArgAction::Help)
                .help_heading("Calling")
                .help("Print the tool's documentation"),
        );
    for (at, flag) in places.iter().enumerate() {
        let list = items(flag.param.schema()).is_some() && at + 1 == places.len();
        let name = flag.name.to_uppercase().replace('-', "_");
        let _ = write!(usage, " <{name}>{}", if list { "..." } else { "" });
        command = command.arg(
            Arg::new(flag.place())
                .index(at + 1)
                .value_name(name)
                .num_args(if list { ValueRange::from(1..) } else { ValueRange::SINGLE })
                .allow_negative_numbers(true)
                .value_parser(parser(flag.param.schema()))
                .help(help(flag.param, true)),
        );
    }
    if places.last().is_none_or(|flag| items(flag.param.schema()).is_none()) {
        command =
            command.arg(Arg::new(REST).index(places.len() + 1).num_args(1..).allow_negative_numbers(true).hide(true));
    }
    let flags = flags.iter().map(|flag| {
        let arg = Arg::new(flag.id())
            .long(flag.name.clone())
            .aliases(flag.aliases.clone())
            .action(ArgAction::Append)
            .allow_negative_numbers(true)
            .value_parser(parser(flag.param.schema()))
            .value_name(kind(flag.param.schema()).to_uppercase())
            .hide(flag.param.is_required())
            .help(help(flag.param, false));
        match flag.param.schema().present().kind() {
            Kind::Boolean => arg.num_args(0..=1).require_equals(true).default_missing_value("true"),
            _ => arg,
        }
    });
    command.args(flags).override_usage(usage)
}

fn after(tool: &Offer, places: &[&Flag]) -> String {
    let mut text = format!("Toolset: {}\nPermissions: ", tool.toolset());
    let needs: Vec<String> = tool.permissions().letters().map(|(letter, name)| format!("{letter} ({name})")).collect();
    text.push_str(&if needs.is_empty() { "none".to_owned() } else { needs.join(", ") });
    if let Some(place) = places.first() {
        let _ = write!(text, "\nA required argument can be given by name, too, such as --{}.", place.name);
    }
    text.push_str("\nOptions of the program itself, such as --root, stand before `call`.");
    text
}

/// A parameter's documentation on one line: what it is for, its form, bounds and default.
fn help(param: &'static Param, in_place: bool) -> String {
    let mut text = visible(param.description()).into_owned();
    let extras = param.extras();
    let list = items(param.schema()).is_some();
    let mut form: Vec<String> = Vec::new();
    if in_place {
        form.extend([kind(param.schema()).to_owned(), "required".to_owned()]);
    }
    if list {
        form.push("may be repeated".to_owned());
    }
    let (min, max) = bounds(param);
    form.extend(min.map(|min| format!("at least {min}")));
    form.extend(max.map(|max| format!("at most {max}")));
    let unit = if list { "items" } else { "characters" };
    form.extend(extras.min_length.map(|least| format!("at least {least} {unit}")));
    form.extend(extras.max_length.map(|most| format!("at most {most} {unit}")));
    if !form.is_empty() {
        let _ = write!(text, " [{}]", form.join(", "));
    }
    if let Some(default) = param.default() {
        let _ = write!(text, " [default: {default}]");
    }
    if !extras.examples.is_empty() {
        let _ = write!(text, " [example: {}]", extras.examples.join(", "));
    }
    text
}

/// The least and the greatest number: the attribute's, else the type's. The ends of the large types say nothing to people.
fn bounds(param: &'static Param) -> (Option<String>, Option<String>) {
    let extras = param.extras();
    let bound = |bound: Bound| match bound {
        Bound::Integer(number) => number.to_string(),
        Bound::Number(number) => number.to_string(),
    };
    let (min, max) = match items(param.schema()).unwrap_or(param.schema()).present().kind() {
        Kind::Integer { min, max } => {
            let told = |number: i128| (number.abs() < i128::from(i32::MAX)).then(|| number.to_string());
            (min.and_then(told), max.and_then(told))
        }
        Kind::Number { min, max } => (min.map(|min| min.to_string()), max.map(|max| max.to_string())),
        _ => (None, None),
    };
    (extras.min.map(bound).or(min), extras.max.map(bound).or(max))
}

/// What is written for a value of this form; for an item, where it is a list.
fn kind(schema: &'static Schema) -> &'static str {
    match schema.present().kind() {
        Kind::Boolean => "boolean",
        Kind::Integer { .. } => "integer",
        Kind::Number { .. } => "number",
        Kind::String { .. } => "string",
        Kind::Enum(_) => "choice",
        Kind::Array { items, .. } => kind(items),
        _ => "json",
    }
}

fn parser(schema: &'static Schema) -> ValueParser {
    let schema = items(schema).unwrap_or(schema).present();
    match schema.kind() {
        Kind::Enum(_) | Kind::Boolean => ValueParser::new(Offered(schema)),
        _ => ValueParser::string(),
    }
}

/// The same command as its help shows it: what is required looks so.
pub(super) fn shown(command: Command, flags: &[Flag]) -> Command {
    let places = flags.iter().filter(|flag| flag.param.is_required());
    places.fold(command, |command, flag| command.mut_arg(flag.place(), |arg| arg.required(true)))
}

/// Names the choices for help and completion, and takes any text.
#[derive(Clone)]
struct Offered(&'static Schema);

impl TypedValueParser for Offered {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        match self.0.kind() {
            Kind::Enum(choices) => Some(Box::new(choices.iter().map(|choice| {
                let value = PossibleValue::new(choice.value);
                if choice.description.is_empty() { value } else { value.help(choice.description) }
            }))),
            _ => Some(Box::new(["true", "false"].into_iter().map(PossibleValue::new))),
        }
    }
}
