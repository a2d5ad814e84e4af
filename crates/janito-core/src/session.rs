//! A session: on whose behalf tools are called, with which permissions and where. Many over one registry.

use crate::approval::{Approver, BoxFuture};
use crate::call::{Call, Raw};
use crate::dialect::{Definitions, Dialect};
use crate::error::{Error, nearest};
use crate::outcome::{Failure, FailureKind, Outcome};
use crate::registry::{Offer, Registry, Skipped};
use crate::report::Reporter;
use crate::trash::Trash;
use crate::workspace::Workspace;
use crate::{Permissions, Tool};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

/// On whose behalf tools are called. A clone is the same session.
#[derive(Clone)]
pub struct Session(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    registry: Registry,
    granted: Permissions,
    pub(crate) workspace: Arc<Workspace>,
    pub(crate) approver: Option<Arc<dyn Approver>>,
    pub(crate) reporter: Option<Arc<dyn Reporter>>,
    /// The text per dialect, for the version of the registry that it was written from.
    definitions: Mutex<Vec<(Dialect, u64, Definitions)>>,
}

/// Opens a [`Session`].
pub struct SessionBuilder {
    registry: Registry,
    granted: Permissions,
    roots: Vec<PathBuf>,
    state: Option<PathBuf>,
    trash: bool,
    approver: Option<Arc<dyn Approver>>,
    reporter: Option<Arc<dyn Reporter>>,
}

impl SessionBuilder {
    pub(crate) fn new(registry: Registry) -> Self {
        Self {
            registry,
            granted: Permissions::NONE,
            roots: Vec::new(),
            state: None,
            trash: true,
            approver: None,
            reporter: None,
        }
    }

    /// What the session's tools may do; without it nothing, so that only pure functions are offered. Grants add up.
    #[must_use]
    pub fn grant(mut self, permissions: Permissions) -> Self {
        self.granted = self.granted | permissions;
        self
    }

    /// A folder that may be reached. Relative paths start at the first; without one, no path can be reached.
    #[must_use]
    pub fn root(mut self, path: impl Into<PathBuf>) -> Self {
        self.roots.push(path.into());
        self
    }

    /// The folder where janito keeps what outlives a session: the trash, from which what was deleted or replaced can be brought back.
    /// Without one, what is deleted is gone. The folder is out of reach for every tool, also where it lies beneath a root.
    #[must_use]
    pub fn state(mut self, path: impl Into<PathBuf>) -> Self {
        self.state = Some(path.into());
        self
    }

    /// Whether there is a trash in the state folder, as there is unless this says otherwise. Without one, the folder is not made, and is out of
    /// reach all the same.
    #[must_use]
    pub fn trash(mut self, trash: bool) -> Self {
        self.trash = trash;
        self
    }

    /// Who is asked before a tool with `approval` runs. Without one, such a tool is denied.
    #[must_use]
    pub fn approver(mut self, approver: impl Approver + 'static) -> Self {
        self.approver = Some(Arc::new(approver));
        self
    }

    /// Who listens to the tools' reports.
    #[must_use]
    pub fn reporter(mut self, reporter: impl Reporter + 'static) -> Self {
        self.reporter = Some(Arc::new(reporter));
        self
    }

    /// Opens the roots, and the session.
    ///
    /// # Errors
    ///
    /// [`Error::Root`] if a folder cannot be opened, [`Error::State`] if the state folder cannot be made or opened.
    pub fn open(self) -> Result<Session, Error> {
        // Opened here, since its thread must not begin in a tool.
        let keeps = self.trash && self.granted.contains(Permissions::WRITE);
        let trash = self.state.as_deref().filter(|_| keeps).map(Trash::open).transpose()?;
        Ok(Session(Arc::new(Inner {
            registry: self.registry,
            granted: self.granted,
            workspace: Arc::new(Workspace::open(&self.roots, self.state.as_deref(), trash)?),
            approver: self.approver,
            reporter: self.reporter,
            definitions: Mutex::new(Vec::new()),
        })))
    }
}

