//! The tools as a host calls them: arguments in, envelope out, on folders made for the test.

mod bench;
mod create_directory;
mod create_file;
mod declarations;
mod delete_file;
mod get_current_time;
mod list_files;
mod list_files_as_git;
mod move_file;
mod races;
mod races_write;
mod read_file;
mod read_file_forms;
mod read_file_huge;
mod remove_directory;
mod restore_file;
mod word_count;
