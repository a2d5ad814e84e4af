//! The registry: which tools exist in this program, and why others do not. What a session may use of them is the session's matter.

mod builder;

pub use builder::RegistryBuilder;

use crate::call::{guarded, panic_text};
use crate::error::{Error, nearest};
use crate::handle::Services;
use crate::schema::Schema;
use crate::session::SessionBuilder;
use crate::tool::{State, Tool};
use crate::toolset::Toolset;
use std::borrow::Cow;
use std::ops::Deref;
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
#[derive(Default)]
pub(crate) struct Snapshot {
    pub(crate) version: u64,
    pub(crate) offers: Vec<Arc<Offer>>,
    /// The first bytes of each name, in the same order.
    prefixes: Vec<u64>,
    pub(crate) skipped: Vec<Skipped>,
    /// The tools that were skipped, in the order of loading.
    left_out: Vec<ToolRef>,
}

impl Snapshot {
    /// This, and what came of loading more.
    fn with(&self, loaded: Vec<Loaded>) -> Arc<Self> {
        let (mut offers, mut skipped, mut left_out) =
            (self.offers.clone(), self.skipped.clone(), self.left_out.clone());
        for loaded in loaded {
            match loaded {
                Loaded::Offered(offer) => offers.push(offer),
                Loaded::Skipped(skip, tool) => {
                    skipped.push(skip);
                    left_out.push(tool);
                }
            }
        }
        offers.sort_by(|a, b| a.tool().name().cmp(b.tool().name()));
        skipped.sort_by(|a, b| a.name.cmp(&b.name));
        let prefixes = offers.iter().map(|offer| prefix(offer.tool().name())).collect();
        Arc::new(Self { version: self.version + 1, offers, prefixes, skipped, left_out })
    }

    /// Whether this very tool was loaded already, offered or not.
    ///
    /// # Errors
    ///
    /// [`Error::Duplicate`] if another has its name.
    fn holds(&self, tool: &ToolRef) -> Result<bool, Error> {
        match self.get(tool.get().name()) {
            Some(known) if known.tool.is(tool) => Ok(true),
            Some(known) => Err(duplicate(known.tool(), tool.get())),
            None => Ok(self.left_out.iter().any(|known| known.is(tool))),
        }
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

    /// Whether it is the same tool, not only one of the same name.
    fn is(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Ref::Static(one), Ref::Static(other)) => std::ptr::eq(*one, *other),
            (Ref::Added(one), Ref::Added(other)) => Arc::ptr_eq(one, other),
            _ => false,
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

/// What came of loading a tool.
enum Loaded {
    Offered(Arc<Offer>),
    Skipped(Skipped, ToolRef),
}

impl Loaded {
    fn tool(&self) -> &ToolRef {
        match self {
            Self::Offered(offer) => &offer.tool,
            Self::Skipped(_, tool) => tool,
        }
    }
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

    /// Loads the tools of a toolset that are not there yet; those that are stay as they are, also the skipped ones. Where two threads do
    /// it at once, a tool's `load` may run twice, and one of its results is kept.
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
        self.extend(candidates)
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

    /// Adds those that are not there: all of them, or none.
    fn extend(&self, candidates: Vec<Candidate>) -> Result<(), Error> {
        let before = self.snapshot();
        let mut missing = Vec::new();
        for candidate in sorted(candidates)? {
            if !before.holds(&candidate.tool)? {
                missing.push(candidate);
            }
        }
        // Without the lock, since a `load` may change the registry itself; so what it holds is looked at again.
        let loaded: Vec<Loaded> = missing.into_iter().map(|candidate| load(candidate, &self.0.services)).collect();
        // What a `load` kept is the author's, and dropped once the lock is free.
        let (mut new, mut surplus) = (Vec::new(), Vec::new());
        let _changing = self.0.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let old = self.snapshot();
        let mut refused = Ok(());
        for loaded in loaded {
            match old.holds(loaded.tool()) {
                Ok(false) => new.push(loaded),
                known => {
                    surplus.push(loaded);
                    refused = refused.and(known.map(drop));
                }
            }
        }
        if refused.is_ok() && !new.is_empty() {
            let new = old.with(std::mem::take(&mut new));
            *self.0.state.write().unwrap_or_else(PoisonError::into_inner) = new;
        }
        refused
    }
}

/// Candidates by name, and by place too, so that the same two are named whatever the order of linking.
///
/// # Errors
///
/// [`Error::Duplicate`] if two have one name.
fn sorted(mut candidates: Vec<Candidate>) -> Result<Vec<Candidate>, Error> {
    candidates.sort_by(|a, b| {
        let (a, b) = (a.tool.get(), b.tool.get());
        let place = |tool: &Tool| (tool.origin().file, tool.origin().line);
        a.name().cmp(b.name()).then_with(|| place(a).cmp(&place(b)))
    });
    match candidates.array_windows().find(|[a, b]| a.tool.get().name() == b.tool.get().name()) {
        Some([first, second]) => Err(duplicate(first.tool.get(), second.tool.get())),
        None => Ok(candidates),
    }
}

fn load(candidate: Candidate, services: &Services) -> Loaded {
    let Candidate { tool, toolset } = candidate;
    let missing = tool.get().services().iter().flatten().find(|need| !services.has((need.id)()));
    let reason = match missing {
        Some(need) => format!("needs the service `{}`, which is not connected", need.name),
        None => match guarded(|| tool.get().load.map_or(Ok(None), |load| load())) {
            Ok(Ok(state)) => {
                let names_its_results = tool.get().output().is_some_and(Schema::has_known_names);
                return Loaded::Offered(Arc::new(Offer { tool, toolset, state, names_its_results }));
            }
            Ok(Err(reason)) => reason.to_string(),
            Err(panic) => format!("its `load` panicked: {}", panic_text(panic)),
        },
    };
    Loaded::Skipped(Skipped { name: tool.get().name().to_owned(), toolset, reason }, tool)
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
