//! The tools as a host calls them: arguments in, envelope out, on folders made for the test.

mod bench;
mod cancelled;
mod create_file;
mod declarations;
mod find_files;
mod get_current_time;
mod list_files;
mod list_files_as_git;
mod oracle;
mod races;
mod read_file;
mod read_file_forms;
mod read_file_huge;
mod search;
mod search_as_rg;
mod word_count;
