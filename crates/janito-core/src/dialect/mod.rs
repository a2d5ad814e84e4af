//! Dialects: the forms in which providers take definitions of tools. A file a provider.

mod openai;

use crate::Tool;
use crate::error::Error;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

/// A provider's form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// The `tools` array of chat completions as `OpenAI` has them, which most providers understand.
    OpenAi,
}

impl Dialect {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::OpenAi];

    /// The name that stands on a command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
        }
    }

    pub(crate) fn definitions<'a>(self, tools: impl Iterator<Item = &'a Tool>) -> Definitions {
        let tools: Vec<&Tool> = tools.collect();
        // Room for all of it, so that nothing written is moved.
        let mut text = String::with_capacity(tools.iter().map(|tool| tool.size_hint()).sum());
        match self {
            Self::OpenAi => openai::write(&tools, &mut text),
        }
        Definitions(Arc::new(Kept { text, fingerprint: OnceLock::new() }))
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Dialect {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL.iter().copied().find(|dialect| dialect.name() == name).ok_or_else(|| Error::UnknownDialect {
            name: name.to_owned(),
            available: Self::ALL.iter().map(|dialect| dialect.name()).collect::<Vec<_>>().join(", "),
        })
    }
}

/// Definitions of tools as JSON text, sorted by name: the same tools give the same bytes, so that a provider's prompt cache holds.
#[derive(Clone)]
pub struct Definitions(Arc<Kept>);

struct Kept {
    text: String,
    fingerprint: OnceLock<u64>,
}

impl Definitions {
    /// The text.
    #[must_use]
    pub fn json(&self) -> &str {
        &self.0.text
    }

    /// A number that changes when the text does: FNV-1a of 64 bits, a cache key and no protection against forgery.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let of = |text: &str| {
            text.bytes()
                .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
        };
        *self.0.fingerprint.get_or_init(|| of(&self.0.text))
    }
}

impl PartialEq for Definitions {
    fn eq(&self, other: &Self) -> bool {
        self.json() == other.json()
    }
}

impl Eq for Definitions {}

impl fmt::Debug for Definitions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Definitions").field(&self.json()).finish()
    }
}

impl fmt::Display for Definitions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.json())
    }
}
