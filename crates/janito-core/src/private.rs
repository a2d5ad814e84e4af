//! What the expansion of `#[tool]` and of the derive refers to. Not for people: it changes without notice.

pub use crate::arguments::{Arguments, Refused};
pub use crate::handle::{Allowed, Handed, Perm, Scope};
pub use crate::schema::{
    Bound, Choice, Extra, JsonSchema, Keys, Kind, Param, Schema, assert_bounds, assert_default, assert_example,
};
pub use crate::tool::{Annotations, Bound as Ready, Finished, Load, Need, Origin, State, TOOLS, Tool};
pub use crate::toolset::TOOLSETS;
pub use crate::{Effects, Permissions, Skip, ToolError};
pub use core::option::Option::{self, None, Some};
pub use core::result::Result::{self, Err, Ok};
pub use linkme;

pub use crate::__origin as origin;

use crate::approval::BoxFuture;
use crate::outcome::Output;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

/// A parameter of a tool; `plain` is whether the texts can stand in JSON as they are.
#[must_use]
pub const fn param<T: JsonSchema + DeserializeOwned + Send + 'static>(
    name: &'static str,
    description: &'static str,
    plain: bool,
) -> Param {
    Param::with_plain(name, description, T::SCHEMA, !T::OPTIONAL, plain)
}

/// A parameter of a tool with a schema of its own.
#[must_use]
pub const fn raw_param<T: DeserializeOwned + Send + 'static>(
    name: &'static str,
    description: &'static str,
    plain: bool,
    schema: &'static Schema,
    required: bool,
) -> Param {
    Param::with_plain(name, description, schema, required, plain)
}

/// What an async body is.
pub type Later = BoxFuture<'static, Finished>;

/// An async body.
pub fn later(body: impl Future<Output = Finished> + Send + 'static) -> Later {
    Box::pin(body)
}

/// The handle that a parameter names, if the permissions cover it.
///
/// # Errors
///
/// If it is a service that is no longer there.
#[inline]
pub fn hand<T: Handed + Allowed<P>, P>(scope: &Scope) -> Result<&T, ToolError> {
    T::from_scope(scope)
}

/// The services among what a tool is handed; the others need nothing.
#[must_use]
pub const fn need<T: Handed>() -> Option<Need> {
    T::NEED
}

/// Keeps what `load` found.
///
/// # Errors
///
/// Its own.
pub fn keep<T: Send + Sync + 'static, E: Into<Skip>>(loaded: Result<T, E>) -> Result<State, Skip> {
    Ok(Some(Arc::new(loaded.map_err(Into::into)?)))
}

/// Loads a tool without a `load` of its own.
///
/// # Errors
///
/// None.
pub fn keep_default<T: Loadable + Send + Sync + 'static>() -> Result<State, Skip> {
    keep(Ok::<T, Skip>(T::load()))
}

/// A type that needs no `load`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be made without a `load`",
    label = "neither `Default` nor `fn load`",
    note = "derive `Default` for it, or write `fn load() -> Result<Self, Skip>` in the impl block"
)]
pub trait Loadable {
    /// Makes it.
    fn load() -> Self;
}

impl<T: Default> Loadable for T {
    fn load() -> Self {
        T::default()
    }
}

/// What `load` kept.
///
/// # Errors
///
/// If that is something else, which the registry does not let happen.
pub fn kept<T: Send + Sync + 'static>(state: &State) -> Result<&T, ToolError> {
    state.as_ref().and_then(|state| state.downcast_ref()).ok_or_else(unkept)
}

#[cold]
fn unkept() -> ToolError {
    ToolError::new("the tool was loaded as something else; rebuild it")
}

/// What a body returned; see [`Finish`].
pub struct Returned<R>(pub R);

/// An error that can be told to a model.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be told to a model",
    label = "this error is neither `ToolError` nor turned into one",
    note = "return `ToolError`, a `std::error::Error` that is `Send + Sync + 'static`, `anyhow::Error`, `String` or `&'static str`"
)]
pub trait Told {
    /// In the model's words.
    fn told(self) -> ToolError;
}

