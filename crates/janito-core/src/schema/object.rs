//! The properties of an object together with those of what is flattened into it.

use super::{Kind, Param, Schema};

/// What an object takes beside its known properties.
#[derive(Clone, Copy)]
pub(crate) enum Rest {
    Refused,
    /// Values of this form: a map is flattened into it.
    Of(&'static Schema),
    /// Anything: a union is flattened into it, and only its type can judge that.
    Open,
}

/// Calls back for each property of an object, those of flattened objects included.
pub(crate) fn each(own: &'static [Param], flattened: &[&'static Schema], call: &mut dyn FnMut(&'static Param)) -> Rest {
    for param in own {
        call(param);
    }
    let mut rest = Rest::Refused;
    for schema in flattened {
        rest = match schema.present().kind {
            Kind::Object { properties, flattened } => match each(properties, flattened, call) {
                Rest::Refused => rest,
                other => other,
            },
            Kind::Map { values, .. } => Rest::Of(values),
            Kind::Null => rest,
            _ => Rest::Open,
        };
    }
    rest
}
