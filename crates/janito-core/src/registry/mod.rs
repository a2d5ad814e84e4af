//! The registry: which tools exist in this program, and why others do not. What a session may use of them is the session's matter.

mod builder;

pub use builder::RegistryBuilder;

use crate::error::{Error, nearest};
use crate::handle::Services;
use crate::schema::Schema;
use crate::session::SessionBuilder;
use crate::tool::{State, Tool};
use crate::toolset::Toolset;
use std::borrow::Cow;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// The tools that exist, sorted by name. A clone is the same registry.
#[derive(Clone)]
pub struct Registry(Arc<Inner>);

struct Inner {
    state: RwLock<Arc<Snapshot>>,
    services: Arc<Services>,
    toolsets: Vec<Toolset>,
    candidates: Vec<Candidate>,
    /// Held while the registry changes, so that no change is lost.
    changing: Mutex<()>,
}

/// What the registry holds at one time.
pub(crate) struct Snapshot {
    pub(crate) version: u64,
    pub(crate) offers: Vec<Arc<Offer>>,
    /// The first bytes of each name, in the same order.
    prefixes: Vec<u64>,
    pub(crate) skipped: Vec<Skipped>,
}

impl Snapshot {
    fn new(version: u64, mut offers: Vec<Arc<Offer>>, mut skipped: Vec<Skipped>) -> Arc<Self> {
        offers.sort_by(|a, b| a.tool().name().cmp(b.tool().name()));
        skipped.sort_by(|a, b| a.name.cmp(&b.name));
        let prefixes = offers.iter().map(|offer| prefix(offer.tool().name())).collect();
        Arc::new(Self { version, offers, prefixes, skipped })
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Arc<Offer>> {
        let wanted = prefix(name);
        let start = self.prefixes.partition_point(|prefix| *prefix < wanted);
        let alike = self.prefixes[start..].iter().take_while(|prefix| **prefix == wanted);
        alike.zip(&self.offers[start..]).map(|(_, offer)| offer).find(|offer| offer.tool().name() == name)
    }
}

/// The first eight bytes of a name, as a number that is ordered as the names are.
fn prefix(name: &str) -> u64 {
    if let Some(first) = name.as_bytes().first_chunk() {
        return u64::from_be_bytes(*first);
    }
    let mut bytes = [0; 8];
    bytes[..name.len()].copy_from_slice(name.as_bytes());
    u64::from_be_bytes(bytes)
}

/// A tool that is offered.
pub struct Offer {
    tool: ToolRef,
    toolset: String,
    pub(crate) state: State,
    /// Whether the names at the top level of its results are known, and were thus judged while it was compiled.
    pub(crate) names_its_results: bool,
}

impl Offer {
    pub(crate) fn tool(&self) -> &Tool {
        self.tool.get()
    }

    /// The tool's name, not copied where the program itself holds it.
    pub(crate) fn kept_name(&self) -> Cow<'static, str> {
        match &self.tool.0 {
            Ref::Static(tool) => Cow::Borrowed(tool.name()),
            Ref::Added(tool) => Cow::Owned(tool.name().to_owned()),
        }
    }

    /// The name of the toolset that it belongs to.
    #[must_use]
    pub fn toolset(&self) -> &str {
        &self.toolset
    }

    /// A plain description as JSON text: name, toolset, permissions, description, parameters and what else is known.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut out = String::new();
        self.tool().write_summary(&self.toolset, &mut out);
        out
    }
}

impl Deref for Offer {
    type Target = Tool;

    fn deref(&self) -> &Tool {
        self.tool()
    }
}

/// A tool that is not offered, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// The tool's name.
    pub name: String,
    /// The toolset that it belongs to.
    pub toolset: String,
    /// Why.
    pub reason: String,
}

/// A tool of the program, or one that was made at run time.
#[derive(Clone)]
pub struct ToolRef(Ref);

#[derive(Clone)]
enum Ref {
    Static(&'static Tool),
    Added(Arc<Tool>),
}

impl ToolRef {
    fn get(&self) -> &Tool {
        match &self.0 {
            Ref::Static(tool) => tool,
            Ref::Added(tool) => tool,
        }
    }
}

impl From<&'static Tool> for ToolRef {
    fn from(tool: &'static Tool) -> Self {
        Self(Ref::Static(tool))
    }
}

impl From<Tool> for ToolRef {
    fn from(tool: Tool) -> Self {
        Self(Ref::Added(Arc::new(tool)))
    }
}

#[derive(Clone)]
struct Candidate {
    tool: ToolRef,
    toolset: String,
}

impl Registry {
    /// The tools and toolsets that the program links.
    #[must_use]
    pub fn linked() -> RegistryBuilder {
        RegistryBuilder { toolsets: crate::linked_toolsets().copied().collect(), ..Self::of(crate::linked_tools()) }
    }

    /// These tools: for tests, for programs on systems where nothing is linked by itself, and for tools made at run time.
    pub fn of<T: Into<ToolRef>>(tools: impl IntoIterator<Item = T>) -> RegistryBuilder {
        RegistryBuilder { tools: tools.into_iter().map(Into::into).collect(), ..RegistryBuilder::default() }
    }

