use super::*;
use syn::parse::Parser;

fn attrs(source: &str) -> Vec<syn::Attribute> {
    syn::Attribute::parse_outer.parse_str(source).expect("attributes")
}

#[track_caller]
fn check(source: &str, text: &str, arguments: &[(&str, &str)]) {
    let attrs = attrs(source);
    let docs = Docs::parse(&attrs);
    assert_eq!(docs.text, text);
    let found: Vec<_> = docs.arguments.iter().map(|item| (item.name.as_str(), item.text.as_str())).collect();
    assert_eq!(found, arguments);
}

#[test]
fn soft_wrapped_lines_are_joined() {
    check("/// Count words\n/// and lines.", "Count words and lines.", &[]);
    check("/// One.\n///\n///\n/// Two\n/// three.\n///", "One.\n\nTwo three.", &[]);
    check("///No space.\n///   Three spaces.", "No space. Three spaces.", &[]);
    check("", "", &[]);
    check("///\n/// Late.", "Late.", &[]);
}

#[test]
fn what_is_no_paragraph_keeps_its_lines() {
    check("/// Modes:\n/// - one\n///   more\n/// * two\n/// 3. three", "Modes:\n- one more\n* two\n3. three", &[]);
    check("/// - a\n///   - b\n/// - c", "- a\n  - b\n- c", &[]);
    check("/// Code:\n/// ```\n/// # a\n///\n/// b\n/// ```\n/// end", "Code:\n```\n# a\n\nb\n```\nend", &[]);
    check("/// So:\n///\n///     verbatim\n///     too\n///\n/// end", "So:\n\n    verbatim\n    too\n\nend", &[]);
    check("/// | a |\n/// |---|", "| a |\n|---|", &[]);
    check("/// 2024 was\n/// - so far - good", "2024 was\n- so far - good", &[]);
}

#[test]
fn block_comments_lose_their_stars() {
    check("/** One line. */", "One line.", &[]);
    check("/**\n * Count\n * words.\n *\n * Fast.\n */", "Count words.\n\nFast.", &[]);
    check("/**\n    Count\n    words.\n    - a\n*/", "Count words.\n- a", &[]);
    check("/** Count\n    words. */", "Count words.", &[]);
}

#[test]
fn only_literals_have_text() {
    check("#[doc = \" A.\"]\n#[doc = include_str!(\"x\")]\n#[doc(hidden)]\n#[other = \"no\"]", "A.", &[]);
}

#[test]
fn sections_for_rust_readers_are_left_out() {
    check(
        "/// Does.\n///\n/// # Errors\n/// If not.\n///\n/// ## Worse\n/// So.\n/// # Notes\n/// Kept.\n/// # Examples\n/// ```\n/// # fn x() {}\n/// ```\n/// # panics\n/// no",
        "Does.\n\n# Notes\nKept.",
        &[],
    );
}

#[test]
fn listed_arguments_are_set_apart() {
    check(
        "/// Does.\n///\n/// # Arguments\n///\n/// * `path` - The path\n///   of the file.\n/// - lines: How many.\n/// * `deep`: See:\n///   - a\n///   - b\n///\n///   More.\n/// + `bare`\n/// # Notes\n/// Kept.",
        "Does.\n\n# Notes\nKept.",
        &[("path", "The path of the file."), ("lines", "How many."), ("deep", "See:\n- a\n- b\n\nMore."), ("bare", "")],
    );
    check("/// ## ARGUMENTS:\n/// - a – first\n/// second\n/// - b — x", "", &[("a", "first second"), ("b", "x")]);
}

#[test]
fn prose_among_the_arguments_stays_text() {
    check(
        "/// Does.\n/// # Arguments\n/// All may be left out.\n/// - `a`: x\n///\n/// After\n/// all.\n/// - not a name",
        "Does.\n\nAll may be left out.\n\nAfter all.\n- not a name",
        &[("a", "x")],
    );
}

#[test]
fn arguments_within_code_are_code() {
    check("/// ```\n/// # Arguments\n/// - a: b\n/// ```", "```\n# Arguments\n- a: b\n```", &[]);
}

#[test]
fn a_field_keeps_all_sections() {
    assert_eq!(plain(&attrs("/// A\n/// # Errors\n/// b")), "A\n# Errors\nb");
}
