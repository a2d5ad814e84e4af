//! The toolsets that come with janito: a module each, one tool a file, and the machinery that a toolset's tools share beside them.
//!
//! A program has these tools once it links the crate: `use janito_tools as _;`. Nothing here knows a front end or a provider, and no path
//! is opened but through a handle.

pub mod files;
pub mod system;
