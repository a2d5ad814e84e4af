//! Decodes the arguments of one call into the slots of its tool. One decoder serves all tools; what is generated for a tool is a row of
//! slots.

use super::check;
use super::path::Path;
use super::problem::{Problem, Problems};
use super::repair::{self, Repair};
use super::slots::{Slot, Slots, Values};
use super::tree::Tree;
use super::{Likeness, Refused, names};
use crate::approval::{BoxFuture, Effects};
use crate::handle::Scope;
use crate::schema::{Kind, Param};
use crate::tool::{Bound, Finished, State};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// The arguments of one call: the text as it came, and the parameters that it is for.
pub struct Arguments<'a> {
    text: &'a str,
    params: &'static [Param],
    repairs: Vec<Repair>,
    wants_effects: bool,
}

impl<'a> Arguments<'a> {
    pub(crate) fn new(text: &'a str, params: &'static [Param], wants_effects: bool) -> Self {
        Self { text, params, repairs: Vec::new(), wants_effects }
    }

    pub(crate) fn into_repairs(self) -> Vec<Repair> {
        self.repairs
    }

    /// Decodes the arguments of a blocking body.
    ///
    /// # Errors
    ///
    /// With everything that is wrong, if anything is.
    pub fn bind_blocking<A: Values>(
        &mut self,
        state: &State,
        body: fn(&Scope, &State, A) -> Finished,
        effects: Option<fn(&State, &A) -> Option<Effects>>,
    ) -> Result<Bound, Refused> {
        let (values, effects) = self.values(state, effects)?;
        let state = state.clone();
        Ok(Bound::blocking(move |scope| body(scope, &state, values), effects))
    }

    /// Decodes the arguments of an async body.
    ///
    /// # Errors
    ///
    /// With everything that is wrong, if anything is.
    pub fn bind_async<A: Values>(
        &mut self,
        state: &State,
        body: fn(Scope, State, A) -> BoxFuture<'static, Finished>,
        effects: Option<fn(&State, &A) -> Option<Effects>>,
    ) -> Result<Bound, Refused> {
        let (values, effects) = self.values(state, effects)?;
        let state = state.clone();
        Ok(Bound::future(move |scope| body(scope, state, values), effects))
    }

    #[inline]
    fn values<A: Values>(
        &mut self,
        state: &State,
        effects: Option<fn(&State, &A) -> Option<Effects>>,
    ) -> Result<(A, Option<Box<Effects>>), Refused> {
        let mut slots = A::Slots::default();
        self.decode(&mut slots)?;
        let values = A::take(slots).ok_or_else(Refused::unbound)?;
        let effects = effects.filter(|_| self.wants_effects).and_then(|effects| effects(state, &values)).map(Box::new);
        Ok((values, effects))
    }

    /// Fills a slot for each parameter, in the order of declaration.
    fn decode(&mut self, slots: &mut dyn Slots) -> Result<(), Refused> {
        match self.strict(slots) {
            Some(()) => Ok(()),
            None => self.lenient(slots),
        }
    }

    /// One pass over the text, which stops at the first thing that is not as it should be, or that needs a closer look.
    fn strict(&self, slots: &mut dyn Slots) -> Option<()> {
        let json = self.text.as_bytes();
        let mut at = after(json, 0, b'{')?;
        let mut seen = 0u64;
        let mut due = 0;
        if let Some(end) = after(json, at, b'}') {
            at = end;
        } else {
            loop {
                let (place, end) = self.name(at, due)?;
                if seen & 1 << place != 0 {
                    return None;
                }
                seen |= 1 << place;
                due = place + 1;
                at = space(json, after(json, end, b':')?);
                at += read(&self.params[place], slots.slot(place)?, self.text.get(at..)?)?;
                at = space(json, at) + 1;
                match *json.get(at - 1)? {
                    b',' => {}
                    b'}' => break,
                    _ => return None,
                }
            }
        }
        if space(json, at) < json.len() {
            return None;
        }
        for (place, param) in self.params.iter().enumerate() {
            if seen & 1 << place == 0 {
                if param.is_required() {
                    return None;
                }
                slots.slot(place)?.set(param.default().unwrap_or("null")).ok()?;
            }
        }
        Some(())
    }

    /// The place of the parameter whose name comes next, and where that ends. Models keep to the order of declaration, so the one that is
    /// due is tried first.
    fn name(&self, at: usize, due: usize) -> Option<(usize, usize)> {
        let json = self.text.as_bytes();
        let start = after(json, at, b'"')?;
        let quoted = &json[start..];
        let is_next = |place: usize| {
            let name = self.params[place].name().as_bytes();
            quoted.get(name.len()) == Some(&b'"') && quoted.starts_with(name)
        };
        let count = self.params.len();
        let place = if due < count && is_next(due) { due } else { (0..count).find(|place| is_next(*place))? };
        Some((place, start + self.params[place].name().len() + 1))
    }

