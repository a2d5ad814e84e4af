//! Which named types recur in a schema, and thus need an entry in `$defs`.

use super::object::each;
use super::{Kind, Schema};
use std::any::TypeId;

/// A named type that recurs, under a key of its own.
pub(super) struct Def {
    pub(super) id: TypeId,
    pub(super) key: String,
    pub(super) schema: &'static Schema,
}

/// Counts the uses of named types.
#[derive(Default)]
pub(super) struct Names(Vec<(TypeId, &'static str, &'static Schema, usize)>);

impl Names {
    pub(super) fn visit(&mut self, schema: &'static Schema) {
        match schema.kind {
            Kind::Named { name, id, get } => {
                if let Some(seen) = self.0.iter_mut().find(|seen| seen.1 == name && seen.0 == id) {
                    seen.3 += 1;
                    return;
                }
                let inner = get();
                self.0.push((id, name, inner, 1));
                self.visit(inner);
            }
            Kind::Array { items, .. } => self.visit(items),
            Kind::Nullable(inner) => self.visit(inner),
            Kind::Map { values, .. } => self.visit(values),
            Kind::Tuple(members) | Kind::AnyOf(members) => members.iter().for_each(|member| self.visit(member)),
            Kind::Object { properties, flattened } => {
                each(properties, flattened, &mut |param| self.visit(param.schema));
            }
            _ => {}
        }
    }

    /// The types that are used more than once, thus also the recursive ones, each under a key of its own.
    pub(super) fn recurring(self) -> Vec<Def> {
        let mut defs: Vec<Def> = Vec::new();
        for (id, name, schema, uses) in self.0 {
            if uses > 1 {
                // A key stands in a reference, where only plain letters need no escape.
                let name: String =
                    name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect();
                let taken = |key: &str| defs.iter().any(|def| def.key == key);
                let numbered = (2..).map(|number| format!("{name}_{number}"));
                let key = std::iter::once(name.clone()).chain(numbered).find(|key| !taken(key)).unwrap_or(name);
                defs.push(Def { id, key, schema });
            }
        }
        defs
    }
}
