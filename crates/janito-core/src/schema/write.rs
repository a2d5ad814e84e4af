//! Writes a static schema as JSON Schema 2020-12, in the form that every provider takes: one `type`, no `null` for what may be left
//! out, `anyOf` as the only union, nothing beside a `$ref`, types inline unless they recur.

use super::names::{Def, Names};
use super::object::{Rest, each};
use super::{Bounded, Choice, Kind, Param, Schema};
use crate::json;
use std::fmt::Write as _;

/// 2^53: beyond it a JSON number is no longer exact for every reader, so a bound there would say something false.
pub(crate) const SAFE: i128 = 1 << 53;

/// Writes schemas into one text.
pub(crate) struct Writer<'a> {
    out: &'a mut String,
    defs: Vec<Def>,
    /// Whether `null` is published where a value is left out: a result has it there, and a call need not.
    nulls: bool,
}

impl<'a> Writer<'a> {
    /// A writer that appends to a text.
    pub(crate) fn new(out: &'a mut String) -> Self {
        Self { out, defs: Vec::new(), nulls: false }
    }

    /// A writer of what serde writes, rather than of what it reads.
    pub(crate) fn of_results(out: &'a mut String) -> Self {
        Self { nulls: true, ..Self::new(out) }
    }

    /// Appends the schema of an object with these properties and no others: what a tool takes.
    pub(crate) fn object(mut self, params: &'static [Param]) {
        let mut names = Names::default();
        for param in params.iter().filter(|param| !param.exact) {
            names.visit(param.schema);
        }
        self.defs = names.recurring();
        self.out.push('{');
        self.properties(params, &[]);
        self.finish();
    }

    /// Appends one schema: what a tool returns.
    pub(crate) fn schema(mut self, schema: &'static Schema) {
        let mut names = Names::default();
        // The root is written out even if it recurs below: providers want its `type` there.
        names.visit(schema.resolve());
        self.defs = names.recurring();
        self.out.push('{');
        self.value(schema.resolve().into());
        self.finish();
    }

    fn finish(mut self) {
        let defs = std::mem::take(&mut self.defs);
        if !defs.is_empty() {
            self.key("$defs");
            self.out.push('{');
            self.defs = defs;
            for at in 0..self.defs.len() {
                let schema = self.defs[at].schema;
                if at > 0 {
                    self.out.push(',');
                }
                json::push_str(self.out, &self.defs[at].key);
                self.out.push_str(":{");
                self.value(schema.into());
                self.out.push('}');
            }
            self.out.push('}');
        }
        self.out.push('}');
    }

    /// Begins a member of the object that is being written.
    fn key(&mut self, key: &str) {
        if self.out.as_bytes().last() != Some(&b'{') {
            self.out.push(',');
        }
        self.out.push('"');
        self.out.push_str(key);
        self.out.push_str("\":");
    }

    fn text(&mut self, key: &str, text: &str) {
        self.key(key);
        json::push_str(self.out, text);
    }

    fn number(&mut self, key: &str, number: impl std::fmt::Display) {
        self.key(key);
        let _ = write!(self.out, "{number}");
    }

    /// A bound, unless it lies where a number is not exact.
    fn bound(&mut self, key: &str, bound: Option<i128>) {
        if let Some(bound) = bound.filter(|bound| (-SAFE..=SAFE).contains(bound))
            && let Ok(bound) = i64::try_from(bound)
        {
            self.out.push_str(key);
            self.out.push_str(itoa::Buffer::new().format(bound));
        }
    }

    fn braced(&mut self, value: Bounded) {
        self.out.push('{');
        self.value(value);
        self.out.push('}');
    }

