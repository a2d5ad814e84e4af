//! Errors for two readers: [`ToolError`] is told to the model, [`Error`] to the host.

use serde::Serialize;
use serde_json::Value;
use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;

/// Why a tool failed, in words for the model: what was wrong, where, what would be right, what to do next.
///
/// It is no `std::error::Error`, so that `?` turns every such error into one:
///
/// ```
/// use janito_core::ToolError;
///
/// fn port(text: &str) -> Result<u16, ToolError> {
///     if text.is_empty() {
///         return Err(ToolError::new("no port was given; pass a number from 1 to 65535").with("text", text));
///     }
///     Ok(text.parse()?)
/// }
/// # assert!(port("").is_err() && port("x").is_err() && port("80").is_ok());
/// ```
pub struct ToolError {
    message: Cow<'static, str>,
    facts: Facts,
    reason: Reason,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

/// What the model is told beside the message.
pub(crate) type Facts = Vec<(Cow<'static, str>, Value)>;

/// What kind of end a [`ToolError`] stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    Failed,
    Retry,
    Denied,
    /// The call was over before the operation was.
    Ended,
}

impl ToolError {
    /// A failure with this message.
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self { message: message.into(), facts: Vec::new(), reason: Reason::Failed, source: None }
    }

    /// A failure that the same call may not meet again.
    pub fn retry(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(message).because(Reason::Retry)
    }

    /// A refusal: what was asked for lies outside what the session may do.
    pub fn denied(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(message).because(Reason::Denied)
    }

    /// The same failure with a fact for the model, which stands beside `error` in the result.
    ///
    /// A fact that cannot be written as JSON, or that would take the place of `success` or `error`, is left out.
    #[must_use]
    pub fn with(mut self, key: impl Into<Cow<'static, str>>, value: impl Serialize) -> Self {
        let key = key.into();
        if let Ok(value) = serde_json::to_value(value)
            && !matches!(&*key, "success" | "error")
        {
            self.facts.retain(|(known, _)| *known != key);
            self.facts.push((key, value));
        }
        self
    }

