//! What came of a call: one [`Outcome`] for every call that was asked for, whatever happened.

use crate::arguments::Repair;
use crate::error::{Reason, ToolError};
use crate::json;
use crate::schema::{Kind, Schema};
use serde::Serialize;
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Tells one call from the others.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CallId(Id);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Id {
    Given(Arc<str>),
    Counted(u64),
}

impl CallId {
    /// The next of this program's own ids.
    pub(crate) fn next() -> Self {
        static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(1);
        Self(Id::Counted(NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed)))
    }
}

impl From<&str> for CallId {
    fn from(id: &str) -> Self {
        Self(Id::Given(id.into()))
    }
}

impl fmt::Display for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Id::Given(id) => f.write_str(id),
            Id::Counted(number) => write!(f, "call-{number}"),
        }
    }
}

/// The end of one call.
#[derive(Debug)]
pub struct Outcome {
    /// Which call.
    pub call: CallId,
    /// The name of the tool that was asked for.
    pub tool: Cow<'static, str>,
    /// How it ended.
    pub end: End,
    /// What had to be repaired in the arguments.
    pub repairs: Vec<Repair>,
    /// From the call's arrival to its end.
    pub elapsed: Duration,
}

/// How a call ended.
#[derive(Debug)]
#[non_exhaustive]
pub enum End {
    /// The tool returned this.
    Done(Output),
    /// It did not run, or it failed.
    Failed(Failure),
}

impl Outcome {
    /// Whether the tool returned its result.
    #[must_use]
    pub fn is_success(&self) -> bool {
        matches!(self.end, End::Done(_))
    }

    /// The result, if there is one.
    #[must_use]
    pub fn output(&self) -> Option<&Output> {
        match &self.end {
            End::Done(output) => Some(output),
            End::Failed(_) => None,
        }
    }

    /// The failure, if it is one.
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        match &self.end {
            End::Done(_) => None,
            End::Failed(failure) => Some(failure),
        }
    }

    /// The same as [`to_json`](Self::to_json), in the result's own memory.
    #[must_use]
    pub fn into_json(self) -> String {
        match self.end {
            End::Done(output) => output.into_envelope(),
            End::Failed(failure) => failure.envelope(),
        }
    }

    /// The envelope as JSON text: `{"success":true, …fields}`, with `"result"` where the result is no object, or
    /// `{"success":false,"error":…, …facts}`.
    #[must_use]
    pub fn to_json(&self) -> String {
        match &self.end {
            End::Done(output) => output.envelope(),
            End::Failed(failure) => failure.envelope(),
        }
    }
}

/// What a tool returned, as JSON text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    text: String,
    form: Form,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// An object whose fields can stand in the envelope.
    Fields,
    /// What stands there as `"result"`.
    Whole,
    /// Nothing was returned.
    Unit,
}

impl Output {
    /// The result of a tool, written as JSON.
    pub(crate) fn of<T: Serialize + ?Sized>(value: &T) -> Result<Self, ToolError> {
        let text = serde_json::to_string(value).map_err(unwritable)?;
        let form = match text.as_bytes().first() {
            Some(b'{') => Form::Fields,
            _ => Form::Whole,
        };
        Ok(Self { text, form })
    }

    /// The same result, put under `"result"` whole if its keys are data and one of them has a name that the envelope uses. Types with
    /// known names are kept from it at compile time.
    pub(crate) fn of_free_keys(mut self, schema: Option<&'static Schema>) -> Self {
        if schema.is_some_and(|schema| matches!(schema.kind(), Kind::Null)) {
            self.form = Form::Unit;
        }
        if self.form == Form::Fields && uses_reserved(&self.text) {
            self.form = Form::Whole;
        }
        self
    }

    /// The bare result as JSON text.
    #[must_use]
    pub fn json(&self) -> &str {
        &self.text
    }

    fn envelope(&self) -> String {
        // Room for what `into_envelope` adds.
        let mut text = String::with_capacity(self.text.len() + 32);
        text.push_str(&self.text);
        Self { text, form: self.form }.into_envelope()
    }

