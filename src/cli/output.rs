//! Writing: results to stdout, and what is wrong to stderr. A reader that has gone away is no error.

use super::exit::Stop;
use super::text::{visible, visible_block, visible_line, visible_styled};
use clap::builder::StyledStr;
use clap::builder::styling::{AnsiColor, Style};
use std::io::{self, ErrorKind, Write};

/// Writes text and a line's end to stdout, byte for byte.
pub(super) fn print(text: &str) -> Result<(), Stop> {
    write(io::stdout().lock(), text)
}

/// Writes help to stdout, with colours where the user's settings and the stream allow them.
pub(super) fn help(text: &StyledStr) -> Result<(), Stop> {
    write(anstream::stdout().lock(), &visible_styled(&text.ansi().to_string()))
}

fn write(mut stdout: impl Write, text: &str) -> Result<(), Stop> {
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
    say(AnsiColor::Red.on_default().bold(), "error", &visible_block(message));
}

/// Says what is wrong on several lines.
pub(super) fn errors(message: &str) {
    say(AnsiColor::Red.on_default().bold(), "error", &visible(message));
}

/// Says what is wrong as clap puts it.
pub(super) fn styled_error(text: &StyledStr) {
    let _ = writeln!(anstream::stderr().lock(), "{}", visible_styled(text.ansi().to_string().trim_end()));
}

/// Says what should be known.
pub(super) fn warning(message: &str) {
    say(AnsiColor::Yellow.on_default().bold(), "warning", &visible_line(message));
}

/// Says what may be of interest.
pub(super) fn note(message: &str) {
    say(AnsiColor::Cyan.on_default().bold(), "note", &visible_line(message));
}

/// Adds a line to what was said.
pub(super) fn detail(text: &str) {
    let _ = writeln!(anstream::stderr().lock(), "  {}", visible_line(text));
}

fn say(style: Style, lead: &str, message: &str) {
    // Where stderr is gone, nobody can be told.
    let _ = writeln!(anstream::stderr().lock(), "{style}{lead}:{style:#} {message}");
}
