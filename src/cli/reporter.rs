//! Reports on a terminal: marks and colours on stderr, and one line for a tool's start, progress and end.
//!
//! Whether colours are written is the stream's business; see [`Terminal::stderr`]. Nothing is wrapped.

use super::text::{visible, visible_block, visible_line};
use anstream::adapter::strip_str;
use clap::builder::styling::{AnsiColor, Color, RgbColor, Style};
use janito_core::{Permissions, Report, Reporter, Tool};
use similar::{ChangeTag, TextDiff};
use std::fmt::Display;
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const ADDED: Style = background(RgbColor(20, 50, 20));
const REMOVED: Style = background(RgbColor(58, 20, 20));

const fn background(color: RgbColor) -> Style {
    Style::new().bg_color(Some(Color::Rgb(color)))
}

/// Prints reports. A clone prints to the same place.
#[derive(Clone)]
pub(super) struct Terminal(Arc<Mutex<Screen>>);

struct Screen {
    out: Box<dyn Write + Send>,
    /// The tool whose line has no end yet.
    open: Option<String>,
    failed: bool,
}

impl Terminal {
    /// To stderr, with colours where the user's settings and the stream allow them.
    pub(super) fn stderr() -> Self {
        Self::to(anstream::stderr())
    }

    fn to(out: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Screen { out: Box::new(out), open: None, failed: false })))
    }

    /// Ends the line that is open, if one is. Says whether a failure was reported.
    pub(super) fn finish(&self) -> bool {
        let mut screen = self.screen();
        screen.end_line();
        screen.failed
    }

    fn screen(&self) -> MutexGuard<'_, Screen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reporter for Terminal {
    fn report(&self, tool: &Tool, report: Report<'_>) {
        let mut screen = self.screen();
        match report {
            Report::Start(text) => {
                screen.end_line();
                screen.write(styled(color_of(tool.permissions()).on_default(), &format!(" 🔄 {}", visible_line(text))));
                screen.open = Some(tool.name().to_owned());
            }
            Report::Progress(text) => {
                let joint = if screen.joins(tool) { " " } else { "" };
                screen.write(format_args!("{joint}{}", visible_line(text)));
                screen.open = Some(tool.name().to_owned());
            }
            Report::Done(text) => {
                screen.joins(tool);
                screen.write_line(styled(AnsiColor::White.on_default(), &format!(" ✅ {}", visible_line(text))));
            }
            Report::Failed(text) => {
                let joint = if screen.joins(tool) { " " } else { "" };
                screen.write_line(styled(AnsiColor::Red.on_default(), &format!("{joint}❌ {}", visible_block(text))));
                screen.failed = true;
            }
            Report::Warning(text) => {
                screen.end_line();
                screen.write_line(styled(AnsiColor::Yellow.on_default(), &format!("⚠️  {}", visible_line(text))));
            }
            Report::Output(text) => {
                screen.end_line();
                // Colours of what a tool runs are meant well; everything else it could do to the terminal is not.
                let plain = strip_str(text).to_string();
                screen.write_line(visible(plain.strip_suffix('\n').unwrap_or(&plain)));
            }
            Report::Diff { old, new } => {
                screen.end_line();
                screen.diff(old, new);
            }
            _ => {}
        }
        let _ = screen.out.flush();
    }
}

impl Screen {
    /// Where stderr is gone, nobody can be told.
    fn write(&mut self, text: impl Display) {
        let _ = write!(self.out, "{text}");
    }

    fn write_line(&mut self, text: impl Display) {
        let _ = writeln!(self.out, "{text}");
        self.open = None;
    }

    fn end_line(&mut self) {
        if self.open.is_some() {
            self.write_line("");
        }
    }

    /// Whether the open line is this tool's; another's is ended.
    fn joins(&mut self, tool: &Tool) -> bool {
        let own = self.open.as_deref() == Some(tool.name());
        if !own {
            self.end_line();
        }
        own
    }

    fn diff(&mut self, old: &str, new: &str) {
        let diff = TextDiff::from_lines(old, new);
        let mut unified = diff.unified_diff();
        for (at, hunk) in unified.context_radius(3).iter_hunks().enumerate() {
            if at == 0 {
                self.write_line("--- before\n+++ after");
            }
            self.write_line(hunk.header());
            for change in hunk.iter_changes() {
                let (mark, style) = match change.tag() {
                    ChangeTag::Equal => (' ', Style::new()),
                    ChangeTag::Delete => ('-', REMOVED),
                    ChangeTag::Insert => ('+', ADDED),
                };
                let line = change.value().trim_end_matches(['\r', '\n']);
                self.write_line(styled(style, &format!("{mark}{}", visible_line(line))));
            }
        }
    }
}

fn styled(style: Style, text: &str) -> impl Display {
    format!("{style}{text}{style:#}")
}

/// The gravest of what a tool may do.
fn color_of(permissions: Permissions) -> AnsiColor {
    if permissions.contains(Permissions::EXECUTE) || permissions.contains(Permissions::WRITE) {
        AnsiColor::Yellow
    } else if permissions.contains(Permissions::READ) {
        AnsiColor::Green
    } else {
        AnsiColor::Cyan
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::io;

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What is written of reports, each with the letter of its tool, by a stream without colours.
    #[track_caller]
    fn check(reports: &[(&str, Report<'_>)], expected: &str) {
        let written = Written::default();
        let terminal = Terminal::to(anstream::StripStream::new(Box::new(written.clone()) as Box<dyn Write + Send>));
        for (name, report) in reports {
            let tool =
                Tool::remote(*name, "Does it.", &json!({"type": "object"}), |value| async { Ok(value) }).unwrap();
            terminal.report(&tool, *report);
        }
        let failed = terminal.finish();
        assert_eq!(String::from_utf8(written.0.lock().unwrap().clone()).unwrap(), expected);
        assert_eq!(failed, reports.iter().any(|(_, report)| matches!(report, Report::Failed(_))));
    }

    #[test]
    fn a_line_is_built_of_one_tools_reports() {
        use Report::{Diff, Done, Failed, Output, Progress, Start, Warning};
        check(&[], "");
        check(&[("a", Start("x"))], " 🔄 x\n");
        check(&[("a", Start("x")), ("a", Progress("1")), ("a", Progress("2")), ("a", Done("y"))], " 🔄 x 1 2 ✅ y\n");
        check(&[("a", Start("x")), ("a", Failed("y"))], " 🔄 x ❌ y\n");
        check(&[("a", Failed("y"))], "❌ y\n");
        check(&[("a", Failed("y\n❌ z\r"))], "❌ y\n    ❌ z\\r\n");
        check(&[("a", Done("y"))], " ✅ y\n");
        check(&[("a", Start("x")), ("a", Warning("w")), ("a", Done("y"))], " 🔄 x\n⚠️  w\n ✅ y\n");
        check(&[("a", Start("x")), ("a", Output("l\n")), ("a", Output("m"))], " 🔄 x\nl\nm\n");
        check(
            &[("a", Start("x")), ("b", Start("z")), ("a", Done("y")), ("b", Done("w"))],
            " 🔄 x\n 🔄 z\n ✅ y\n ✅ w\n",
        );
        check(&[("a", Start("x")), ("b", Progress("1")), ("b", Failed("y"))], " 🔄 x\n1 ❌ y\n");
        check(&[("a", Diff { old: "same", new: "same" })], "");
        check(&[("a", Diff { old: "", new: "n" })], "--- before\n+++ after\n@@ -0,0 +1 @@\n+n\n");
    }
}
