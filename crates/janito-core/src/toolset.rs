//! Toolsets: named groups of tools that load together.

use linkme::distributed_slice;

/// A named group of tools: those whose module lies in the toolset's.
#[derive(Debug, Clone, Copy)]
pub struct Toolset {
    name: &'static str,
    description: &'static str,
    module: &'static str,
    autoload: bool,
}

impl Toolset {
    /// What [`toolset!`](crate::toolset) calls.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str, description: &'static str, module: &'static str, autoload: bool) -> Self {
        assert!(!name.is_empty(), "a toolset needs a name");
        Self { name, description, module, autoload }
    }

    /// The name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What its tools are for.
    #[must_use]
    pub const fn description(&self) -> &'static str {
        self.description
    }

    /// The module whose tools belong to it.
    #[must_use]
    pub const fn module(&self) -> &'static str {
        self.module
    }

    /// Whether it loads where no toolset is named.
    #[must_use]
    pub const fn autoload(&self) -> bool {
        self.autoload
    }

    /// Whether a module is the toolset's or lies in it.
    pub(crate) fn holds(&self, module: &str) -> bool {
        module.strip_prefix(self.module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    }
}

/// Every toolset that the program links, in no particular order.
#[doc(hidden)]
#[distributed_slice]
pub static TOOLSETS: [Toolset];

/// Declares the toolset to which the tools of this module and of the modules in it belong.
///
/// ```
/// mod weather {
///     janito_core::toolset! {
///         name: "weather",
///         description: "Ask about the weather.",
///         autoload: false,
///     }
/// }
/// # assert!(janito_core::linked_toolsets().any(|toolset| toolset.name() == "weather"));
/// ```
///
/// `autoload: true` loads it wherever no toolset is named; `false` on demand only.
#[macro_export]
macro_rules! toolset {
    (name: $name:literal, description: $description:literal, autoload: $autoload:literal $(,)?) => {
        const _: () = {
            #[$crate::__private::linkme::distributed_slice($crate::__private::TOOLSETS)]
            #[linkme(crate = $crate::__private::linkme)]
            static TOOLSET: $crate::Toolset =
                $crate::Toolset::new($name, $description, ::core::module_path!(), $autoload);
        };
    };
}
