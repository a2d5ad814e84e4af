//! What a tool may need and a session may grant: to read, to write, to execute.

use std::fmt;
use std::ops::BitOr;
use std::str::FromStr;

/// A set of permissions.
///
/// ```
/// use janito_core::Permissions;
///
/// let granted: Permissions = "rw".parse().unwrap();
/// assert!(granted.contains(Permissions::READ));
/// assert_eq!((Permissions::READ | Permissions::EXECUTE).missing_from(granted), Permissions::EXECUTE);
/// assert_eq!(granted.to_string(), "rw");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Permissions(u8);

impl Permissions {
    /// None: what a pure function needs.
    pub const NONE: Self = Self(0);
    /// To read files, the network, the system's state.
    pub const READ: Self = Self(1);
    /// To create, change and delete.
    pub const WRITE: Self = Self(2);
    /// To run programs.
    pub const EXECUTE: Self = Self(4);
    /// All of them.
    pub const ALL: Self = Self(7);

    /// The set with these members.
    #[must_use]
    pub const fn new(read: bool, write: bool, execute: bool) -> Self {
        Self(read as u8 | (write as u8) << 1 | (execute as u8) << 2)
    }

    /// Whether every permission of the other set is in this one.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the set has no member.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// What this set asks for and the other does not have.
    #[must_use]
    pub const fn missing_from(self, granted: Self) -> Self {
        Self(self.0 & !granted.0)
    }

    /// The members with their letters and names, in the order r, w, x.
    pub fn letters(self) -> impl Iterator<Item = (char, &'static str)> {
        [(Self::READ, 'r', "READ"), (Self::WRITE, 'w', "WRITE"), (Self::EXECUTE, 'x', "EXECUTE")]
            .into_iter()
            .filter(move |(member, ..)| self.contains(*member))
            .map(|(_, letter, name)| (letter, name))
    }
}

impl BitOr for Permissions {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl fmt::Display for Permissions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(3);
        text.extend(self.letters().map(|(letter, _)| letter));
        f.pad(&text)
    }
}

impl fmt::Debug for Permissions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Permissions({:?})", self.to_string())
    }
}

/// A text that is no set of permissions.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no set of permissions; write each of the letters r, w and x at most once, or nothing")]
pub struct ParsePermissionsError(String);

impl FromStr for Permissions {
    type Err = ParsePermissionsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut set = Self::NONE;
        for letter in text.chars() {
            let member = match letter {
                'r' => Self::READ,
                'w' => Self::WRITE,
                'x' => Self::EXECUTE,
                _ => return Err(ParsePermissionsError(text.to_owned())),
            };
            if set.contains(member) {
                return Err(ParsePermissionsError(text.to_owned()));
            }
            set = set | member;
        }
        Ok(set)
    }
}