    fn into_envelope(self) -> String {
        let Self { mut text, form } = self;
        match form {
            Form::Fields if is_empty_object(&text) => "{\"success\":true}".clone_into(&mut text),
            Form::Fields => text.insert_str(1, "\"success\":true,"),
            Form::Whole => {
                text.insert_str(0, "{\"success\":true,\"result\":");
                text.push('}');
            }
            Form::Unit => "{\"success\":true}".clone_into(&mut text),
        }
        text
    }
}

fn unwritable(error: serde_json::Error) -> ToolError {
    ToolError::new("the tool's result cannot be written as JSON").caused_by(error)
}

/// Whether an object has no member.
fn is_empty_object(text: &str) -> bool {
    match text.as_bytes().get(1) {
        Some(b'"') => false,
        _ => text[1..].trim_start().starts_with('}'),
    }
}

/// Whether an object's top level has a name that the envelope uses.
fn uses_reserved(object: &str) -> bool {
    // The names are rare, so the text is read only if one may occur at all.
    let begins = |at: usize| {
        [&b"success\""[..], b"error\"", b"result\""].iter().any(|name| object.as_bytes()[at..].starts_with(name))
    };
    (object.bytes().enumerate().any(|(at, byte)| byte == b'"' && begins(at + 1)) || object.contains("\\u"))
        && serde_json::from_str::<serde_json::Map<String, Value>>(object)
            .is_ok_and(|keys| ["success", "error", "result"].iter().any(|name| keys.contains_key(*name)))
}

/// Why a call has no result.
#[derive(Debug)]
pub struct Failure {
    kind: FailureKind,
    message: Cow<'static, str>,
    facts: Vec<(Cow<'static, str>, Value)>,
    cause: Option<Box<dyn std::error::Error + Send + Sync>>,
}

/// What kind of failure it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FailureKind {
    /// There is no such tool, or it is hidden by what it would need to load.
    UnknownTool,
    /// The arguments do not fit; the tool did not run.
    BadArguments,
    /// It failed, and the same call may succeed later.
    Retry,
    /// It failed.
    Failed,
    /// It, or something it did, is not allowed here.
    Denied,
    /// Its time was up.
    TimedOut,
    /// It was cancelled.
    Cancelled,
    /// The tool is broken: it panicked.
    Internal,
}

impl FailureKind {
    /// The kind in `snake_case`, as it stands in logs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnknownTool => "unknown_tool",
            Self::BadArguments => "bad_arguments",
            Self::Retry => "retry",
            Self::Failed => "failed",
            Self::Denied => "denied",
            Self::TimedOut => "timed_out",
            Self::Cancelled => "cancelled",
            Self::Internal => "internal",
        }
    }
}

impl Failure {
    pub(crate) fn new(kind: FailureKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self { kind, message: message.into(), facts: Vec::new(), cause: None }
    }

    /// What a body's error amounts to; `ended` is why its handles stopped working, if they did.
    pub(crate) fn of(error: ToolError, ended: Option<Failure>) -> Self {
        let kind = match error.reason() {
            Reason::Failed => FailureKind::Failed,
            Reason::Retry => FailureKind::Retry,
            Reason::Denied => FailureKind::Denied,
            Reason::Ended => match ended {
                Some(ended) => return ended,
                None => FailureKind::Failed,
            },
        };
        let (message, facts, cause) = error.into_parts();
        Self { kind, message, facts, cause }
    }

    pub(crate) fn with(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.facts.push((key.into(), value.into()));
        self
    }

    /// The kind.
    #[must_use]
    pub fn kind(&self) -> FailureKind {
        self.kind
    }

    /// What the model is told.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The facts beside the message.
    #[must_use]
    pub fn facts(&self) -> &[(Cow<'static, str>, Value)] {
        &self.facts
    }

    /// The cause, which the model is not told.
    #[must_use]
    pub fn cause(&self) -> Option<&(dyn std::error::Error + Send + Sync + 'static)> {
        self.cause.as_deref()
    }

    fn envelope(&self) -> String {
        let mut out = String::from("{\"success\":false,\"error\":");
        json::push_str(&mut out, &self.message);
        for (key, value) in &self.facts {
            out.push(',');
            json::push_str(&mut out, key);
            out.push(':');
            out.push_str(&value.to_string());
        }
        out.push('}');
        out
    }
}
