//! What a value of a type looks like in JSON, as far as tokens tell.

use crate::arg::Arg;
use syn::Type;

/// The form of a value.
pub(super) enum Form {
    Any,
    Null,
    /// Any text.
    Text,
    /// As that type has it.
    Type(Type),
    /// As `#[arg(schema = …)]` has it.
    Raw(Arg),
    /// One of some texts.
    Choices(Vec<Choice>),
    /// A list with a form for each place.
    Tuple(Vec<Form>),
    Object(Object),
    AnyOf(Vec<Member>),
}

/// A text to choose.
pub(super) struct Choice {
    pub(super) value: String,
    pub(super) docs: String,
}

/// An object with known keys.
#[derive(Default)]
pub(super) struct Object {
    pub(super) properties: Vec<Property>,
    /// What stands beside them.
    pub(super) flattened: Vec<Form>,
}

/// A value under a key.
pub(super) struct Property {
    pub(super) name: String,
    pub(super) docs: String,
    pub(super) value: Value,
    pub(super) optional: bool,
    pub(super) arg: Arg,
}

/// What is under a key.
pub(super) enum Value {
    /// A field of that type, which may be one that can be left out.
    Field(Type),
    /// A value that is there unless the property is optional.
    Form(Form),
}

/// A form that a union admits.
pub(super) struct Member {
    pub(super) form: Form,
    pub(super) docs: String,
}

impl Form {
    /// A text that is always the same.
    pub(super) fn constant(value: String) -> Self {
        Self::Choices(vec![Choice { value, docs: String::new() }])
    }

    /// Whether it holds no other type, so that it can be neither recursive nor worth a name.
    pub(super) fn is_plain(&self) -> bool {
        match self {
            Self::Any | Self::Null | Self::Text | Self::Raw(_) | Self::Choices(_) => true,
            Self::Type(_) | Self::Object(_) => false,
            Self::Tuple(items) => items.iter().all(Self::is_plain),
            Self::AnyOf(members) => members.iter().all(|member| member.form.is_plain()),
        }
    }

    /// Calls back for this form and each one in it.
    pub(super) fn each<'a>(&'a self, call: &mut dyn FnMut(&'a Self)) {
        call(self);
        match self {
            Self::Object(Object { properties, flattened }) => {
                for property in properties {
                    if let Value::Form(form) = &property.value {
                        form.each(call);
                    }
                }
                for form in flattened {
                    form.each(call);
                }
            }
            Self::Tuple(items) => items.iter().for_each(|item| item.each(call)),
            Self::AnyOf(members) => members.iter().for_each(|member| member.form.each(call)),
            Self::Any | Self::Null | Self::Text | Self::Type(_) | Self::Raw(_) | Self::Choices(_) => {}
        }
    }

    /// The keys at its top level: its own, and the types that add theirs.
    pub(super) fn keys(&self) -> (Vec<&str>, Vec<&Type>) {
        match self {
            Self::Type(inner) => (Vec::new(), vec![inner]),
            Self::Object(Object { properties, flattened }) => {
                let own = properties.iter().map(|property| property.name.as_str()).collect();
                (own, flattened.iter().flat_map(|form| form.keys().1).collect())
            }
            Self::AnyOf(members) => {
                let (mut own, mut inherited) = (Vec::new(), Vec::new());
                for (names, types) in members.iter().map(|member| member.form.keys()) {
                    own.extend(names);
                    inherited.extend(types);
                }
                own.sort_unstable();
                own.dedup();
                (own, inherited)
            }
            _ => (Vec::new(), Vec::new()),
        }
    }
}

impl Property {
    /// A property that is always there and says nothing about itself.
    pub(super) fn required(name: String, form: Form) -> Self {
        Self { name, docs: String::new(), value: Value::Form(form), optional: false, arg: Arg::default() }
    }
}
