//! `EditFile`.

use crate::bench::{Bench, assert_says, without_ids};
use serde_json::json;

const TEXT: &str = "fn a() {\n    1\n}\n\nfn b() {\n    2\n}\n";

#[test]
fn what_it_returns() {
    let bench = Bench::with(&[("src/t.rs", TEXT)]);
    let edits = json!([
        {"old_str": "    1\n", "new_str": "    one()\n"},
        {"old_str": "fn ", "new_str": "pub fn ", "replace_all": true},
        // Each is made on what those before it made.
        {"old_str": "pub fn b", "new_str": "pub(crate) fn b"},
    ]);
    let mut arguments = json!({"filepath": "src/t.rs", "edits": edits, "dry_run": true});
    let dry = bench.done("EditFile", &arguments);
    assert_eq!(bench.read("src/t.rs"), TEXT.as_bytes());
    let diff = "--- a/src/t.rs\n+++ b/src/t.rs\n@@ -1,7 +1,7 @@\n-fn a() {\n-    1\n+pub fn a() {\n+    one()\n }\n \n-fn b() {\n\
                +pub(crate) fn b() {\n     2\n }\n";
    let mut expected = json!({
        "success": true, "filepath": "src/t.rs", "edits": 3, "replacements": [1, 2, 1], "diff": diff, "dry_run": true,
    });
    assert_eq!(dry, expected);
    arguments["dry_run"] = json!(false);
    expected["dry_run"] = json!(false);
    assert_eq!(without_ids(bench.done("EditFile", &arguments)), expected);
    let after = "pub fn a() {\n    one()\n}\n\npub(crate) fn b() {\n    2\n}\n";
    assert_eq!(bench.read("src/t.rs"), after.as_bytes());
    // The diff is a patch of the file.
    bench.write("src/t.rs", TEXT);
    bench.done("ReadFile", &json!({"filepath": "src/t.rs"}));
    bench.done("ApplyPatch", &json!({"patch": diff}));
    assert_eq!(bench.read("src/t.rs"), after.as_bytes());
}

#[test]
fn one_that_fails_fails_all_and_all_that_fail_are_told() {
    let bench = Bench::with(&[("t", TEXT)]);
    let edits = json!([
        {"old_str": "    1\n", "new_str": "    one()\n"},
        {"old_str": "fn ", "new_str": "pub fn "},
        {"old_str": "   2\n", "new_str": "    two()\n"},
        {"old_str": "nothing", "new_str": "something"},
        {"old_str": "    1\n", "new_str": "x"},
        {"old_str": "something", "new_str": "x"},
        {"old_str": "", "new_str": "x"},
    ]);
    let outcome = bench.call("EditFile", &json!({"filepath": "t", "edits": &edits.as_array().unwrap()[..6]}));
    let error = outcome["error"].as_str().unwrap();
    let says = [
        "./t: 4 of 6 edits cannot be made, so none was",
        "edits[1]: old_str was found 2 times, on lines 1, 5",
        "edits[3]: old_str was not found",
        "edits[4]: old_str is in the file, but an edit before this one changed it",
        "edits[5]: old_str is not there before edits[3], which failed",
    ];
    assert_says(error, &says);
    assert!(!error.contains("edits[0]") && !error.contains("edits[2]"), "{error}");
    assert_eq!(outcome["faults"].as_array().unwrap().len(), 4);
    assert_eq!(outcome["faults"][0]["lines"], json!([1, 5]));
    assert_eq!(bench.read("t"), TEXT.as_bytes());
    assert_says(
        &bench.error("EditFile", &json!({"filepath": "t", "edits": edits})),
        &["edits[6].old_str", "at least 1 character"],
    );
    assert_says(&bench.error("EditFile", &json!({"filepath": "t", "edits": []})), &["edits"]);
    let back = json!([{"old_str": "1", "new_str": "3"}, {"old_str": "3", "new_str": "1"}]);
    assert_says(&bench.error("EditFile", &json!({"filepath": "t", "edits": back})), &["nothing would change"]);
    assert_eq!(bench.read("t"), TEXT.as_bytes());
}

#[test]
fn bytes_stay() {
    for (before, after) in [
        (&b"\xef\xbb\xbfone\r\n\xe9\r\ntwo\r\n"[..], &b"\xef\xbb\xbf1\r\n1\r\n\xe9\r\n2\r\n"[..]),
        (b"one\ntwo\xff", b"1\n1\n2\xff"),
        (b"\xff\xfeo\0n\0e\0\r\0\n\0t\0w\0o\0", b"\xff\xfe1\0\r\0\n\x001\0\r\0\n\x002\0"),
    ] {
        let bench = Bench::new();
        bench.write("t", before);
        let edits = json!([{"old_str": "one", "new_str": "1\n1"}, {"old_str": "two", "new_str": "2"}]);
        bench.done("EditFile", &json!({"filepath": "t", "edits": edits}));
        assert_eq!(bench.read("t"), after);
    }
}

#[test]
fn a_long_diff_is_cut_and_says_so() {
    let bench = Bench::with(&[("t", &"some words\n".repeat(50_000))]);
    let edits = json!([{"old_str": "some", "new_str": "other", "replace_all": true}]);
    let edited = bench.done("EditFile", &json!({"filepath": "t", "edits": edits}));
    let diff = edited["diff"].as_str().unwrap();
    assert!(diff.len() < 34_000, "{}", diff.len());
    assert_says(diff, &["more lines of the diff are not shown]"]);
    assert_eq!(edited["replacements"], json!([50_000]));
}

#[test]
fn other_spellings() {
    let bench = Bench::with(&[("t", TEXT)]);
    let edits = json!([{"oldText": "1", "newText": "3"}]).to_string();
    bench.done("EditFile", &json!({"path": "t", "edits": edits, "dryRun": "false"}));
    assert_says(&String::from_utf8(bench.read("t")).unwrap(), &["    3\n"]);
}