    fn lenient(&mut self, slots: &mut dyn Slots) -> Result<(), Refused> {
        let mut members = self.members()?;
        let original = members.clone();
        let raw = raw_members(self.text);
        repair::object(&mut members, self.params, &[], &Path::Root, &mut self.repairs);
        let mut problems = Problems::new();
        check::object(&members, self.params, &[], &Path::Root, &mut problems);
        for (place, param) in self.params.iter().enumerate() {
            let Some(slot) = slots.slot(place) else { return Err(Refused::unbound()) };
            let given = members.iter().find(|(key, _)| key == param.name()).map(|(_, value)| value);
            let own = |problem: &Problem| {
                problem
                    .path
                    .strip_prefix(param.name())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            };
            // With more problems than are told, which parameters have one is not known; nor is one more of use.
            if problems.found().iter().any(own) || problems.count() > problems.found().len() {
                continue;
            }
            let text = match given {
                Some(value) => {
                    // The text as it came, if nothing in it was repaired: a number may be longer than the tree can hold.
                    let untouched = original
                        .iter()
                        .zip(&raw)
                        .find(|((key, before), _)| names(param, key) != Likeness::None && before == value);
                    untouched.map_or_else(|| value.to_json(), |(_, raw)| raw.get().to_owned())
                }
                None if param.is_required() => continue,
                None => param.default().unwrap_or("null").to_owned(),
            };
            if slot.set(&text).is_err() {
                let (within, message) = slot.explain(&text).unwrap_or_else(|| {
                    let tree = Tree::parse(&text).unwrap_or(Tree::Null);
                    let mut expected = param.bounded();
                    while let Kind::Nullable(inner) = expected.schema.resolve().kind() {
                        expected = expected.of(inner);
                    }
                    (String::new(), check::wrong(&tree, expected))
                });
                let joint = if within.is_empty() || within.starts_with('[') { "" } else { "." };
                problems.push(Problem { path: format!("{}{joint}{within}", param.name()), message });
            }
        }
        let (problems, count) = problems.into_parts();
        if count == 0 { Ok(()) } else { Err(Refused::with(problems, count)) }
    }

    /// The arguments as an object's members.
    fn members(&mut self) -> Result<Vec<(String, Tree)>, Refused> {
        match members(self.text, &mut self.repairs) {
            Ok(Tree::Object(members)) => Ok(members),
            Ok(other) => {
                let message = format!("expected an object of named arguments, got {}", other.describe());
                Err(Refused::of(message))
            }
            Err(syntax) => Err(Refused::syntax(syntax)),
        }
    }
}

fn members(text: &str, repairs: &mut Vec<Repair>) -> Result<Tree, String> {
    if text.trim().is_empty() {
        return Ok(Tree::Object(Vec::new()));
    }
    match Tree::parse(text) {
        Ok(tree) => Ok(repair::unwrap(tree, repairs)),
        Err(error) if error.to_string().starts_with("recursion limit exceeded") => {
            Err("they are nested too deeply; at most 127 levels are read".to_owned())
        }
        Err(error) => Err(format!("they are not valid JSON: {error}; nothing was run")),
    }
}

/// The arguments of a tool whose schema is only text: one object without equal keys, as JSON text.
pub(crate) fn free(text: &str, repairs: &mut Vec<Repair>) -> Result<String, Refused> {
    match members(text, repairs).map_err(Refused::syntax)? {
        tree @ Tree::Object(_) => {
            let mut problems = Problems::new();
            check::equal_keys(&tree, &Path::Root, &mut problems);
            let (problems, count) = problems.into_parts();
            if count == 0 { Ok(tree.to_json()) } else { Err(Refused::with(problems, count)) }
        }
        other => Err(Refused::of(format!("expected an object of named arguments, got {}", other.describe()))),
    }
}

/// The texts of an object's members as they came.
fn raw_members(text: &str) -> Vec<&RawValue> {
    struct Members;

    impl<'de> Visitor<'de> for Members {
        type Value = Vec<&'de RawValue>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut found = Vec::new();
            while let Some((_, value)) = map.next_entry::<serde::de::IgnoredAny, &RawValue>()? {
                found.push(value);
            }
            Ok(found)
        }
    }

    serde_json::Deserializer::from_str(text).deserialize_map(Members).unwrap_or_default()
}

/// Reads one argument at the start of a text, and tells how much of it that took.
fn read(param: &'static Param, slot: &mut dyn Slot, json: &str) -> Option<usize> {
    // What may be left out is left out by `null`.
    if !param.is_required() && json.starts_with("null") {
        slot.set(param.default().unwrap_or("null")).ok()?;
        return Some("null".len());
    }
    if param.is_exact() {
        return slot.read(json);
    }
    let mut trees = serde_json::Deserializer::from_str(json).into_iter::<Tree>();
    let tree = trees.next()?.ok()?;
    let end = trees.byte_offset();
    if !check::accepts(&tree, param.bounded()) {
        return None;
    }
    slot.set(&json[..end]).ok()?;
    Some(end)
}

/// The place after a mark, if that is what comes next.
fn after(json: &[u8], at: usize, mark: u8) -> Option<usize> {
    let at = space(json, at);
    (json.get(at) == Some(&mark)).then_some(at + 1)
}

/// The place of the next byte that is no space.
#[inline]
fn space(json: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = json.get(at) {
        at += 1;
    }
    at
}
