//! What a tool says while it runs, and who listens.

use crate::Tool;

/// One thing that a running tool says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Report<'a> {
    /// It begins: what it is about to do, on what.
    Start(&'a str),
    /// How far it is.
    Progress(&'a str),
    /// Output of something it runs, as it comes.
    Output(&'a str),
    /// A change it makes: the text before and after.
    Diff {
        /// Before.
        old: &'a str,
        /// After.
        new: &'a str,
    },
    /// Something the user should know that does not stop it.
    Warning(&'a str),
    /// It is done: what came of it.
    Done(&'a str),
    /// It failed: the error's text.
    Failed(&'a str),
}

/// Listens to what tools report: a terminal, a progress channel, the host's own window.
///
/// It is called on whatever thread the tool runs on; calls of one tool come in order.
pub trait Reporter: Send + Sync {
    /// Takes one report of a tool.
    fn report(&self, tool: &Tool, report: Report<'_>);
}

impl<F: Fn(&Tool, Report<'_>) + Send + Sync> Reporter for F {
    fn report(&self, tool: &Tool, report: Report<'_>) {
        self(tool, report);
    }
}