    fn list(&mut self, key: &str, schemas: &[&'static Schema]) {
        self.key(key);
        self.out.push('[');
        for (at, schema) in schemas.iter().enumerate() {
            if at > 0 {
                self.out.push(',');
            }
            self.braced((*schema).into());
        }
        self.out.push(']');
    }

    fn param(&mut self, param: &'static Param) {
        self.out.push('{');
        let mut value = param.bounded();
        while !param.required
            && !self.nulls
            && let Kind::Nullable(inner) = value.schema.kind
        {
            value = value.of(inner);
        }
        let extra = param.extras();
        let described = !param.description.is_empty();
        let siblings = described || extra.default.is_some() || !extra.examples.is_empty();
        if extra.constrains() && self.reference(value.schema).is_some() {
            // The bounds are this place's; the type's own entry has none.
            self.constraints(value.of(value.schema.resolve()));
        } else if siblings && self.reference(value.schema).is_some() {
            self.list("anyOf", &[value.schema]);
        } else {
            self.constraints(value);
        }
        if !described {
            self.description("", value.schema);
        } else if let Kind::Enum(_) = value.schema.resolve().kind {
            self.description(param.description, value.schema);
        } else {
            let comma = if self.out.as_bytes().last() == Some(&b'{') { "" } else { "," };
            self.out.push_str(comma);
            self.out.push_str("\"description\":");
            json::push_known(self.out, param.description, param.plain);
        }
        if let Some(default) = extra.default {
            self.key("default");
            self.out.push_str(default);
        }
        if !extra.examples.is_empty() {
            self.key("examples");
            self.out.push('[');
            for (at, example) in extra.examples.iter().enumerate() {
                if at > 0 {
                    self.out.push(',');
                }
                self.out.push_str(example);
            }
            self.out.push(']');
        }
        self.out.push('}');
    }

    /// The description of a place: its own words, else its type's; then what the choices mean.
    fn description(&mut self, own: &str, schema: &'static Schema) {
        let (mut schema, mut text) = (schema, if own.is_empty() { schema.description } else { own });
        while self.reference(schema).is_none()
            && let Kind::Named { get, .. } = schema.kind
        {
            schema = get();
            text = if text.is_empty() { schema.description } else { text };
        }
        let choices = match schema.kind {
            Kind::Enum(choices) if choices.iter().any(|choice| !choice.description.is_empty()) => choices,
            _ if text.is_empty() => return,
            _ => return self.text("description", text),
        };
        let mut text = text.to_owned();
        for Choice { value, description } in choices.iter().filter(|choice| !choice.description.is_empty()) {
            if !text.is_empty() {
                text.push('\n');
            }
            let _ = write!(text, "`{value}`: {description}");
        }
        self.text("description", &text);
    }

    fn reference(&self, schema: &Schema) -> Option<&str> {
        let Kind::Named { id, .. } = schema.kind else { return None };
        self.defs.iter().find(|def| def.id == id).map(|def| def.key.as_str())
    }

    /// The members of a schema with its own description.
    fn value(&mut self, value: Bounded) {
        if let Some(key) = self.reference(value.schema) {
            let path = format!("#/$defs/{key}");
            return self.text("$ref", &path);
        }
        self.constraints(value);
        self.description("", value.schema);
    }

    fn constraints(&mut self, value: Bounded) {
        if let Some(key) = self.reference(value.schema) {
            let path = format!("#/$defs/{key}");
            return self.text("$ref", &path);
        }
        match value.schema.kind {
            Kind::Any => {}
            Kind::Null => self.out.push_str("\"type\":\"null\""),
            Kind::Boolean => self.out.push_str("\"type\":\"boolean\""),
            Kind::Integer { min, max } => {
                self.out.push_str("\"type\":\"integer\"");
                let (min, max) = value.integers(min, max);
                self.bound(",\"minimum\":", min);
                self.bound(",\"maximum\":", max);
            }
            Kind::Number { min, max } => {
                self.out.push_str("\"type\":\"number\"");
                let (min, max) = value.numbers(min, max);
                if let Some(min) = min {
                    self.number("minimum", Float(min));
                }
                if let Some(max) = max {
                    self.number("maximum", Float(max));
                }
            }
            Kind::String { min_length, max_length, format } => {
                self.out.push_str("\"type\":\"string\"");
                let (min, max) = value.lengths(min_length, max_length);
                if min > 0 {
                    self.number("minLength", min);
                }
                if let Some(max) = max {
                    self.number("maxLength", max);
                }
                if let Some(format) = format {
                    self.text("format", format);
                }
            }
            Kind::Enum(choices) => {
                self.out.push_str("\"type\":\"string\"");
                self.key("enum");
                self.out.push('[');
                for (at, choice) in choices.iter().enumerate() {
                    if at > 0 {
                        self.out.push(',');
                    }
                    json::push_str(self.out, choice.value);
                }
                self.out.push(']');
            }
            Kind::Array { items, min_items, max_items, unique } => {
                self.out.push_str("\"type\":\"array\"");
                self.out.push_str(",\"items\":");
                self.braced(items.into());
                let (min, max) = value.lengths(min_items, max_items);
                if min > 0 {
                    self.number("minItems", min);
                }
                if let Some(max) = max {
                    self.number("maxItems", max);
                }
                if unique {
                    self.key("uniqueItems");
                    self.out.push_str("true");
                }
            }
            Kind::Tuple(items) => {
                self.out.push_str("\"type\":\"array\"");
                self.list("prefixItems", items);
                self.number("minItems", items.len());
                self.number("maxItems", items.len());
            }
            Kind::Map { values, keys } => {
                self.out.push_str("\"type\":\"object\"");
                self.key("additionalProperties");
                self.braced(values.into());
                self.property_names(keys);
            }
            Kind::Object { properties, flattened } => self.properties(properties, flattened),
            Kind::AnyOf(members) => self.list("anyOf", members),
            Kind::Nullable(inner) => {
                self.key("anyOf");
                self.out.push('[');
                self.braced(value.of(inner));
                self.out.push_str(",{\"type\":\"null\"}]");
            }
            Kind::Named { get, .. } => self.constraints(value.of(get())),
            Kind::Raw(text) => {
                let members = text.trim().trim_start_matches('{').trim_end().strip_suffix('}').unwrap_or_default();
                if !members.trim().is_empty() {
                    if !self.out.ends_with('{') {
                        self.out.push(',');
                    }
                    self.out.push_str(members.trim());
                }
            }
        }
    }

    fn property_names(&mut self, keys: &'static Schema) {
        match keys.resolve().kind {
            Kind::Enum(_) => {
                self.key("propertyNames");
                self.braced(keys.resolve().into());
            }
            Kind::Integer { min, .. } => {
                self.key("propertyNames");
                let sign = if min.is_some_and(|min| min >= 0) { "" } else { "-?" };
                let _ = write!(self.out, "{{\"pattern\":\"^{sign}(0|[1-9][0-9]*)$\"}}");
            }
            Kind::Boolean => {
                self.key("propertyNames");
                self.out.push_str("{\"enum\":[\"true\",\"false\"]}");
            }
            _ => {}
        }
    }

    fn properties(&mut self, own: &'static [Param], flattened: &[&'static Schema]) {
        self.out.push_str("\"type\":\"object\"");
        self.out.push_str(",\"properties\":{");
        let mut first = true;
        let rest = each(own, flattened, &mut |param| {
            if !std::mem::take(&mut first) {
                self.out.push(',');
            }
            json::push_known(self.out, param.name, param.plain);
            self.out.push(':');
            self.param(param);
        });
        self.out.push('}');
        let mut first = true;
        each(own, flattened, &mut |param| {
            if param.required {
                if std::mem::take(&mut first) {
                    self.out.push_str(",\"required\":[");
                } else {
                    self.out.push(',');
                }
                json::push_known(self.out, param.name, param.plain);
            }
        });
        if !first {
            self.out.push(']');
        }
        match rest {
            Rest::Refused => {
                self.out.push_str(",\"additionalProperties\":false");
            }
            Rest::Of(schema) => {
                self.out.push_str(",\"additionalProperties\":");
                self.braced(schema.into());
            }
            Rest::Open => {}
        }
    }
}

/// A number as JSON writes it.
struct Float(f64);

impl std::fmt::Display for Float {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // serde_json's shortest form; a bound is finite, since it was a literal.
        f.write_str(&serde_json::to_string(&self.0).unwrap_or_default())
    }
}
