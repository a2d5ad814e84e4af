#[cfg(unix)]
impl RunIt {
    const LIMIT: usize = { 10 };
    /// Run a script.
    #[allow(
        clippy::too_many_arguments,
        clippy::needless_pass_by_value,
        clippy::fn_params_excessive_bools
    )]
    #[allow(clippy::unused_self)]
    async fn run(&self, shell: &Executor, r#type: Script<Self>) -> Answer {
        body().await
    }
    #[cfg(feature = "load")]
    #[allow(clippy::unnecessary_wraps)]
    fn load() -> Result<Self, Skip> {
        Ok(Self)
    }
    #[allow(clippy::unused_self)]
    fn effects(&self, r#type: &str) -> Effects {
        Effects::default()
    }
}
#[cfg(unix)]
#[allow(deprecated)]
const _: () = {
    use ::renamed::__private as __janito;
    #[allow(unused_imports)]
    use __janito::{Finish as _, Required as _, Unknown as _};
    type __Granted = __janito::Perm<true, false, true>;
    const __PARAMS: &[__janito::Param] = &[
        __janito::param::<Script<RunIt>>("type", "The script.", true),
    ];
    const _: () = __janito::assert_keys(__janito::Probe::<Answer>::KEYS);
    type __Arguments = (Script<RunIt>, ());
    fn __body(
        __scope: __janito::Scope,
        __state: __janito::State,
        (__argument_0, ()): __Arguments,
    ) -> __janito::Later {
        __janito::later(async move {
            __janito::Returned(
                    <RunIt>::run(
                            __janito::kept::<RunIt>(&__state)?,
                            __janito::hand::<Executor, __Granted>(&__scope)?,
                            __argument_0,
                        )
                        .await,
                )
                .finish()
        })
    }
    fn __effects(
        __state: &__janito::State,
        (__argument_0, ()): &__Arguments,
    ) -> __janito::Option<__janito::Effects> {
        __janito::Some(
            <RunIt>::effects(__janito::kept::<RunIt>(__state).ok()?, __argument_0),
        )
    }
    fn __bind(
        __state: &__janito::State,
        __given: &mut __janito::Arguments<'_>,
    ) -> __janito::Result<__janito::Ready, __janito::Refused> {
        __given.bind_async(__state, __body, __janito::Some(__effects))
    }
    fn __load() -> __janito::Result<__janito::State, __janito::Skip> {
        let __loaded = {
            #[cfg(not(all(feature = "load")))] { __janito::keep_default::<RunIt>() }
            #[cfg(feature = "load")] { __janito::keep(<RunIt>::load()) }
        };
        __loaded
    }
    #[__janito::linkme::distributed_slice(__janito::TOOLS)]
    #[linkme(crate = __janito::linkme)]
    static __TOOL: __janito::Tool = __janito::Tool::declare(
            "run-it",
            "Run a script.",
            true,
            __janito::Permissions::new(true, false, true),
            __PARAMS,
            __janito::Probe::<Answer>::OUTPUT,
            __bind,
            __janito::origin!(),
        )
        .titled("Run it")
        .in_toolset("system")
        .annotated(__janito::Annotations {
            approval: true,
            external: true,
            destructive: __janito::Some(false),
            idempotent: __janito::Some(true),
            private: true,
        })
        .timed(__janito::seconds(30u64))
        .limited(1000u32)
        .loaded(&[__janito::need::<Executor>()], __janito::Some(__load));
};
