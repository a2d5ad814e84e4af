//! Services: clients of other systems that tools are handed by reference.

use std::any::{Any, TypeId};
use std::collections::HashMap;

/// A client of another system. A tool that names one as `&S` is offered only where the host has given the registry one.
pub trait Service: Clone + Send + Sync + 'static {
    /// The service's name, as it stands in skip reasons.
    const NAME: &'static str;
}

/// The services that a registry has.
#[derive(Default, Clone)]
pub(crate) struct Services(HashMap<TypeId, std::sync::Arc<dyn Any + Send + Sync>>);

impl Services {
    pub(crate) fn insert<S: Service>(&mut self, service: S) {
        self.0.insert(TypeId::of::<S>(), std::sync::Arc::new(service));
    }

    pub(crate) fn has(&self, id: TypeId) -> bool {
        self.0.contains_key(&id)
    }

    pub(crate) fn get<S: Service>(&self) -> Option<&S> {
        self.0.get(&TypeId::of::<S>())?.downcast_ref()
    }
}
