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
#[allow(deprecated)]
const _: () = {
    use ::janito_core::__private as __janito;
    #[allow(unused_imports)]
    use __janito::{Finish as _, Required as _, Unknown as _};
    type __Granted = __janito::Perm<true, false, false>;
    const __PARAMS: &[__janito::Param] = &[
        __janito::param::<PathBuf>("path", "Where to search.", true),
        __janito::param::<u32>("limit", "How many to show at most.", true)
            .extra(
                &__janito::Extra {
                    default: ::core::option::Option::Some("10"),
                    min: ::core::option::Option::Some(__janito::Bound::Integer(1i128)),
                    ..__janito::Extra::NONE
                },
            ),
        __janito::param::<Vec<String>>("tags", "Words that must occur.", true),
    ];
    const _: () = __janito::assert_default(&__PARAMS[1usize]);
    const _: () = __janito::assert_bounds(&__PARAMS[1usize]);
    const _: () = __janito::assert_keys(
        __janito::Probe::<Result<Found, ToolError>>::KEYS,
    );
    type __Arguments = (PathBuf, (u32, (Vec<String>, ())));
    fn __body(
        __scope: &__janito::Scope,
        _: &__janito::State,
        (__argument_0, (__argument_1, (__argument_2, ()))): __Arguments,
    ) -> __janito::Finished {
        __janito::Returned(
                search(
                    __janito::hand::<Reader, __Granted>(__scope)?,
                    __argument_0,
                    __argument_1,
                    __argument_2,
                ),
            )
            .finish()
    }
    fn __bind(
        __state: &__janito::State,
        __given: &mut __janito::Arguments<'_>,
    ) -> __janito::Result<__janito::Ready, __janito::Refused> {
        __given.bind_blocking(__state, __body, __janito::None)
    }
    #[__janito::linkme::distributed_slice(__janito::TOOLS)]
    #[linkme(crate = __janito::linkme)]
    static __TOOL: __janito::Tool = __janito::Tool::declare(
            "Search",
            "Search a folder.",
            true,
            __janito::Permissions::new(true, false, false),
            __PARAMS,
            __janito::Probe::<Result<Found, ToolError>>::OUTPUT,
            __bind,
            __janito::origin!(),
        )
        .loaded(&[__janito::need::<Reader>()], __janito::None);
};
