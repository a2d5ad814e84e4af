//! The toolset `files`: listing, reading and writing beneath the roots.
//!
//! What its tools mean by a text (`text`, `decode`, `lines`), by what is ignored (`ignore`), by a glob (`pattern`), by what is named to be
//! searched (`starts`) and by a walk (`walk`) is said once, there.

mod apply_patch;
mod best;
mod create_directory;
mod create_file;
mod decode;
mod delete_file;
mod edit;
mod edit_file;
mod excerpt;
mod find_files;
mod finding;
mod ignore;
mod kind;
mod lines;
mod list_files;
mod move_file;
mod pattern;
mod read_file;
mod read_multiple_files;
mod remove_directory;
mod replace_text_in_file;
mod restore_file;
mod search;
mod search_regex;
mod search_text;
mod size;
mod starts;
mod text;
mod walk;
mod window;
mod word_count;

janito_core::toolset! {
    name: "files",
    description: "List, find, search, read, create, edit, move, delete and restore files.",
    autoload: true,
}
