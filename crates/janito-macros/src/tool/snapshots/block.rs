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
const _: () = {
    use ::renamed::__private as __janito;
    #[allow(unused_imports)]
    use __janito::{Finish as _, Required as _, Unknown as _};
    type __Granted = __janito::Perm<true, false, true>;
    const PARAMS: &[__janito::Param] = &[
        __janito::Param::new::<Script<RunIt>>("type", "The script."),
    ];
    const _: () = __janito::assert_keys(__janito::Probe::<Answer>::KEYS);
    fn bind(
        state: &__janito::State,
        given: &mut __janito::Arguments<'_>,
    ) -> __janito::Result<__janito::Ready, __janito::Refused> {
        let mut argument_0 = __janito::slot::<Script<RunIt>>();
        given.decode(&mut [&mut argument_0])?;
        let __janito::Some(this) = __janito::kept::<RunIt>(state) else {
            return __janito::Err(__janito::Refused::unbound());
        };
        let effects: __janito::Option<__janito::Effects> = __janito::None;
        let effects = if given.wants_effects() {
            __janito::Some(<RunIt>::effects(&this, __janito::seen(&argument_0)?))
        } else {
            effects
        };
        __janito::Ok(
            __janito::Ready::future(move |scope| async move {
                    __janito::Returned(
                            <RunIt>::run(
                                    &this,
                                    __janito::hand::<Executor, __Granted>(&scope)?,
                                    __janito::given(argument_0)?,
                                )
                                .await,
                        )
                        .finish()
                })
                .effects(effects),
        )
    }
    fn load() -> __janito::Result<__janito::State, __janito::Skip> {
        let loaded = {
            #[cfg(not(all(feature = "load")))] { __janito::keep_default::<RunIt>() }
            #[cfg(feature = "load")] { __janito::keep(<RunIt>::load()) }
        };
        loaded
    }
    #[__janito::linkme::distributed_slice(__janito::TOOLS)]
    #[linkme(crate = __janito::linkme)]
    static TOOL: __janito::Tool = __janito::Tool::declare(
            "run-it",
            "Run a script.",
            __janito::Permissions::new(true, false, true),
            PARAMS,
            __janito::Probe::<Answer>::OUTPUT,
            bind,
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
        .loaded(&[__janito::need::<Executor>()], __janito::Some(load));
};
