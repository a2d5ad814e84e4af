//! Writing: results to stdout, and what is wrong to stderr. A reader that has gone away is no error.

use super::exit::Stop;
use super::text::visible;
use clap::builder::styling::{AnsiColor, Style};
use std::io::{self, ErrorKind, Write};

/// Writes text and a line's end to stdout, byte for byte.
pub(super) fn print(text: &str) -> Result<(), Stop> {
    let mut stdout = io::stdout().lock();
    let ended = if text.ends_with('\n') { "" } else { "\n" };
    let written = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.write_all(ended.as_bytes()))
        .and_then(|()| stdout.flush());
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Stop::failed(format!("stdout cannot be written: {error}")))
        }
        _ => Ok(()),
    }
}

/// Says what is wrong.
pub(super) fn error(message: &str) {
    say(AnsiColor::Red.on_default().bold(), "error", message);
}

/// Says what should be known.
pub(super) fn warning(message: &str) {
    say(AnsiColor::Yellow.on_default().bold(), "warning", message);
}

/// Says what may be of interest.
pub(super) fn note(message: &str) {
    say(AnsiColor::Cyan.on_default().bold(), "note", message);
}

/// Adds a line to what was said.
pub(super) fn detail(text: &str) {
    let _ = writeln!(anstream::stderr().lock(), "  {}", visible(text));
}

fn say(style: Style, lead: &str, message: &str) {
    // Where stderr is gone, nobody can be told.
    let _ = writeln!(anstream::stderr().lock(), "{style}{lead}:{style:#} {}", visible(message));
}
