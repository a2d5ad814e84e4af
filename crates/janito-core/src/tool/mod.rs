//! A tool: what is known of it, and how it runs. One type for the static ones of `#[tool]` and for those added at run time.

mod bound;
mod summary;

pub(crate) use bound::{Bind, Body, BoundBody, Remote};
pub use bound::{Bound, Finished, Load, Need, State};

use crate::arguments::{Arguments, Refused};
use crate::error::{Error, ToolError};
use crate::outcome::Output;
use crate::schema::{Param, Schema};
use crate::{Permissions, json};
use linkme::distributed_slice;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Something that a language model can call.
pub struct Tool {
    name: Cow<'static, str>,
    title: Option<Cow<'static, str>>,
    description: Cow<'static, str>,
    toolset: Option<Cow<'static, str>>,
    permissions: Permissions,
    annotations: Annotations,
    timeout: Option<Duration>,
    max_result_chars: Option<u32>,
    /// Whether name and description can stand in JSON as they are.
    plain: bool,
    input: Input,
    output: Option<&'static Schema>,
    services: &'static [Option<Need>],
    origin: Origin,
    pub(crate) load: Option<Load>,
    pub(crate) body: Body,
}

/// What a tool takes.
#[derive(Debug)]
pub enum Input {
    /// Parameters with static schemas.
    Params(&'static [Param]),
    /// A schema as it was given: of a tool added at run time.
    Raw(Box<RawValue>),
}

/// What hosts may want to know beyond the permissions. They are the author's word; what is enforced is the permissions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Annotations {
    /// Every call is to be approved, whatever the policy.
    pub approval: bool,
    /// It reaches other systems.
    pub external: bool,
    /// It may destroy something; where nothing is said, true for what writes or executes.
    pub destructive: Option<bool>,
    /// A second call with the same arguments changes nothing more.
    pub idempotent: Option<bool>,
    /// Arguments and results stay out of audit and stores.
    pub private: bool,
}

/// Where a tool was declared.
#[derive(Debug, Clone, Copy)]
pub struct Origin {
    /// The module's path.
    pub module: &'static str,
    /// The source file.
    pub file: &'static str,
    /// The line of the attribute.
    pub line: u32,
}

/// Where the macro that calls it was called.
#[doc(hidden)]
#[macro_export]
macro_rules! __origin {
    () => {
        $crate::Origin { module: ::core::module_path!(), file: ::core::file!(), line: ::core::line!() }
    };
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.file.is_empty() { f.write_str("added at run time") } else { write!(f, "{}:{}", self.file, self.line) }
    }
}

impl Tool {
    /// What `#[tool]` calls.
    #[doc(hidden)]
    #[must_use]
    #[expect(clippy::too_many_arguments, reason = "written by the macro alone, and quicker to compile than a struct")]
    pub const fn declare(
        name: &'static str,
        description: &'static str,
        plain: bool,
        permissions: Permissions,
        params: &'static [Param],
        output: Option<&'static Schema>,
        bind: Bind,
        origin: Origin,
    ) -> Self {
        Self {
            name: Cow::Borrowed(name),
            title: None,
            description: Cow::Borrowed(description),
            toolset: None,
            permissions,
            annotations: Annotations {
                approval: false,
                external: false,
                destructive: None,
                idempotent: None,
                private: false,
            },
            timeout: None,
            max_result_chars: None,
            plain,
            input: Input::Params(params),
            output,
            services: &[],
            origin,
            load: None,
            body: Body::Bind(bind),
        }
    }

    /// A tool of another system: an MCP server's, a user's. `schema` is the JSON Schema of an object; whoever runs the tool judges the
    /// arguments, here only that they are one JSON object without equal keys. Every permission is assumed until
    /// [`permissions`](Self::permissions_required) says less, since janito cannot see what the tool does.
    ///
    /// # Errors
    ///
    /// If the name is not portable, the description is empty or the schema is not an object's.
    pub fn remote<F>(
        name: impl Into<String>,
        description: impl Into<String>,
        schema: &serde_json::Value,
        run: impl Fn(serde_json::Value) -> F + Send + Sync + 'static,
    ) -> Result<Self, Error>
    where
        F: Future<Output = Result<serde_json::Value, ToolError>> + Send + 'static,
    {
        let (name, description) = (name.into(), description.into());
        let refuse = |reason: &str| Error::Tool { name: name.clone(), reason: reason.to_owned() };
        if !is_portable(&name) {
            return Err(refuse("a name is 1 to 64 characters of [A-Za-z0-9_-], neither a digit nor `-` first"));
        }
        if description.trim().is_empty() {
            return Err(refuse("it has no description"));
        }
        if schema.get("type").and_then(serde_json::Value::as_str) != Some("object") {
            return Err(refuse("its schema must be a JSON object with \"type\": \"object\""));
        }
        let schema = serde_json::value::to_raw_value(schema).map_err(|error| refuse(&error.to_string()))?;
        let remote: Remote = Arc::new(move |arguments, _scope| {
            let parsed = serde_json::from_str(&arguments).map(&run);
            Box::pin(async move {
                let value = parsed?.await?;
                Output::of(&value)
            })
        });
        Ok(Self {
            plain: json::is_plain(&name) && json::is_plain(&description),
            name: name.into(),
            description: description.into(),
            input: Input::Raw(schema),
            body: Body::Remote(remote),
            ..Self::declare(
                "",
                "",
                true,
                Permissions::ALL,
                &[],
                None,
                unbound,
                Origin { module: "", file: "", line: 0 },
            )
        })
    }

