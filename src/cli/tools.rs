//! `tools`: what may be used, and what may not and why.

use super::args::{self, Options};
use super::exit::{Exit, Stop};
use super::output;
use super::text::{first_sentence, visible_line};
use clap::{ArgMatches, Command};
use comfy_table::{ContentArrangement, Row, Table, presets};
use janito_core::Session;
use serde_json::Value;
use std::io::IsTerminal;

pub(super) fn command() -> Command {
    Command::new("tools").about("List the tools, and those that are skipped with the reason").arg(args::json())
}

pub(super) fn run(options: &Options, matches: &ArgMatches) -> Result<Exit, Stop> {
    let session = options.session()?;
    options.warn();
    list(&session, options.json || args::is_json(matches))?;
    Ok(Exit::Success)
}

/// Prints the tools of a session.
pub(super) fn list(session: &Session, json: bool) -> Result<(), Stop> {
    output::print(&if json { document(session) } else { tables(session) })
}

fn document(session: &Session) -> String {
    let tools: Vec<String> = session.tools().iter().map(|tool| tool.summary()).collect();
    let skipped: Vec<String> = session
        .skipped()
        .into_iter()
        .map(|skip| format!("{{\"name\":{},\"reason\":{}}}", Value::from(skip.name), Value::from(skip.reason)))
        .collect();
    format!("{{\"tools\":[{}],\"skipped\":[{}]}}", tools.join(","), skipped.join(","))
}

fn tables(session: &Session) -> String {
    let (tools, skipped) = (session.tools(), session.skipped());
    let mut out = if tools.is_empty() {
        "No tools are offered.\n".to_owned()
    } else {
        table(
            ["TOOL", "TOOLSET", "PERMISSIONS", "DESCRIPTION"],
            tools.iter().map(|tool| {
                let permissions = tool.permissions();
                let permissions = if permissions.is_empty() { "-".to_owned() } else { permissions.to_string() };
                [tool.name().to_owned(), tool.toolset().to_owned(), permissions, first_sentence(tool.description())]
            }),
        )
    };
    if !skipped.is_empty() {
        let rows = skipped.into_iter().map(|skip| [skip.name, skip.toolset, visible_line(&skip.reason).into_owned()]);
        out.push('\n');
        out.push_str(&table(["SKIPPED", "TOOLSET", "REASON"], rows));
    }
    out
}

/// Columns without lines. On a terminal they fit its width; elsewhere a row is a line, however long.
pub(super) fn table<R: Into<Row>>(header: impl Into<Row>, rows: impl IntoIterator<Item = R>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header).add_rows(rows);
    if std::io::stdout().is_terminal() {
        table.set_content_arrangement(ContentArrangement::Dynamic);
    } else {
        table.force_no_tty();
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.trim_fmt() + "\n"
}
