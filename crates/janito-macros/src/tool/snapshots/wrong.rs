#[allow(
    clippy::too_many_arguments,
    clippy::needless_pass_by_value,
    clippy::fn_params_excessive_bools
)]
pub fn wrong(a: &str, b: u8) {
    body(a, b)
}
::core::compile_error! {
    "tool parameters are owned, and what is handed in is `&T`; use `String`"
}
::core::compile_error! {
    "the `max` is less than the `min` of 2"
}
::core::compile_error! {
    "`q` is no permission; the letters are r (read), w (write) and x (execute)"
}
::core::compile_error! {
    "the tool has no description; write a doc comment on the function, for the model to read"
}
::core::compile_error! {
    "the parameter `b` has no description; write a doc comment on it, or list it under `# Arguments`"
}
