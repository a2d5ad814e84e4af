//! The handle of execution. What it can start comes with the process engine; being handed one is already what `x` means.

use super::CallState;
use crate::error::ToolError;
use std::sync::Arc;

/// The authority to run programs.
pub struct Executor(pub(super) Arc<CallState>);

impl Executor {
    /// Fails once the call has ended: nothing may be started then.
    ///
    /// # Errors
    ///
    /// If the call was cancelled, ran out of time or has returned.
    pub fn check(&self) -> Result<(), ToolError> {
        self.0.life.check()
    }
}
