//! Who is asked before a tool with `approval` runs, and about what.

use crate::Permissions;
use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;

/// A future that can be sent and named.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What a call would do, as its tool states it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Effects {
    /// In one line.
    pub summary: String,
    /// The change as a unified diff, if there is one.
    pub diff: Option<String>,
    /// What it reaches.
    pub touches: Vec<Touch>,
}

/// Something that a call would reach.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Touch {
    /// Reads this path.
    Read(PathBuf),
    /// Creates, changes or deletes this path.
    Write(PathBuf),
    /// Runs this argument vector.
    Run(Vec<String>),
    /// Talks to this host.
    Host(String),
}

/// A question to an [`Approver`]: may this call run?
#[derive(Debug, Clone)]
pub struct Request {
    /// The call's id.
    pub call: String,
    /// The tool's name.
    pub tool: String,
    /// What the tool may do.
    pub permissions: Permissions,
    /// The arguments as JSON text, as they will be used.
    pub arguments: String,
    /// What the call would do, if the tool says so.
    pub effects: Option<Effects>,
}

/// An answer to a [`Request`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// It may run, this once.
    Yes,
    /// It may not; the model is told why, if a reason is given.
    No(Option<String>),
}

/// Answers for the user. Without one in the session, a tool that needs approval is denied at once.
pub trait Approver: Send + Sync {
    /// Decides on one call. Its time does not count against the tool's timeout.
    fn ask<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Answer>;
}
