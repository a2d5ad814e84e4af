//! Expansions as they were read and approved. `UPDATE_EXPECT=1 cargo test -p janito-macros` writes them anew; then read the difference.

use super::expand;
use expect_test::{ExpectFile, expect_file};
use proc_macro2::TokenStream;
use quote::quote;

#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "`expect_file!` makes one for each call")]
fn check(args: TokenStream, item: TokenStream, expected: ExpectFile) -> usize {
    let file = syn::parse2(expand(args, item)).expect("an expansion is items");
    let text = prettyplease::unparse(&file);
    expected.assert_eq(&text);
    text.lines().count()
}

#[test]
fn a_function() {
    let item = quote! {
        /// Search a folder.
        pub fn search(
            files: &Reader,
            /// Where to search.
            path: PathBuf,
            /// How many to show at most.
            #[arg(default = 10, min = 1)]
            limit: u32,
            /// Words that must occur.
            tags: Vec<String>,
        ) -> Result<Found, ToolError> {
            body(files, path, limit, tags)
        }
    };
    let written = prettyplease::unparse(&syn::parse2(item.clone()).expect("an item")).lines().count();
    let lines = check(quote!(permissions = "r"), item, expect_file!["./snapshots/function.rs"]);
    assert!(lines - written <= 60, "the expansion adds {} lines", lines - written);
}

#[test]
fn a_block_with_every_hook_and_key() {
    let args = quote! {
        permissions = "rx", name = "run-it", title = "Run it", toolset = "system", approval, timeout = 30, external,
        destructive = false, idempotent, private, max_result_chars = 1000, crate = ::renamed
    };
    let item = quote! {
        #[cfg(unix)]
        impl RunIt {
            const LIMIT: usize = { 10 };

            /// Run a script.
            async fn run(
                &self,
                shell: &Executor,
                /// The script.
                r#type: Script<Self>,
            ) -> Answer {
                body().await
            }

            #[cfg(feature = "load")]
            fn load() -> Result<Self, Skip> {
                Ok(Self)
            }

            fn effects(&self, r#type: &str) -> Effects {
                Effects::default()
            }
        }
    };
    check(args, item, expect_file!["./snapshots/block.rs"]);
}

#[test]
fn a_wrong_item_is_kept_beside_its_errors() {
    let item = quote! {
        pub fn wrong(a: &str, #[arg(min = 2, max = 1)] b: u8) {
            body(a, b)
        }
    };
    check(quote!(permissions = "rq"), item, expect_file!["./snapshots/wrong.rs"]);
}
