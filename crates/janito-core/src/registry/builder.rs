//! Chooses and loads what a registry holds at first.

use super::{Candidate, Inner, Registry, Snapshot, ToolRef, load, sorted, unknown_toolset};
use crate::error::Error;
use crate::handle::{Service, Services};
use crate::tool::Tool;
use crate::toolset::Toolset;
use std::sync::{Arc, Mutex, RwLock};

/// Chooses what a [`Registry`] will hold.
#[derive(Default)]
pub struct RegistryBuilder {
    pub(super) tools: Vec<ToolRef>,
    pub(super) toolsets: Vec<Toolset>,
    pub(super) wanted: Vec<String>,
    pub(super) required: Vec<String>,
    pub(super) services: Services,
}

impl RegistryBuilder {
    /// Only the toolsets that are named. Without a name, those load that load by themselves.
    #[must_use]
    pub fn toolset(mut self, name: &str) -> Self {
        self.wanted.push(name.to_owned());
        self
    }

    /// This toolset must have tools to offer; it loads as well.
    #[must_use]
    pub fn require(mut self, name: &str) -> Self {
        self.required.push(name.to_owned());
        self
    }

    /// A service, for the tools that are handed one.
    #[must_use]
    pub fn service<S: Service>(mut self, service: S) -> Self {
        self.services.insert(service);
        self
    }

    /// Loads the tools.
    ///
    /// # Errors
    ///
    /// If two tools or toolsets have one name, if a toolset does not exist, or if a required one has nothing to offer.
    pub fn build(self) -> Result<Registry, Error> {
        let Self { tools, mut toolsets, wanted, required, services } = self;
        toolsets.sort_by_key(Toolset::name);
        if let Some([first, second]) = toolsets.array_windows().find(|[a, b]| a.name() == b.name()) {
            return Err(Error::DuplicateToolset {
                name: first.name().to_owned(),
                first: first.module().to_owned(),
                second: second.module().to_owned(),
            });
        }
        let candidates: Vec<Candidate> =
            tools.into_iter().map(|tool| Candidate { toolset: toolset_of(tool.get(), &toolsets), tool }).collect();
        for name in wanted.iter().chain(&required) {
            let exists = toolsets.iter().any(|toolset| toolset.name() == name)
                || candidates.iter().any(|candidate| candidate.toolset == *name);
            if !exists {
                return Err(unknown_toolset(name, &toolsets, &candidates));
            }
        }
        let chosen = |name: &str| {
            let by_itself = || toolsets.iter().find(|toolset| toolset.name() == name).is_none_or(Toolset::autoload);
            let named = |list: &[String]| list.iter().any(|wanted| wanted == name);
            named(&required) || if wanted.is_empty() { by_itself() } else { named(&wanted) }
        };
        let loading = sorted(candidates.iter().filter(|candidate| chosen(&candidate.toolset)).cloned().collect())?;
        let loaded = loading.into_iter().map(|candidate| load(candidate, &services)).collect();
        let snapshot = Snapshot::default().with(loaded);
        for name in required {
            if snapshot.offers.iter().all(|offer| offer.toolset != name) {
                let reasons: Vec<String> = snapshot
                    .skipped
                    .iter()
                    .filter(|skip| skip.toolset == name)
                    .map(|skip| format!("{} ({})", skip.name, skip.reason))
                    .collect();
                let reason = match reasons.as_slice() {
                    [] => "none is linked into this program; refer to its crate, with `use the_crate as _;`".to_owned(),
                    reasons => format!("skipped: {}", reasons.join(", ")),
                };
                return Err(Error::EmptyToolset { name, reason });
            }
        }
        Ok(Registry(Arc::new(Inner {
            state: RwLock::new(snapshot),
            services: Arc::new(services),
            toolsets,
            candidates,
            changing: Mutex::new(()),
        })))
    }
}

/// The toolset that a tool names, else the innermost whose module holds the tool's, else the tool's crate.
fn toolset_of(tool: &Tool, toolsets: &[Toolset]) -> String {
    if let Some(own) = tool.own_toolset() {
        return own.to_owned();
    }
    let module = tool.origin().module;
    let innermost =
        toolsets.iter().filter(|toolset| toolset.holds(module)).max_by_key(|toolset| toolset.module().len());
    let name = innermost.map_or_else(|| module.split("::").next().unwrap_or_default(), Toolset::name);
    if name.is_empty() { "added".to_owned() } else { name.to_owned() }
}