impl Session {
    /// The registry behind it.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        &self.0.registry
    }

    /// What was granted.
    #[must_use]
    pub fn granted(&self) -> Permissions {
        self.0.granted
    }

    /// The folders that may be reached.
    pub fn roots(&self) -> impl Iterator<Item = &Path> {
        self.0.workspace.roots()
    }

    /// Where what is deleted or replaced goes; nothing if the session has no state folder, or may not write.
    #[must_use]
    pub fn trash(&self) -> Option<&Trash> {
        self.0.workspace.trash.as_ref()
    }

    /// The tools that may be used, sorted by name.
    #[must_use]
    pub fn tools(&self) -> Vec<Arc<Offer>> {
        let snapshot = self.0.registry.snapshot();
        snapshot.offers.iter().filter(|offer| self.refusal(offer).is_none()).cloned().collect()
    }

    /// The tools that may not be used, sorted by name, and why.
    #[must_use]
    pub fn skipped(&self) -> Vec<Skipped> {
        let snapshot = self.0.registry.snapshot();
        let refused = snapshot.offers.iter().filter_map(|offer| {
            let reason = self.refusal(offer)?;
            Some(Skipped { name: offer.name().to_owned(), toolset: offer.toolset().to_owned(), reason })
        });
        let mut skipped: Vec<Skipped> = snapshot.skipped.iter().cloned().chain(refused).collect();
        skipped.sort_by(|a, b| a.name.cmp(&b.name));
        skipped
    }

    /// The definitions of the tools in a provider's form. The text is written once for each state of the registry.
    #[must_use]
    pub fn definitions(&self, dialect: Dialect) -> Definitions {
        let mut kept = self.0.definitions.lock().unwrap_or_else(PoisonError::into_inner);
        let snapshot = self.0.registry.snapshot();
        if let Some((.., definitions)) =
            kept.iter().find(|(of, version, _)| *of == dialect && *version == snapshot.version)
        {
            return definitions.clone();
        }
        let tools = snapshot.offers.iter().filter(|offer| self.refusal(offer).is_none());
        let definitions = dialect.definitions(tools.map(|offer| &**offer as &Tool));
        kept.retain(|(of, ..)| *of != dialect);
        kept.push((dialect, snapshot.version, definitions.clone()));
        definitions
    }

    /// The definitions of these tools alone, in a provider's form and sorted by name. The text is not kept.
    #[must_use]
    pub fn definitions_of(&self, dialect: Dialect, offers: &[Arc<Offer>]) -> Definitions {
        let mut offers: Vec<&Arc<Offer>> = offers.iter().collect();
        offers.sort_by(|a, b| a.name().cmp(b.name()));
        offers.dedup_by(|a, b| a.name() == b.name());
        dialect.definitions(offers.into_iter().map(|offer| &***offer as &Tool))
    }

    /// Calls a tool: a blocking one on a thread of its own; an async one as a task of the tokio runtime in whose context the future is
    /// polled, which must be running, since nothing else polls the tool, or of janito's own where there is none. The future itself may be
    /// polled by any executor; dropped, it cancels the call.
    pub fn invoke<'a>(&self, call: impl Into<Call<Raw<'a>>>) -> Invocation {
        let (session, call) = (self.clone(), call.into().into_owned());
        Invocation(Box::pin(async move { call.invoke(&session).await }))
    }

    /// Calls a tool and waits: a blocking one runs on this thread; an async one is polled on it, in the context of janito's runtime, or on a
    /// new thread where this one belongs to a runtime of the host's. For tests, benches and trusted code: a deadline ends the tool's handles
    /// and what it awaits, but nothing can end its code.
    pub fn call<'a>(&self, call: impl Into<Call<Raw<'a>>>) -> Outcome {
        call.into().call(self)
    }

    /// The tool of a name, if the session may use it.
    ///
    /// # Errors
    ///
    /// What a call of it would be told: that it is not there, with the most similar name, or why it may not be used.
    pub fn lookup(&self, name: &str) -> Result<Arc<Offer>, Failure> {
        let snapshot = self.0.registry.snapshot();
        if let Some(offer) = snapshot.get(name) {
            if self.grants(offer) {
                return Ok(Arc::clone(offer));
            }
            let reason = self.refusal(offer).unwrap_or_default();
            return Err(Failure::new(FailureKind::Denied, format!("`{name}` may not be used here: {reason}")));
        }
        if let Some(skipped) = snapshot.skipped.iter().find(|skipped| skipped.name == name) {
            let message = format!("`{name}` is not available here: {}", skipped.reason);
            return Err(Failure::new(FailureKind::UnknownTool, message));
        }
        let visible = || snapshot.offers.iter().filter(|offer| self.refusal(offer).is_none()).map(|offer| offer.name());
        let message = match nearest(name, visible()) {
            Some(near) => format!("there is no tool `{name}`; did you mean `{near}`?"),
            None => {
                let names: Vec<&str> = visible().collect();
                let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                format!("there is no tool `{name}`; available: {names}")
            }
        };
        Err(Failure::new(FailureKind::UnknownTool, message))
    }

    /// Whether the session may do what a tool needs.
    pub(crate) fn grants(&self, tool: &Tool) -> bool {
        self.0.granted.contains(tool.permissions())
    }

    /// Why a tool may not be used, if so.
    pub(crate) fn refusal(&self, tool: &Tool) -> Option<String> {
        if self.grants(tool) {
            return None;
        }
        let missing = tool.permissions().missing_from(self.0.granted);
        let letters: Vec<String> = missing.letters().map(|(letter, name)| format!("'{letter}' ({name})")).collect();
        Some(format!("insufficient privileges: requires {}", letters.join(", ")))
    }
}

/// A call on its way: a future of its [`Outcome`]. Dropped, it cancels the call.
#[must_use = "a call runs only while its future is polled"]
pub struct Invocation(BoxFuture<'static, Outcome>);

impl Future for Invocation {
    type Output = Outcome;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Outcome> {
        self.0.as_mut().poll(context)
    }
}
