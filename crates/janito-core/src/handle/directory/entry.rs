//! What is known of what is in a folder, itself and not what it links to.

use std::ffi::{OsStr, OsString};
use std::time::SystemTime;

/// What an entry is, itself and not what it links to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    File,
    Directory,
    Symlink,
    /// A pipe, a socket, a device.
    Special,
}

/// One entry of a folder, itself and not what it links to.
#[derive(Debug, Clone)]
pub struct DirectoryEntry {
    pub(super) name: OsString,
    pub(super) is: Type,
}

/// What is known of an entry without opening it.
#[derive(Debug, Clone)]
pub struct EntryMetadata {
    pub(super) is: Type,
    pub(super) length: u64,
    pub(super) modified: Option<SystemTime>,
    pub(super) mode: u32,
}

impl DirectoryEntry {
    /// The name.
    #[must_use]
    pub fn name(&self) -> &OsStr {
        &self.name
    }

    /// The name, to keep.
    #[must_use]
    pub fn into_name(self) -> OsString {
        self.name
    }
}

impl EntryMetadata {
    /// The length in bytes.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.length
    }

    /// When its content was changed last, where the system tells.
    #[must_use]
    pub fn modified(&self) -> Option<SystemTime> {
        self.modified
    }

    /// The permission bits, as on Unix; 0 where there are none.
    #[must_use]
    pub fn mode(&self) -> u32 {
        self.mode
    }
}

/// What each of them is asked.
macro_rules! kinds {
    ($($of:ident)*) => {$(
        impl $of {
            /// Whether it is a folder, and not a link to one.
            #[must_use]
            pub fn is_dir(&self) -> bool {
                self.is == Type::Directory
            }

            /// Whether it is a regular file, and not a link to one.
            #[must_use]
            pub fn is_file(&self) -> bool {
                self.is == Type::File
            }

            /// Whether it is a symbolic link.
            #[must_use]
            pub fn is_symlink(&self) -> bool {
                self.is == Type::Symlink
            }
        }
    )*};
}

kinds!(DirectoryEntry EntryMetadata);
