// The names and the words of the generated tools, for the build scripts of both sides. No two tools share a text, so that neither
// compiler nor linker can fold them.

const VERBS: [&str; 10] = ["find", "list", "count", "check", "rank", "trace", "group", "sort", "audit", "match"];
const NOUNS: [&str; 10] =
    ["notes", "drafts", "images", "tables", "scripts", "records", "letters", "reports", "archives", "bookmarks"];

struct Text {
    function: String,
    description: String,
    path: String,
    limit: String,
    recursive: String,
    tags: String,
}

/// As many as `COST_TOOLS` says; a hundred where it says nothing.
fn texts() -> Vec<Text> {
    println!("cargo::rerun-if-env-changed=COST_TOOLS");
    let count = std::env::var("COST_TOOLS").map_or(100, |count| count.parse().expect("COST_TOOLS is a count"));
    let pairs = VERBS.iter().flat_map(|verb| NOUNS.iter().map(move |noun| (verb, noun)));
    pairs
        .take(count)
        .map(|(verb, noun)| Text {
            function: format!("{verb}_{noun}"),
            description: format!(
                "To {verb} {noun} beneath a folder: reports which path was searched and how many {noun} were matched in all."
            ),
            path: format!("Where to {verb} {noun}: a folder or a single file."),
            limit: format!("How many {noun} to {verb} at most; all if left out."),
            recursive: format!("Whether to {verb} {noun} in the folders below as well."),
            tags: format!("To {verb} only {noun} with at least one of these tags."),
        })
        .collect()
}

/// Writes the source text of the tools to where the crate includes it from.
fn write(source: &str) {
    let folder = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    std::fs::write(std::path::Path::new(&folder).join("tools.rs"), source).expect("OUT_DIR can be written to");
}
