//! How a tool is loaded, and its code with the arguments in it.

use crate::approval::{BoxFuture, Effects};
use crate::arguments::{Arguments, Refused};
use crate::error::{Skip, ToolError};
use crate::handle::Scope;
use crate::outcome::Output;
use std::any::{Any, TypeId};
use std::sync::Arc;

/// A service that a tool is handed.
#[derive(Debug, Clone, Copy)]
pub struct Need {
    pub(crate) name: &'static str,
    pub(crate) id: fn() -> TypeId,
}

/// What `load` keeps for the calls.
pub type State = Option<Arc<dyn Any + Send + Sync>>;

/// Decides whether a tool can be offered here.
pub type Load = fn() -> Result<State, Skip>;

/// Decodes the arguments into a body that is ready to run.
pub(crate) type Bind = fn(&State, &mut Arguments<'_>) -> Result<Bound, Refused>;

/// What came of a body.
pub type Finished = Result<Output, ToolError>;

/// A tool's code with its arguments in it, waiting for the gate to hand it its authority.
pub struct Bound {
    pub(crate) body: BoundBody,
    pub(crate) effects: Option<Box<Effects>>,
}

pub(crate) enum BoundBody {
    Blocking(Box<dyn FnOnce(&Scope) -> Finished + Send>),
    Async(Box<dyn FnOnce(Scope) -> BoxFuture<'static, Finished> + Send>),
}

impl Bound {
    /// A body that runs on a thread of its own, and what it says it would do.
    pub(crate) fn blocking(
        body: impl FnOnce(&Scope) -> Finished + Send + 'static,
        effects: Option<Box<Effects>>,
    ) -> Self {
        Self { body: BoundBody::Blocking(Box::new(body)), effects }
    }

    /// A body that an executor polls, and what it says it would do.
    pub(crate) fn future(
        body: impl FnOnce(Scope) -> BoxFuture<'static, Finished> + Send + 'static,
        effects: Option<Box<Effects>>,
    ) -> Self {
        Self { body: BoundBody::Async(Box::new(body)), effects }
    }
}

/// Runs a tool that was added at run time: gets the arguments as JSON text, an object.
pub(crate) type Remote = Arc<dyn Fn(String, Scope) -> BoxFuture<'static, Finished> + Send + Sync>;

pub(crate) enum Body {
    Bind(Bind),
    Remote(Remote),
}
