//! Writes the tools as an author of rmcp would.

include!("../../cost/texts.rs");

fn main() {
    let (mut structs, mut methods) = (String::new(), String::new());
    for (at, Text { function, description, path, limit, recursive, tags }) in texts().into_iter().enumerate() {
        structs += &format!(
            "\
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Arguments{at} {{
    /// {path}
    path: String,
    /// {limit}
    limit: Option<u32>,
    /// {recursive}
    recursive: bool,
    /// {tags}
    tags: Vec<String>,
}}

"
        );
        methods += &format!(
            "\
    /// {description}
    #[rmcp::tool]
    fn {function}(&self, Parameters(given): Parameters<Arguments{at}>) -> Result<CallToolResult, ErrorData> {{
        json(found({at}, given.path, given.limit, given.recursive, given.tags))
    }}

"
        );
    }
    let empty = if methods.is_empty() { "(allow_empty)" } else { "" };
    write(&format!("{structs}#[rmcp::tool_router{empty}]\nimpl Server {{\n{methods}}}\n"));
}
