//! The tools as a host calls them: arguments in, envelope out, on folders made for the test.

#![expect(clippy::disallowed_methods, reason = "what the tools do is looked at from outside them")]

mod apply_patch;
mod apply_patch_as_git;
mod bench;
mod cancelled;
mod create_directory;
mod create_file;
mod declarations;
mod delete_file;
mod edit_file;
mod find_files;
mod get_current_time;
mod ignored_from_outside;
mod kept;
mod list_files;
mod list_files_as_git;
mod move_file;
mod oracle;
mod races;
mod races_write;
mod read_file;
mod read_file_forms;
mod read_file_huge;
mod read_file_pages;
mod read_multiple_files;
mod remove_directory;
mod replace_text_in_file;
mod restore_file;
mod search;
mod search_as_rg;
mod search_lines;
mod state_folder;
mod walk;
mod word_count;
