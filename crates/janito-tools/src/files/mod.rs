//! The toolset `files`: listing, reading and writing beneath the roots.
//!
//! A tool is a file; a folder is what tools share: what a text is and what is shown of it (`text`), how folders are walked, what is left out and
//! what a glob means (`walk`), what is looked for (`find`, `search`), and how a text is changed (`edit`).

mod apply_patch;
mod create_directory;
mod create_file;
mod delete_file;
mod edit;
mod edit_file;
mod find;
mod find_files;
mod list_files;
mod move_file;
mod read_file;
mod read_multiple_files;
mod remove_directory;
mod replace_text_in_file;
mod restore_file;
mod search;
mod search_regex;
mod search_text;
mod text;
mod walk;
mod word_count;

janito_core::toolset! {
    name: "files",
    description: "List, find, search, read, create, edit, move, delete and restore files.",
    autoload: true,
}
