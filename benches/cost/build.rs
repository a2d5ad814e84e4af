//! Writes the tools as an author of janito would.

include!("texts.rs");

fn main() {
    let mut source = String::new();
    for (at, Text { function, description, path, limit, recursive, tags }) in texts().into_iter().enumerate() {
        source += &format!(
            "\
/// {description}
#[janito_core::tool(permissions = \"r\")]
fn {function}(
    /// {path}
    path: String,
    /// {limit}
    limit: Option<u32>,
    /// {recursive}
    recursive: bool,
    /// {tags}
    tags: Vec<String>,
) -> Found {{
    found({at}, path, limit, recursive, tags)
}}

"
        );
    }
    write(&source);
}
