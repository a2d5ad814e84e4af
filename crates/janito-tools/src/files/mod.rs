//! The toolset `files`: listing, reading and writing beneath the roots.
//!
//! What its tools mean by a text (`text`, `decode`, `lines`), by what is ignored (`ignore`) and by a walk (`walk`) is said once, there.

mod apply_patch;
mod create_file;
mod decode;
mod edit;
mod edit_file;
mod excerpt;
mod ignore;
mod kind;
mod lines;
mod list_files;
mod read_file;
mod read_multiple_files;
mod replace_text_in_file;
mod text;
mod walk;
mod window;
mod word_count;

janito_core::toolset! {
    name: "files",
    description: "List, read and create files.",
    autoload: true,
}