    /// The same failure with its cause, for the host alone.
    #[must_use]
    pub fn caused_by(mut self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// The same failure in other words; its kind, its facts and its cause stay.
    #[must_use]
    pub fn reworded(mut self, message: impl Into<Cow<'static, str>>) -> Self {
        self.message = message.into();
        self
    }

    /// Whether it is a refusal: what was asked for lies outside what the session may do.
    #[must_use]
    pub fn is_denied(&self) -> bool {
        self.reason == Reason::Denied
    }

    pub(crate) fn because(mut self, reason: Reason) -> Self {
        self.reason = reason;
        self
    }

    /// The call is over; its handles do nothing any more.
    pub(crate) fn ended() -> Self {
        Self::new("the call has ended; its handles do nothing any more").because(Reason::Ended)
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

    pub(crate) fn reason(&self) -> Reason {
        self.reason
    }

    pub(crate) fn into_parts(self) -> (Cow<'static, str>, Facts, Option<Box<dyn StdError + Send + Sync>>) {
        (self.message, self.facts, self.source)
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolError")
            .field("message", &self.message)
            .field("facts", &self.facts)
            .field("reason", &self.reason)
            .finish_non_exhaustive()
    }
}

impl<E: Into<Box<dyn StdError + Send + Sync>>> From<E> for ToolError {
    fn from(error: E) -> Self {
        let error = error.into();
        // The causes are part of what was wrong: "cannot read the index: permission denied".
        let mut message = error.to_string();
        let mut cause = error.source();
        while let Some(inner) = cause {
            let text = inner.to_string();
            if !message.contains(&text) {
                message.push_str(": ");
                message.push_str(&text);
            }
            cause = inner.source();
        }
        let ended = error
            .downcast_ref::<std::io::Error>()
            .and_then(std::io::Error::get_ref)
            .is_some_and(<dyn StdError + Send + Sync>::is::<Ended>);
        let reason = if ended { Reason::Ended } else { Reason::Failed };
        Self { message: message.into(), facts: Vec::new(), reason, source: Some(error) }
    }
}

/// Carries "the call has ended" through an `std::io::Error`.
#[derive(Debug, thiserror::Error)]
#[error("the call has ended; its handles do nothing any more")]
pub(crate) struct Ended;

/// Why a tool cannot be offered here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skip(Cow<'static, str>);

impl Skip {
    /// With this reason, which `janito tools` shows.
    pub fn new(reason: impl Into<Cow<'static, str>>) -> Self {
        Self(reason.into())
    }

    /// The reason.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<E: Into<Box<dyn StdError + Send + Sync>>> From<E> for Skip {
    fn from(error: E) -> Self {
        Self(error.into().to_string().into())
    }
}

/// What a host did wrong, or what is wrong with the program it built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Two tools have one name.
    #[error("two tools are called `{name}`: {first} and {second}; rename one with `#[tool(name = \"…\")]`")]
    Duplicate {
        /// The name.
        name: String,
        /// `file:line` of one.
        first: String,
        /// `file:line` of the other.
        second: String,
    },
    /// Two toolsets have one name.
    #[error("two toolsets are called `{name}`: the modules {first} and {second}; rename one")]
    DuplicateToolset {
        /// The name.
        name: String,
        /// The module of one.
        first: String,
        /// The module of the other.
        second: String,
    },
    /// No toolset has this name.
    #[error("there is no toolset `{name}`{}", known(nearest.as_ref(), "the program links", available))]
    UnknownToolset {
        /// The name that was asked for.
        name: String,
        /// The most similar name that exists.
        nearest: Option<String>,
        /// All that exist.
        available: Vec<String>,
    },
    /// No tool has this name.
    #[error("there is no tool `{name}`{}", known(nearest.as_ref(), "available", available))]
    UnknownTool {
        /// The name that was asked for.
        name: String,
        /// The most similar name that exists.
        nearest: Option<String>,
        /// All that exist.
        available: Vec<String>,
    },
    /// A toolset that was required has no tool to offer.
    #[error("the toolset `{name}` has no tools: {reason}")]
    EmptyToolset {
        /// Its name.
        name: String,
        /// Why.
        reason: String,
    },
    /// A root of the workspace cannot be used.
    #[error("the root {path} cannot be opened: {reason}")]
    Root {
        /// As it was given.
        path: String,
        /// Why.
        reason: String,
    },
    /// The folder for what is kept between sessions cannot be used.
    #[error("the state folder {path} cannot be used: {reason}")]
    State {
        /// The folder.
        path: String,
        /// Why.
        reason: String,
    },
    /// A tool that is to be added cannot be.
    #[error("the tool `{name}` cannot be added: {reason}")]
    Tool {
        /// Its name.
        name: String,
        /// Why.
        reason: String,
    },
    /// There is no such dialect.
    #[error("there is no dialect `{name}`; available: {available}")]
    UnknownDialect {
        /// The name that was asked for.
        name: String,
        /// All that exist.
        available: String,
    },
}

fn known(nearest: Option<&String>, lead: &str, available: &[String]) -> String {
    let hint = nearest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    if available.is_empty() {
        return format!("{hint}; none {}", if lead == "available" { "is available" } else { "is linked" });
    }
    if hint.is_empty() { format!("; {lead}: {}", available.join(", ")) } else { hint }
}

/// The most similar of some names, if one is similar at all.
pub(crate) fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Longer than any name, it is like none; and likeness takes the product of the lengths.
    if name.len() > 128 {
        return None;
    }
    let folded = fold(name);
    names
        .map(|candidate| {
            let other = fold(candidate);
            let mut likeness = strsim::normalized_damerau_levenshtein(&folded, &other);
            // `file` for `filepath`: a name that begins or ends as the other does.
            if folded.len() >= 3 && (other.starts_with(&folded) || other.ends_with(&folded)) {
                likeness = likeness.max(0.7);
            }
            (candidate, likeness)
        })
        .filter(|(_, likeness)| *likeness >= 0.6)
        .max_by(|(_, a), (_, b)| a.total_cmp(b))
        .map(|(candidate, _)| candidate)
}

/// A name without case and separators: `filePath`, `file_path` and `FilePath` are one.
pub(crate) fn fold(name: &str) -> String {
    name.chars().filter(|character| !matches!(character, '_' | '-' | ' ')).flat_map(char::to_lowercase).collect()
}
