/// Search a folder.
#[allow(
    clippy::too_many_arguments,
    clippy::needless_pass_by_value,
    clippy::fn_params_excessive_bools
)]
pub fn search(
    files: &Reader,
    path: PathBuf,
    limit: u32,
    tags: Vec<String>,
) -> Result<Found, ToolError> {
    body(files, path, limit, tags)
}
const _: () = {
    use ::janito_core::__private as __janito;
    #[allow(unused_imports)]
    use __janito::{Finish as _, Required as _, Unknown as _};
    type __Granted = __janito::Perm<true, false, false>;
    const PARAMS: &[__janito::Param] = &[
        __janito::Param::new::<PathBuf>("path", "Where to search."),
        __janito::Param::new::<u32>("limit", "How many to show at most.")
            .extra(
                &__janito::Extra {
                    default: ::core::option::Option::Some("10"),
                    min: ::core::option::Option::Some(__janito::Bound::Integer(1i128)),
                    ..__janito::Extra::NONE
                },
            ),
        __janito::Param::new::<Vec<String>>("tags", "Words that must occur."),
    ];
    const _: () = __janito::assert_default(&PARAMS[1usize]);
    const _: () = __janito::assert_bounds(&PARAMS[1usize]);
    const _: () = __janito::assert_keys(
        __janito::Probe::<Result<Found, ToolError>>::KEYS,
    );
    fn bind(
        _: &__janito::State,
        given: &mut __janito::Arguments<'_>,
    ) -> __janito::Result<__janito::Ready, __janito::Refused> {
        let mut argument_0 = __janito::slot::<PathBuf>();
        let mut argument_1 = __janito::slot::<u32>();
        let mut argument_2 = __janito::slot::<Vec<String>>();
        given.decode(&mut [&mut argument_0, &mut argument_1, &mut argument_2])?;
        __janito::Ok(
            __janito::Ready::blocking(move |scope| {
                __janito::Returned(
                        search(
                            __janito::hand::<Reader, __Granted>(scope)?,
                            __janito::given(argument_0)?,
                            __janito::given(argument_1)?,
                            __janito::given(argument_2)?,
                        ),
                    )
                    .finish()
            }),
        )
    }
    #[__janito::linkme::distributed_slice(__janito::TOOLS)]
    #[linkme(crate = __janito::linkme)]
    static TOOL: __janito::Tool = __janito::Tool::declare(
            "Search",
            "Search a folder.",
            __janito::Permissions::new(true, false, false),
            PARAMS,
            __janito::Probe::<Result<Found, ToolError>>::OUTPUT,
            bind,
            __janito::origin!(),
        )
        .loaded(&[__janito::need::<Reader>()], __janito::None);
};
