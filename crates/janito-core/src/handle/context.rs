//! The handle of the call itself: reports and cancellation, no authority.

use super::CallState;
use crate::Tool;
use crate::error::ToolError;
use crate::outcome::CallId;
use crate::report::Report;
use std::sync::Arc;
use std::time::Instant;

/// The call that a tool runs in.
pub struct Context(pub(super) Arc<CallState>);

impl Context {
    /// The call's id.
    #[must_use]
    pub fn id(&self) -> &CallId {
        &self.0.id
    }

    /// The tool that runs.
    #[must_use]
    pub fn tool(&self) -> &Tool {
        self.0.offer.tool()
    }

    /// When the call will be ended, if it has a deadline.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.0.life.deadline()
    }

    /// Whether the call is over: cancelled, or out of time. A loop asks this now and then, and returns.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.life.is_over()
    }

    /// Fails once the call is over, so that a loop can end with `?`.
    ///
    /// # Errors
    ///
    /// If the call was cancelled, ran out of time or has returned.
    pub fn check(&self) -> Result<(), ToolError> {
        self.0.life.check()
    }

    /// Resolves once the call is over, for an async body to `select!` on.
    pub async fn cancelled(&self) {
        self.0.life.over().await;
    }

    /// Says what the tool is about to do.
    pub fn start(&self, message: impl AsRef<str>) {
        self.report(Report::Start(message.as_ref()));
    }

    /// Says how far it is.
    pub fn progress(&self, message: impl AsRef<str>) {
        self.report(Report::Progress(message.as_ref()));
    }

    /// Passes on output of something it runs.
    pub fn output(&self, text: impl AsRef<str>) {
        self.report(Report::Output(text.as_ref()));
    }

    /// Shows a change that it makes.
    pub fn diff(&self, old: impl AsRef<str>, new: impl AsRef<str>) {
        self.report(Report::Diff { old: old.as_ref(), new: new.as_ref() });
    }

    /// Tells the user something that does not stop it.
    pub fn warning(&self, message: impl AsRef<str>) {
        self.report(Report::Warning(message.as_ref()));
    }

    /// Says what came of it.
    pub fn done(&self, message: impl AsRef<str>) {
        self.report(Report::Done(message.as_ref()));
    }

    fn report(&self, report: Report<'_>) {
        // Most calls have no listener, and then no clock is looked at.
        if self.0.reporter.is_some() && !self.0.life.is_over() {
            self.0.report(report);
        }
    }
}