    /// The tools, sorted by name.
    #[must_use]
    pub fn tools(&self) -> Vec<Arc<Offer>> {
        self.snapshot().offers.clone()
    }

    /// The tools that are not offered, sorted by name, and why.
    #[must_use]
    pub fn skipped(&self) -> Vec<Skipped> {
        self.snapshot().skipped.clone()
    }

    /// One tool.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownTool`], with the most similar name.
    pub fn get(&self, name: &str) -> Result<Arc<Offer>, Error> {
        let snapshot = self.snapshot();
        if let Some(offer) = snapshot.get(name) {
            return Ok(Arc::clone(offer));
        }
        let names = || snapshot.offers.iter().map(|offer| offer.tool().name());
        Err(Error::UnknownTool {
            name: name.to_owned(),
            nearest: nearest(name, names()).map(str::to_owned),
            available: names().map(str::to_owned).collect(),
        })
    }

    /// Adds a tool: another system's, a user's.
    ///
    /// # Errors
    ///
    /// [`Error::Duplicate`] if there is one of its name.
    pub fn add(&self, tool: Tool) -> Result<(), Error> {
        let toolset = tool.own_toolset().unwrap_or("added").to_owned();
        self.extend(vec![Candidate { tool: tool.into(), toolset }])
    }

    /// Loads a toolset that was not loaded by itself. One that is loaded stays as it is.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownToolset`] if there is none of that name, [`Error::Duplicate`] if a tool of it has the name of another.
    pub fn add_toolset(&self, name: &str) -> Result<(), Error> {
        let candidates: Vec<Candidate> =
            self.0.candidates.iter().filter(|candidate| candidate.toolset == name).cloned().collect();
        if candidates.is_empty() && self.0.toolsets.iter().all(|toolset| toolset.name() != name) {
            return Err(unknown_toolset(name, &self.0.toolsets, &self.0.candidates));
        }
        let snapshot = self.snapshot();
        let loaded = snapshot.offers.iter().any(|offer| offer.toolset == name)
            || snapshot.skipped.iter().any(|skipped| skipped.toolset == name);
        if loaded { Ok(()) } else { self.extend(candidates) }
    }

    /// Opens a session on these tools.
    #[must_use]
    pub fn session(&self) -> SessionBuilder {
        SessionBuilder::new(self.clone())
    }

    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.0.state.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn services(&self) -> &Arc<Services> {
        &self.0.services
    }

    fn extend(&self, candidates: Vec<Candidate>) -> Result<(), Error> {
        let _changing = self.0.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let old = self.snapshot();
        let mut offers = old.offers.clone();
        let mut skipped = old.skipped.clone();
        for candidate in candidates {
            let tool = candidate.tool.get();
            if let Some(known) = offers.iter().find(|offer| offer.tool().name() == tool.name()) {
                return Err(duplicate(known.tool(), tool));
            }
            match load(candidate, &self.0.services) {
                Ok(offer) => offers.push(Arc::new(offer)),
                Err(skip) => skipped.push(skip),
            }
        }
        let new = Snapshot::new(old.version + 1, offers, skipped);
        *self.0.state.write().unwrap_or_else(PoisonError::into_inner) = new;
        Ok(())
    }
}

fn load(candidate: Candidate, services: &Services) -> Result<Offer, Skipped> {
    let Candidate { tool, toolset } = candidate;
    let skip = |reason: String| Skipped { name: tool.get().name().to_owned(), toolset: toolset.clone(), reason };
    for need in tool.get().services().iter().flatten() {
        if !services.has((need.id)()) {
            return Err(skip(format!("needs the service `{}`, which is not connected", need.name)));
        }
    }
    let load = || tool.get().load.map_or(Ok(None), |load| load());
    match catch_unwind(AssertUnwindSafe(load)) {
        Ok(Ok(state)) => {
            let names_its_results = tool.get().output().is_some_and(Schema::has_known_names);
            Ok(Offer { tool, toolset, state, names_its_results })
        }
        Ok(Err(reason)) => Err(skip(reason.to_string())),
        Err(panic) => Err(skip(format!("its `load` panicked: {}", crate::call::panic_text(&*panic)))),
    }
}

fn duplicate(first: &Tool, second: &Tool) -> Error {
    Error::Duplicate {
        name: first.name().to_owned(),
        first: first.origin().to_string(),
        second: second.origin().to_string(),
    }
}

fn unknown_toolset(name: &str, toolsets: &[Toolset], candidates: &[Candidate]) -> Error {
    let mut available: Vec<String> = toolsets
        .iter()
        .map(|toolset| toolset.name().to_owned())
        .chain(candidates.iter().map(|candidate| candidate.toolset.clone()))
        .collect();
    available.sort();
    available.dedup();
    Error::UnknownToolset {
        name: name.to_owned(),
        nearest: nearest(name, available.iter().map(String::as_str)).map(str::to_owned),
        available,
    }
}
