//! The flags of a tool's parameters.

use crate::cli::names::fold;
use heck::ToKebabCase;
use janito_core::{Kind, Param};

/// What every tool's command has of its own. A parameter of such a name gets `arg-` before it.
pub(super) const RESERVED: [&str; 3] = ["args", "help", "json"];

/// One parameter as a flag.
pub(super) struct Flag {
    /// The parameter.
    pub(super) param: &'static Param,
    /// What is written after `--`.
    pub(super) name: String,
    /// What may be written instead.
    pub(super) aliases: Vec<String>,
}

impl Flag {
    /// A flag for each parameter; no two share a name.
    pub(super) fn all(params: &'static [Param]) -> Vec<Self> {
        let mut taken: Vec<String> = RESERVED.map(str::to_owned).into();
        let mut take = |name: String| {
            let free = !taken.contains(&name);
            if free {
                taken.push(name.clone());
            }
            free.then_some(name)
        };
        let mut flags: Vec<Self> =
            params.iter().map(|param| Self { param, name: kebab(param.name()), aliases: Vec::new() }).collect();
        // Names that can stay are not taken by those that cannot.
        let changing: Vec<&mut Self> = flags.iter_mut().filter(|flag| take(flag.name.clone()).is_none()).collect();
        for flag in changing {
            while take(flag.name.clone()).is_none() {
                flag.name.insert_str(0, "arg-");
            }
        }
        for flag in &mut flags {
            let others = flag.param.extras().aliases.iter().flat_map(|alias| [kebab(alias), (*alias).to_owned()]);
            let spellings = std::iter::once(flag.param.name().to_owned()).chain(others);
            flag.aliases = spellings.filter(|name| !name.starts_with('-')).filter_map(&mut take).collect();
        }
        flags
    }

    /// What clap knows the flag by.
    pub(super) fn id(&self) -> String {
        format!("--{}", self.param.name())
    }

    /// What clap knows the positional value by.
    pub(super) fn place(&self) -> String {
        format!("={}", self.param.name())
    }

    /// Whether it takes no value but one that is joined to it.
    pub(super) fn is_switch(&self) -> bool {
        matches!(self.param.schema().present().kind(), Kind::Boolean)
    }

    /// Whether it is meant by what was written after `--`.
    pub(super) fn is_called(&self, name: &str) -> bool {
        let reserved = RESERVED.contains(&name);
        self.name == name || (!reserved && (self.aliases.iter().any(|alias| alias == name) || self.is_like(name)))
    }

    /// Whether it is meant by a name that differs only in case and separators, as the tool's decoder would have it.
    pub(super) fn is_like(&self, name: &str) -> bool {
        let (own, others) = ([self.name.as_str(), self.param.name()], self.param.extras().aliases);
        own.iter().chain(others).any(|own| fold(own) == fold(name))
    }
}

fn kebab(name: &str) -> String {
    let kebab = name.to_kebab_case();
    // A name of underscores alone has no words.
    if kebab.is_empty() { name.to_owned() } else { kebab }
}
