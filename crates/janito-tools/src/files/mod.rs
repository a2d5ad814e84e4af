//! The toolset `files`: listing, reading and writing beneath the roots.
//!
//! What its tools mean by a text (`text`, `decode`, `lines`), by what is ignored (`ignore`) and by a walk (`walk`) is said once, there.

mod create_directory;
mod create_file;
mod decode;
mod delete_file;
mod ignore;
mod kind;
mod lines;
mod list_files;
mod move_file;
mod read_file;
mod remove_directory;
mod restore_file;
mod text;
mod walk;
mod window;
mod word_count;

janito_core::toolset! {
    name: "files",
    description: "List, read, create, move, delete and restore files.",
    autoload: true,
}
