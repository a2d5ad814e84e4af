//! `SearchRegex`: lines that match a regular expression.

use super::search::{Found, Needle, Request, search};
use super::text::decode::Encoding;
use janito_core::{Context, Reader, ToolError, tool};

/// Search files with a regular expression, and return the lines that match as `path:line: text`. Hidden files are searched, binary
/// ones are not.
#[tool(permissions = "r", idempotent)]
fn search_regex(
    cx: &Context,
    files: &Reader,
    /// The folders or files to search.
    #[arg(default = ["."], alias = "path", alias = "directory", alias = "dir")]
    paths: Vec<String>,
    /// The regular expression (Rust syntax, without look-around and backreferences). `^` and `$` are the ends of a line; with `\n` in it, it
    /// may match several lines.
    #[arg(min_length = 1, alias = "regex", alias = "query")]
    pattern: String,
    /// Tell capital letters from small ones.
    #[arg(default = true)]
    case_sensitive: bool,
    /// Globs of the files to search, such as `*.rs` or `src/**/*.rs`. Without it, all.
    #[arg(alias = "glob")]
    include: Option<Vec<String>>,
    /// Globs of what is left out; a folder that matches is not entered.
    exclude: Option<Vec<String>>,
    /// How many folders deep to go: 0 searches only what is directly in a folder. Without it, all.
    #[arg(alias = "depth")]
    max_depth: Option<u32>,
    /// Most matching lines to return.
    #[arg(default = 100, min = 1, alias = "limit")]
    max_results: u32,
    /// Matching lines to leave out, to read on after a cut; with `count_only`, files.
    #[arg(default = 0, alias = "skip")]
    offset: u32,
    /// Return only how many lines match in each file.
    #[arg(default = false)]
    count_only: bool,
    /// Lines to show before and after each match.
    #[arg(default = 0, max = 20, alias = "context_lines")]
    context: u32,
    /// Leave out what .gitignore files name.
    #[arg(default = true)]
    respect_gitignore: bool,
    /// Encoding of files that are neither UTF-8 nor have a byte order mark, such as `windows-1252`.
    encoding: Option<Encoding>,
) -> Result<Found, ToolError> {
    let needle = Needle::regex(&pattern, case_sensitive)?;
    let request = Request {
        paths,
        include,
        exclude,
        max_depth,
        max_results,
        offset,
        count_only,
        context,
        respect_gitignore,
        encoding,
    };
    search(cx, files, &needle, request)
}
