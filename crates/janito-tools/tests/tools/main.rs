//! The tools as a host calls them: arguments in, envelope out, on folders made for the test.

#![expect(clippy::disallowed_methods, reason = "what the tools do is looked at from outside them")]

mod apply_patch;
mod apply_patch_as_git;
mod bench;
mod create_file;
mod declarations;
mod edit_file;
mod get_current_time;
mod list_files;
mod list_files_as_git;
mod races;
mod read_file;
mod read_file_forms;
mod read_file_huge;
mod read_multiple_files;
mod replace_text_in_file;
mod word_count;
