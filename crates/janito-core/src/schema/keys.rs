//! The names at an object's top level, known while compiling.

/// The names at the top level of an object, of its own and of what is flattened into it.
#[derive(Debug, Clone, Copy)]
pub struct Keys {
    /// Its own.
    pub own: &'static [&'static str],
    /// Those of flattened fields and of a union's members.
    pub inherited: &'static [&'static Keys],
}

impl Keys {
    /// No names: what is no object, or has free keys.
    pub const NONE: Self = Self { own: &[], inherited: &[] };

    /// Whether a name is among them.
    #[must_use]
    pub const fn contains(&self, name: &str) -> bool {
        let mut at = 0;
        while at < self.own.len() {
            if same(self.own[at], name) {
                return true;
            }
            at += 1;
        }
        let mut at = 0;
        while at < self.inherited.len() {
            if self.inherited[at].contains(name) {
                return true;
            }
            at += 1;
        }
        false
    }
}

/// `a == b`, for const code.
pub(super) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}
