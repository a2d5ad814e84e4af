//! A case is a file: under `pass/` a program that runs, under `fail/` one fault, named after it, with what the compiler says.

#[test]
fn cases() {
    let cases = trybuild::TestCases::new();
    cases.pass("pass/*.rs");
    cases.compile_fail("fail/*/*.rs");
}
