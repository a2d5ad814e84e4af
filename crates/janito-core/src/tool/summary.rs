//! What is said about a tool: its lint, and its plain description.

use super::{Annotations, Tool, is_portable};
use crate::schema::{Lint, SchemaWriter, Severity};
use crate::{Permissions, json};
use std::fmt::Write as _;

impl Tool {
    /// All that a provider would refuse in it, or a model stumble over.
    #[must_use]
    pub fn lint(&self) -> Vec<Lint> {
        let mut found = Lint::params(self.params());
        let mut add = |severity, message: &str| {
            found.push(Lint { path: String::new(), message: message.to_owned(), severity });
        };
        if !is_portable(&self.name) {
            add(Severity::Error, "the name is not portable; rename it to 1 to 64 characters of [A-Za-z0-9_-]");
        } else if self.name.len() > 40 {
            add(Severity::Warning, "a client's prefix may bring the name above 64 characters; 40 leave room");
        }
        if self.description.trim().is_empty() {
            add(Severity::Error, "there is no description");
        } else if self.description.len() > 1024 {
            add(Severity::Warning, "the description is above 1024 bytes, which some providers cut");
        }
        found
    }

    /// Appends a plain description of the tool as JSON: name, toolset, permissions, description, parameters and what else is known.
    pub(crate) fn write_summary(&self, toolset: &str, out: &mut String) {
        let field = |out: &mut String, key: &str, value: &str| {
            out.push_str(key);
            json::push_str(out, value);
        };
        field(out, "{\"name\":", &self.name);
        if let Some(title) = &self.title {
            field(out, ",\"title\":", title);
        }
        field(out, ",\"toolset\":", toolset);
        field(out, ",\"permissions\":", &self.permissions.to_string());
        field(out, ",\"description\":", &self.description);
        out.push_str(",\"parameters\":");
        self.write_input(out);
        if let Some(schema) = self.output {
            out.push_str(",\"output\":");
            SchemaWriter::of_results(out).schema(schema);
        }
        let Annotations { approval, external, private, .. } = self.annotations;
        for (key, set) in [("approval", approval), ("external", external), ("private", private)] {
            if set {
                let _ = write!(out, ",\"{key}\":true");
            }
        }
        let writes = !Permissions::READ.contains(self.permissions);
        let destructive = self.annotations.destructive.unwrap_or(writes);
        let idempotent = self.annotations.idempotent.unwrap_or(!writes);
        let _ = write!(out, ",\"destructive\":{destructive},\"idempotent\":{idempotent}");
        if let Some(timeout) = self.timeout {
            let _ = write!(out, ",\"timeout_seconds\":{}", timeout.as_secs_f64());
        }
        if let Some(limit) = self.max_result_chars {
            let _ = write!(out, ",\"max_result_chars\":{limit}");
        }
        out.push('}');
    }
}
