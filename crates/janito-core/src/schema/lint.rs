//! The whole-tree check of a tool's schema, for tests: what const code and the macro cannot see.

use super::fits::unfit_bounds;
use super::object::each;
use super::{Kind, Param, Schema};
use std::any::TypeId;

/// Something in a tool's schema that a provider would refuse, or a model would stumble over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lint {
    /// Where, as in argument errors: `edits[].old`.
    pub path: String,
    /// What, and what to do about it.
    pub message: String,
    /// How bad it is.
    pub severity: Severity,
}

/// How bad a [`Lint`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// Some provider refuses it.
    Error,
    /// It works, but not as well as it could.
    Warning,
}

impl Lint {
    /// All that is wrong with an object of these parameters.
    #[must_use]
    pub fn params(params: &'static [Param]) -> Vec<Self> {
        let mut linter = Linter { found: Vec::new(), open: Vec::new() };
        for param in params {
            linter.param("", param);
        }
        linter.found
    }
}

struct Linter {
    found: Vec<Lint>,
    /// Named types that are being visited: recursion ends there.
    open: Vec<TypeId>,
}

impl Linter {
    fn add(&mut self, severity: Severity, path: &str, message: impl Into<String>) {
        self.found.push(Lint { path: path.to_owned(), message: message.into(), severity });
    }

    fn param(&mut self, parent: &str, param: &'static Param) {
        let path = if parent.is_empty() { param.name.to_owned() } else { format!("{parent}.{}", param.name) };
        let portable = param.name.len() <= 64
            && param.name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && param.name.chars().all(|rest| rest.is_ascii_alphanumeric() || rest == '_');
        if !portable {
            self.add(
                Severity::Error,
                &path,
                "the name is not portable; rename it to 1 to 64 characters of [A-Za-z0-9_], no digit first",
            );
        }
        let extra = param.extras();
        for text in extra.default.iter().chain(extra.examples) {
            let problems = crate::arguments::check_text(param, text);
            if let Some(problem) = problems.first() {
                self.add(Severity::Error, &path, format!("the default or example {text} does not fit: {problem}"));
            }
        }
        // Const code has judged them, too, but for a type behind a name.
        if let Some(problem) = unfit_bounds(param.schema.present(), extra) {
            self.add(Severity::Error, &path, problem);
        }
        self.schema(&path, param.schema);
    }

    fn schema(&mut self, path: &str, schema: &'static Schema) {
        match schema.kind {
            Kind::Named { id, get, .. } => {
                if self.open.contains(&id) {
                    return;
                }
                self.open.push(id);
                self.schema(path, get());
                self.open.pop();
            }
            Kind::Any => {
                self.add(Severity::Warning, path, "any value is admitted, so a model cannot know what to send");
            }
            Kind::Array { items, .. } => self.schema(&format!("{path}[]"), items),
            Kind::Nullable(inner) => self.schema(path, inner),
            Kind::Map { values, .. } => self.schema(&format!("{path}.*"), values),
            Kind::Tuple(members) => members.iter().for_each(|member| self.schema(&format!("{path}[]"), member)),
            Kind::AnyOf(members) => members.iter().for_each(|member| self.schema(path, member)),
            Kind::Object { properties, flattened } => {
                let mut names: Vec<&str> = Vec::new();
                let mut doubled = Vec::new();
                each(properties, flattened, &mut |param| {
                    if names.contains(&param.name) {
                        doubled.push(param.name);
                    }
                    names.push(param.name);
                });
                for name in doubled {
                    self.add(
                        Severity::Error,
                        path,
                        format!("the property `{name}` is declared twice; one is flattened in"),
                    );
                }
                each(properties, flattened, &mut |param| self.param(path, param));
            }
            Kind::Enum([]) => self.add(Severity::Error, path, "there is nothing to choose from"),
            _ => {}
        }
    }
}
