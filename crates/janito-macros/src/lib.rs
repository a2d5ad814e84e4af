//! The attribute and derive macros of janito. Use them through `janito-core`, which re-exports them with what they expand to.

mod arg;
mod derive;
mod docs;
mod errors;
mod json;
mod keys;
mod krate;
mod serde_attr;
mod spans;
mod tool;

use proc_macro::TokenStream;

/// Derives janito's `JsonSchema`: a static schema that says what serde reads and writes.
///
/// The serde attributes of the type count (`rename`, `rename_all`, `tag`, `content`, `untagged`, `flatten`, `skip`, `default`, `alias`,
/// `transparent`, `from`, …), doc comments become descriptions, and `#[arg(…)]` on a field adds `min`, `max`, `min_length`,
/// `max_length`, `example` and `default`, or a raw `schema` where the type cannot say what its value looks like.
///
/// `#[json_schema(crate = ::path)]` on the type says where `janito-core` is found if not under its own name.
#[proc_macro_derive(JsonSchema, attributes(arg, json_schema, serde))]
pub fn json_schema(input: TokenStream) -> TokenStream {
    derive::derive(input.into()).into()
}

/// Makes a function, or an `impl` block with a `run`, a tool that a language model can call.
///
/// ```
/// use janito_core::{Permissions, Reader, Registry, ToolError, tool};
/// use std::path::PathBuf;
///
/// /// Tell how large a file is.
/// #[tool(permissions = "r")]
/// fn file_size(
///     files: &Reader,
///     /// Path of the file.
///     path: PathBuf,
/// ) -> Result<u64, ToolError> {
///     Ok(files.metadata(path)?.len())
/// }
///
/// # fn main() -> Result<(), janito_core::Error> {
/// let session = Registry::linked().build()?.session().grant(Permissions::READ).root(".").open()?;
/// assert!(session.call(("FileSize", r#"{"path": "Cargo.toml"}"#)).is_success());
/// # Ok(())
/// # }
/// ```
///
/// The keys: `permissions` (required: letters of `rwx`, or `""`), `name`, `title`, `toolset`, `approval`, `timeout` (seconds), `external`,
/// `destructive`, `idempotent`, `private`, `max_result_chars`, `crate`. `docs/tool-attribute.md` of the repository is the whole reference.
#[proc_macro_attribute]
pub fn tool(args: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(args.into(), item.into()).into()
}