    /// The same tool with a title for people.
    #[must_use]
    pub const fn titled(mut self, title: &'static str) -> Self {
        // Const code cannot drop the old value; it is nothing, or borrowed.
        std::mem::forget(self.title.replace(Cow::Borrowed(title)));
        self
    }

    /// The same tool in this toolset instead of its module's.
    #[must_use]
    pub const fn in_toolset(mut self, toolset: &'static str) -> Self {
        std::mem::forget(self.toolset.replace(Cow::Borrowed(toolset)));
        self
    }

    /// The same tool, needing these permissions.
    #[must_use]
    pub const fn permissions_required(mut self, permissions: Permissions) -> Self {
        self.permissions = permissions;
        self
    }

    /// The same tool with these annotations.
    #[must_use]
    pub const fn annotated(mut self, annotations: Annotations) -> Self {
        self.annotations = annotations;
        self
    }

    /// The same tool, each call of which ends after this long.
    #[must_use]
    pub const fn timed(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// The same tool with a limit for its results.
    #[must_use]
    pub const fn limited(mut self, max_result_chars: u32) -> Self {
        self.max_result_chars = Some(max_result_chars);
        self
    }

    /// The same tool with these services and this way to load it.
    #[doc(hidden)]
    #[must_use]
    pub const fn loaded(mut self, services: &'static [Option<Need>], load: Option<Load>) -> Self {
        self.services = services;
        self.load = load;
        self
    }

    /// The name that a model calls it by.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A name for people, if it has one.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// What it does, for the model.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// What it needs.
    #[must_use]
    pub const fn permissions(&self) -> Permissions {
        self.permissions
    }

    /// What hosts may want to know beyond the permissions.
    #[must_use]
    pub const fn annotations(&self) -> Annotations {
        self.annotations
    }

    /// After how long a call ends, if not when it is done.
    #[must_use]
    pub const fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// How long a result may be, in characters, before a host should store it and show a part.
    #[must_use]
    pub const fn max_result_chars(&self) -> Option<u32> {
        self.max_result_chars
    }

    /// What it takes.
    #[must_use]
    pub const fn input(&self) -> &Input {
        &self.input
    }

    /// Its parameters; none for a tool whose schema is only text.
    #[must_use]
    pub const fn params(&self) -> &'static [Param] {
        match &self.input {
            Input::Params(params) => params,
            Input::Raw(_) => &[],
        }
    }

    /// What it returns, where that has a schema.
    #[must_use]
    pub const fn output(&self) -> Option<&'static Schema> {
        self.output
    }

    /// Where it was declared.
    #[must_use]
    pub const fn origin(&self) -> Origin {
        self.origin
    }

    pub(crate) const fn is_plain(&self) -> bool {
        self.plain
    }

    /// How long its definition will be, or a little less than that.
    pub(crate) fn size_hint(&self) -> usize {
        let params = self.params().iter().map(|param| param.name().len() * 2 + param.description().len() + 100);
        let input = match &self.input {
            Input::Params(_) => params.sum(),
            Input::Raw(schema) => schema.get().len(),
        };
        self.name.len() + self.description.len() + input + 200
    }

    pub(crate) fn own_toolset(&self) -> Option<&str> {
        self.toolset.as_deref()
    }

    pub(crate) fn services(&self) -> &'static [Option<Need>] {
        self.services
    }

    /// Appends the JSON Schema of the arguments.
    pub(crate) fn write_input(&self, out: &mut String) {
        match &self.input {
            Input::Params(params) => crate::schema::SchemaWriter::new(out).object(params),
            Input::Raw(schema) => out.push_str(schema.get()),
        }
    }

    /// The JSON Schema of the arguments, as text.
    #[must_use]
    pub fn input_schema(&self) -> String {
        let mut out = String::new();
        self.write_input(&mut out);
        out
    }

    /// The JSON Schema of the result, as text, where it has one.
    #[must_use]
    pub fn output_schema(&self) -> Option<String> {
        self.output.map(|schema| {
            let mut out = String::new();
            crate::schema::SchemaWriter::of_results(&mut out).schema(schema);
            out
        })
    }
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tool")
            .field("name", &self.name)
            .field("permissions", &self.permissions)
            .field("origin", &self.origin)
            .finish_non_exhaustive()
    }
}

fn unbound(_: &State, _: &mut Arguments<'_>) -> Result<Bound, Refused> {
    Err(Refused::unbound())
}

/// Whether every provider takes the name.
fn is_portable(name: &str) -> bool {
    name.len() <= 64
        && name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(|rest| rest.is_ascii_alphanumeric() || matches!(rest, '_' | '-'))
}

/// Every tool that the program links, in no particular order.
#[doc(hidden)]
#[distributed_slice]
pub static TOOLS: [Tool];
