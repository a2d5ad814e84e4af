//! How the program ends: the exit code, and why a command stopped before its work was done.

use super::output;
use janito_core::{FailureKind, Outcome};
use std::process::ExitCode;

/// The exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    /// It was done.
    Success = 0,
    /// The tool failed, or was refused.
    Failed = 1,
    /// The command line, the tool's name or its arguments were wrong; nothing ran.
    Usage = 2,
    /// It was cancelled: by Ctrl-C, or by a signal that asks for the end.
    Cancelled = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

impl From<FailureKind> for Exit {
    fn from(kind: FailureKind) -> Self {
        match kind {
            FailureKind::UnknownTool | FailureKind::BadArguments => Self::Usage,
            FailureKind::Cancelled => Self::Cancelled,
            _ => Self::Failed,
        }
    }
}

impl From<&Outcome> for Exit {
    fn from(outcome: &Outcome) -> Self {
        outcome.failure().map_or(Self::Success, |failure| failure.kind().into())
    }
}

/// Why a command stopped.
#[derive(Debug)]
pub(super) enum Stop {
    /// The command line was wrong, or asked for help.
    Clap(Box<clap::Error>),
    /// For this reason.
    Told {
        /// The code.
        exit: Exit,
        /// The reason.
        message: String,
    },
}

impl Stop {
    /// The command line was wrong in a way that clap does not judge.
    pub(super) fn usage(message: impl Into<String>) -> Self {
        Self::Told { exit: Exit::Usage, message: message.into() }
    }

    /// Something outside the program was not as it has to be.
    pub(super) fn failed(message: impl Into<String>) -> Self {
        Self::Told { exit: Exit::Failed, message: message.into() }
    }

    /// Whether something is wrong; help and version are asked for.
    pub(super) fn is_error(&self) -> bool {
        match self {
            Self::Clap(error) => error.use_stderr(),
            Self::Told { .. } => true,
        }
    }

    /// The code.
    pub(super) fn exit(&self) -> Exit {
        match self {
            Self::Clap(error) if error.use_stderr() => Exit::Usage,
            Self::Clap(_) => Exit::Success,
            Self::Told { exit, .. } => *exit,
        }
    }

    /// In plain words.
    pub(super) fn message(&self) -> String {
        match self {
            Self::Clap(error) => {
                let text = error.render().to_string();
                text.trim().trim_start_matches("error: ").to_owned()
            }
            Self::Told { message, .. } => message.clone(),
        }
    }

    /// Says it for people; help that was asked for goes to stdout.
    pub(super) fn print(&self) -> Exit {
        match self {
            Self::Clap(error) if error.use_stderr() => output::styled_error(&error.render()),
            Self::Clap(error) => {
                if let Err(stop) = output::help(&error.render()) {
                    return stop.print();
                }
            }
            Self::Told { message, .. } => output::error(message),
        }
        self.exit()
    }
}

impl From<clap::Error> for Stop {
    fn from(error: clap::Error) -> Self {
        Self::Clap(Box::new(error))
    }
}
