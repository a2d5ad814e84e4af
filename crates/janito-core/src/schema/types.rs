//! The schemas of the standard library's types and of JSON's own.

use super::{JsonSchema, Keys, Kind, Param, Schema};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::num;

macro_rules! schema {
    ($($type:ty => $kind:expr;)*) => {$(
        impl JsonSchema for $type {
            const SCHEMA: &'static Schema = &Schema::new($kind);
        }
    )*};
}

const TEXT: Kind = Kind::String { min_length: 0, max_length: None, format: None };

const fn text(format: &'static str) -> Kind {
    Kind::String { min_length: 0, max_length: None, format: Some(format) }
}

schema! {
    bool => Kind::Boolean;
    char => Kind::String { min_length: 1, max_length: Some(1), format: None };
    String => TEXT;
    // Of a result; an argument is owned.
    &'static str => TEXT;
    Box<str> => TEXT;
    std::borrow::Cow<'static, str> => TEXT;
    std::path::PathBuf => TEXT;
    Box<std::path::Path> => TEXT;
    f64 => Kind::Number { min: None, max: None };
    // serde turns a larger number into infinity.
    f32 => Kind::Number { min: Some(-3.402_823_5e38), max: Some(3.402_823_5e38) };
    () => Kind::Null;
    std::net::Ipv4Addr => text("ipv4");
    std::net::Ipv6Addr => text("ipv6");
    std::net::IpAddr => Kind::AnyOf(&[std::net::Ipv4Addr::SCHEMA, std::net::Ipv6Addr::SCHEMA]);
    serde_json::Value => Kind::Any;
    serde_json::Map<String, serde_json::Value> => Kind::Map { values: serde_json::Value::SCHEMA, keys: String::SCHEMA };
}

macro_rules! integers {
    ($($int:ident $nonzero:ident $low:expr, $high:expr;)*) => {$(
        impl JsonSchema for $int {
            const SCHEMA: &'static Schema = &Schema::new(Kind::Integer { min: $low, max: $high });
        }
        impl JsonSchema for num::$nonzero {
            const SCHEMA: &'static Schema = {
                const POSITIVE: &Schema = &Schema::new(Kind::Integer { min: Some(1), max: $high });
                const NEGATIVE: &Schema = &Schema::new(Kind::Integer { min: $low, max: Some(-1) });
                const EITHER: &Schema = &Schema::new(Kind::AnyOf(&[NEGATIVE, POSITIVE]));
                match $low {
                    Some(0) => POSITIVE,
                    _ => EITHER,
                }
            };
        }
    )*};
}

integers! {
    u8 NonZeroU8 Some(0), Some(u8::MAX as i128);
    u16 NonZeroU16 Some(0), Some(u16::MAX as i128);
    u32 NonZeroU32 Some(0), Some(u32::MAX as i128);
    u64 NonZeroU64 Some(0), Some(u64::MAX as i128);
    usize NonZeroUsize Some(0), Some(usize::MAX as i128);
    u128 NonZeroU128 Some(0), None;
    i8 NonZeroI8 Some(i8::MIN as i128), Some(i8::MAX as i128);
    i16 NonZeroI16 Some(i16::MIN as i128), Some(i16::MAX as i128);
    i32 NonZeroI32 Some(i32::MIN as i128), Some(i32::MAX as i128);
    i64 NonZeroI64 Some(i64::MIN as i128), Some(i64::MAX as i128);
    isize NonZeroIsize Some(isize::MIN as i128), Some(isize::MAX as i128);
    i128 NonZeroI128 Some(i128::MIN), Some(i128::MAX);
}

impl<T: JsonSchema> JsonSchema for Option<T> {
    const SCHEMA: &'static Schema = &Schema::new(Kind::Nullable(T::SCHEMA));
    const OPTIONAL: bool = true;
    const KEYS: Keys = T::KEYS;
}

macro_rules! pointers {
    ($($pointer:ident)*) => {$(
        impl<T: JsonSchema> JsonSchema for std::$pointer<T> {
            const SCHEMA: &'static Schema = T::SCHEMA;
            const OPTIONAL: bool = T::OPTIONAL;
            const UNION: bool = T::UNION;
            const KEYS: Keys = T::KEYS;
        }
    )*};
    ($($module:ident::$pointer:ident)*) => {$(
        impl<T: JsonSchema> JsonSchema for std::$module::$pointer<T> {
            const SCHEMA: &'static Schema = T::SCHEMA;
            const OPTIONAL: bool = T::OPTIONAL;
            const UNION: bool = T::UNION;
            const KEYS: Keys = T::KEYS;
        }
    )*};
}

pointers! { boxed::Box sync::Arc rc::Rc cell::RefCell cell::Cell sync::Mutex }

const fn list(items: &'static Schema, unique: bool) -> Schema {
    Schema::new(Kind::Array { items, min_items: 0, max_items: None, unique })
}

macro_rules! lists {
    ($($list:ty, $($generic:ident)+, $unique:expr;)*) => {$(
        impl<$($generic),+> JsonSchema for $list where T: JsonSchema {
            const SCHEMA: &'static Schema = &list(T::SCHEMA, $unique);
        }
    )*};
}

lists! {
    Vec<T>, T, false;
    VecDeque<T>, T, false;
    Box<[T]>, T, false;
    HashSet<T, S>, T S, true;
    BTreeSet<T>, T, true;
}

#[expect(clippy::cast_possible_truncation, reason = "serde has arrays of up to 32 items")]
impl<T: JsonSchema, const N: usize> JsonSchema for [T; N] {
    const SCHEMA: &'static Schema =
        &Schema::new(Kind::Array { items: T::SCHEMA, min_items: N as u32, max_items: Some(N as u32), unique: false });
}

impl<K: JsonSchema, V: JsonSchema, S> JsonSchema for HashMap<K, V, S> {
    const SCHEMA: &'static Schema = &Schema::new(Kind::Map { values: V::SCHEMA, keys: K::SCHEMA });
}

impl<K: JsonSchema, V: JsonSchema> JsonSchema for BTreeMap<K, V> {
    const SCHEMA: &'static Schema = &Schema::new(Kind::Map { values: V::SCHEMA, keys: K::SCHEMA });
}

macro_rules! tuples {
    ($($generic:ident)+) => {
        impl<$($generic: JsonSchema),+> JsonSchema for ($($generic,)+) {
            const SCHEMA: &'static Schema = &Schema::new(Kind::Tuple(&[$($generic::SCHEMA),+]));
        }
    };
}

tuples! { A }
tuples! { A B }
tuples! { A B C }
tuples! { A B C D }
tuples! { A B C D E }
tuples! { A B C D E F }
tuples! { A B C D E F G }
tuples! { A B C D E F G H }

/// As serde has it; a parameter is better a newtype that reads `90s`.
impl JsonSchema for std::time::Duration {
    const SCHEMA: &'static Schema = &Schema::new(Kind::Object {
        properties: &[Param::new::<u64>("secs", "Whole seconds."), Param::new::<u32>("nanos", "Further nanoseconds.")],
        flattened: &[],
    });
    const KEYS: Keys = Keys { own: &["secs", "nanos"], inherited: &[] };
}

impl<T: JsonSchema> JsonSchema for std::ops::Range<T> {
    const SCHEMA: &'static Schema = &Schema::new(Kind::Object {
        properties: &[
            Param::new::<T>("start", "The first value."),
            Param::new::<T>("end", "The value after the last."),
        ],
        flattened: &[],
    });
    const KEYS: Keys = Keys { own: &["start", "end"], inherited: &[] };
}