impl<E: Into<ToolError>> Told for E {
    fn told(self) -> ToolError {
        self.into()
    }
}

/// A value that can be a tool's result.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool's result",
    label = "this type does not implement serde's `Serialize`",
    note = "derive `Serialize` for it, or return a type that has it"
)]
pub trait Returnable {
    /// Written as JSON.
    ///
    /// # Errors
    ///
    /// If the type refuses.
    fn output(&self) -> Finished;
}

impl<T: Serialize> Returnable for T {
    fn output(&self) -> Finished {
        Output::of(self)
    }
}

impl<T, E> Returned<Result<T, E>> {
    /// The result, or the error in the model's words.
    ///
    /// # Errors
    ///
    /// The body's own.
    pub fn finish(self) -> Finished
    where
        T: Returnable,
        E: Told,
    {
        match self.0 {
            Ok(value) => value.output(),
            Err(error) => Err(error.told()),
        }
    }
}

/// Stands behind the inherent `finish`: of what is no `Result`.
pub trait Finish<T> {
    /// The result.
    ///
    /// # Errors
    ///
    /// If it cannot be written as JSON.
    fn finish(self) -> Finished
    where
        T: Returnable;
}

impl<T> Finish<T> for Returned<T> {
    fn finish(self) -> Finished
    where
        T: Returnable,
    {
        self.0.output()
    }
}

/// Whether an argument with a raw schema may be left out: the inherent constant for `Option`, else the trait's.
pub struct Omit<T>(PhantomData<T>);

impl<T> Omit<Option<T>> {
    /// It may.
    pub const OPTIONAL: bool = true;
}

/// What is known of a return type at compile time: the inherent constants where it has a schema, else the trait's.
pub struct Probe<R>(PhantomData<R>);

/// Stands behind the inherent constants.
pub trait Unknown {
    /// No schema.
    const OUTPUT: Option<&'static Schema> = None;
    /// No names.
    const KEYS: Keys = Keys::NONE;
}

impl<R> Unknown for Probe<R> {}

/// Stands behind the inherent constant of [`Omit`].
pub trait Required {
    /// It may not.
    const OPTIONAL: bool = false;
}

impl<T> Required for Omit<T> {}

impl<T: JsonSchema> Probe<T> {
    /// Its schema.
    pub const OUTPUT: Option<&'static Schema> = Some(T::SCHEMA);
    /// Its names.
    pub const KEYS: Keys = T::KEYS;
}

impl<T: JsonSchema, E> Probe<Result<T, E>> {
    /// The schema of what it holds.
    pub const OUTPUT: Option<&'static Schema> = Some(T::SCHEMA);
    /// The names of what it holds.
    pub const KEYS: Keys = T::KEYS;
}

/// Fails to compile if a result has a name that its envelope uses.
#[track_caller]
pub const fn assert_keys(keys: Keys) {
    if keys.contains("success") {
        panic!(
            "the result has a field `success`, which the envelope `{{\"success\": …}}` uses; rename it, for example with serde's `rename`"
        );
    }
    if keys.contains("error") {
        panic!("the result has a field `error`, which the envelope uses; rename it, or return a `ToolError`");
    }
    if keys.contains("result") {
        panic!(
            "the result has a field `result`, which the envelope uses; rename it, for example with serde's `rename`"
        );
    }
}

/// A schema as text; an object.
#[must_use]
#[track_caller]
pub const fn raw_schema(text: &'static str) -> Schema {
    crate::schema::assert_schema(text);
    Schema::new(Kind::Raw(text))
}

/// The schema of a flattened field.
///
/// # Panics
///
/// While compiling, if the field is an `Option` or an enum.
#[must_use]
#[track_caller]
pub const fn flattened<T: JsonSchema>() -> &'static Schema {
    if T::OPTIONAL {
        panic!(
            "a flattened `Option` loses what is given of it only in part; flatten a struct whose fields are optional"
        );
    }
    if T::UNION {
        panic!("a flattened enum leaves open which fields there are; give the enum a field of its own");
    }
    T::SCHEMA
}

/// A time limit in seconds.
#[must_use]
pub const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}
