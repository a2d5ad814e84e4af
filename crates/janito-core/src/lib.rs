//! The core of janito: tools that language models call, as typed Rust functions.
//!
//! [`tool`] turns a function into a static [`Tool`]; a [`Registry`] collects the tools that a program links; a [`Session`] says on whose
//! behalf they are called, with which [`Permissions`] and where, and makes one [`Outcome`] of every call.
//!
//! ```
//! use janito_core::{Permissions, Registry, tool};
//!
//! /// Add two numbers.
//! #[tool(permissions = "")]
//! fn add(
//!     /// The first number.
//!     a: i32,
//!     /// The second number.
//!     b: i32,
//! ) -> i64 {
//!     i64::from(a) + i64::from(b)
//! }
//!
//! # fn main() -> Result<(), janito_core::Error> {
//! let registry = Registry::linked().build()?;
//! let session = registry.session().grant(Permissions::READ).root(".").open()?;
//! let outcome = session.call(("Add", r#"{"a": 2, "b": "3"}"#));
//! assert_eq!(outcome.to_json(), r#"{"success":true,"result":5}"#);
//! assert_eq!(outcome.repairs[0].to_string(), r#"b: string "3" was read as number 3"#);
//! # Ok(())
//! # }
//! ```

mod approval;
mod arguments;
mod call;
mod dialect;
mod disk;
mod error;
mod handle;
#[cfg(feature = "ignore")]
mod ignore;
mod json;
mod outcome;
mod permission;
mod registry;
mod report;
mod runtime;
mod schema;
mod session;
mod tool;
mod toolset;
mod trash;
mod workspace;

pub use approval::{Answer, Approver, BoxFuture, Effects, Request, Touch};
pub use arguments::{Problem, Repair};
pub use call::{Call, Permitted, Raw, Valid};
pub use dialect::{Definitions, Dialect};
pub use disk::settle;
pub use error::{Error, Skip, ToolError};
pub use handle::{
    Change, Context, Directory, DirectoryEntry, EntryMetadata, Executor, Existing, File, Moved, Reader, Removed,
    Restored, Service, Writer, Written,
};
#[cfg(feature = "ignore")]
pub use ignore::IgnoreRules;
pub use janito_macros::{JsonSchema, tool};
pub use outcome::{CallId, End, Failure, FailureKind, Outcome, Output};
pub use permission::{ParsePermissionsError, Permissions};
pub use registry::{Offer, Registry, RegistryBuilder, Skipped, ToolRef};
pub use report::{Report, Reporter};
pub use schema::{Bound, Choice, Extra, JsonSchema, Keys, Kind, Lint, Param, Schema, Severity};
pub use session::{Invocation, Session, SessionBuilder};
pub use tool::{Annotations, Input, Origin, Tool};
pub use toolset::Toolset;
pub use trash::{Discarded, NotKept, Trash, Trashed};
#[cfg(feature = "ignore")]
pub use workspace::OuterIgnores;
pub use workspace::Workspace;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

/// Every tool that the program links, in no particular order. Nothing is allocated.
pub fn linked_tools() -> impl Iterator<Item = &'static Tool> {
    tool::TOOLS.iter()
}

/// Every toolset that the program links, in no particular order.
pub fn linked_toolsets() -> impl Iterator<Item = &'static Toolset> {
    toolset::TOOLSETS.iter()
}

/// A schema as JSON text, 2020-12, of what is read.
#[must_use]
pub fn schema_text(schema: &'static Schema) -> String {
    let mut out = String::new();
    schema::SchemaWriter::new(&mut out).schema(schema);
    out
}
