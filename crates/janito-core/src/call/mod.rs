//! One call, from the text that a model wrote to its outcome. The stages are types: only a `Call<Permitted>` runs, and only the gate
//! makes one.

mod guard;
mod run;

pub(crate) use guard::{discard, guarded, panic_text, panicked};

use crate::approval::{Answer, Approver, Request};
use crate::arguments::{Arguments, Repair, free};
use crate::handle::{CallState, Life, Scope};
use crate::outcome::{CallId, End, Failure, FailureKind, Outcome};
use crate::registry::Offer;
use crate::report::Report;
use crate::runtime;
use crate::session::Session;
use crate::tool::{Body, Bound, BoundBody, Finished};
use guard::Guarded;
use run::{Ending, no_runtime, no_thread, run_async, run_async_here, run_blocking};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Instant;

/// A call at one of its stages.
pub struct Call<Stage = Raw<'static>> {
    id: CallId,
    stage: Stage,
}

/// The stage of a call as it came: a tool's name and text.
pub struct Raw<'a> {
    tool: Cow<'a, str>,
    arguments: Cow<'a, str>,
}

/// The stage of a call whose arguments were decoded.
pub struct Valid {
    started: Instant,
    /// Kept for whoever approves.
    arguments: Option<String>,
    offer: Arc<Offer>,
    bound: Bound,
    repairs: Vec<Repair>,
}

/// The stage of a call that may run, once.
pub struct Permitted {
    started: Instant,
    offer: Arc<Offer>,
    body: BoundBody,
    repairs: Vec<Repair>,
}

impl<'a> Call<Raw<'a>> {
    /// A call of a tool with arguments as JSON text: an object, or nothing where there are none.
    pub fn new(tool: impl Into<Cow<'a, str>>, arguments: impl Into<Cow<'a, str>>) -> Self {
        Self { id: CallId::next(), stage: Raw { tool: tool.into(), arguments: arguments.into() } }
    }

    /// The same call under the id that a provider gave it.
    #[must_use]
    pub fn with_id(mut self, id: &str) -> Self {
        self.id = id.into();
        self
    }

    /// The call's id.
    #[must_use]
    pub fn id(&self) -> &CallId {
        &self.id
    }

    pub(crate) fn into_owned(self) -> Call {
        let Self { id, stage: Raw { tool, arguments } } = self;
        let (tool, arguments) = (Cow::Owned(tool.into_owned()), Cow::Owned(arguments.into_owned()));
        Call { id, stage: Raw { tool, arguments } }
    }

    pub(crate) fn call(self, session: &Session) -> Outcome {
        let permitted = self
            .bind(session)
            .and_then(|call| if call.stage.needs_approval() { call.permit_here(session) } else { call.allow(session) });
        match permitted {
            Ok(call) => call.run_here(session),
            Err(outcome) => *outcome,
        }
    }

    pub(crate) async fn invoke(self, session: &Session) -> Outcome {
        let permitted = match self.bind(session) {
            Ok(call) => call.permit(session).await,
            Err(outcome) => Err(outcome),
        };
        match permitted {
            Ok(call) => call.run(session).await,
            Err(outcome) => *outcome,
        }
    }

    /// Finds the tool and decodes the arguments.
    fn bind(self, session: &Session) -> Result<Call<Valid>, Box<Outcome>> {
        let started = Instant::now();
        let Self { id, stage: Raw { tool, arguments } } = self;
        let offer = match session.lookup(&tool) {
            Ok(offer) => offer,
            Err(failure) => return Err(failed(id, tool.into_owned().into(), failure, Vec::new(), started)),
        };
        let asks = offer.annotations().approval;
        let (bound, repairs) = match &offer.tool().body {
            Body::Bind(bind) => {
                let mut decoding = Arguments::new(&arguments, offer.params(), asks);
                // A `Deserialize` of the author's may panic like any code of theirs.
                let bound = guarded(|| bind(&offer.state, &mut decoding));
                (bound, decoding.into_repairs())
            }
            Body::Remote(remote) => {
                let mut repairs = Vec::new();
                let bound = free(&arguments, &mut repairs).map(|arguments| {
                    let remote = Arc::clone(remote);
                    Bound::future(move |scope| remote(arguments, scope), None)
                });
                (Ok(bound), repairs)
            }
        };
        let failure = match bound {
            Ok(Ok(bound)) => {
                let arguments = asks.then(|| arguments.into_owned());
                return Ok(Call { id, stage: Valid { started, arguments, offer, bound, repairs } });
            }
            Ok(Err(refused)) => refused.into_failure(offer.name(), offer.params()),
            Err(panic) => panicked(panic),
        };
        Err(failed(id, offer.kept_name(), failure, repairs, started))
    }
}

impl<'a, A: Into<Cow<'a, str>>, B: Into<Cow<'a, str>>> From<(A, B)> for Call<Raw<'a>> {
    fn from((tool, arguments): (A, B)) -> Self {
        Self::new(tool, arguments)
    }
}

impl Valid {
    fn needs_approval(&self) -> bool {
        self.offer.annotations().approval
    }
}

impl Call<Valid> {
    /// The gate: permissions again, then approval.
    async fn permit(mut self, session: &Session) -> Result<Call<Permitted>, Box<Outcome>> {
        if self.stage.needs_approval() {
            let request = self.request();
            let answer = match &session.0.approver {
                Some(approver) => asked(&**approver, &request).await,
                None => Answer::No(Some("it needs approval, and nobody can be asked here".to_owned())),
            };
            if let Answer::No(reason) = answer {
                let reason = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
                let message = format!("`{}` was not approved{reason}; it did not run", self.stage.offer.name());
                return Err(self.fail(Failure::new(FailureKind::Denied, message)));
            }
        }
        self.allow(session)
    }

    /// The gate, waited for on a thread that may wait.
    fn permit_here(self, session: &Session) -> Result<Call<Permitted>, Box<Outcome>> {
        let (id, name, started) = (self.id.clone(), self.stage.offer.kept_name(), self.stage.started);
        runtime::wait(None, self.permit(session))
            .unwrap_or_else(|error| Err(failed(id, name, no_thread(&error), Vec::new(), started)))
    }

    /// What is left of the gate where nobody need be asked.
    fn allow(self, session: &Session) -> Result<Call<Permitted>, Box<Outcome>> {
        // The lookup hid what may not be used; this does not trust it.
        if !session.grants(&self.stage.offer) {
            let reason = session.refusal(&self.stage.offer).unwrap_or_default();
            let message = format!("`{}` may not be used here: {reason}", self.stage.offer.name());
            return Err(self.fail(Failure::new(FailureKind::Denied, message)));
        }
        let Self { id, stage: Valid { started, offer, bound, repairs, .. } } = self;
        Ok(Call { id, stage: Permitted { started, offer, body: bound.body, repairs } })
    }

    fn request(&mut self) -> Request {
        let effects = self.stage.bound.effects.take().map(|effects| *effects);
        Request {
            call: self.id.to_string(),
            tool: self.stage.offer.name().to_owned(),
            permissions: self.stage.offer.permissions(),
            arguments: self.stage.arguments.take().unwrap_or_default(),
            effects,
        }
    }

    fn fail(self, failure: Failure) -> Box<Outcome> {
        let Self { id, stage: Valid { started, offer, bound, repairs, .. } } = self;
        // The arguments are of the author's types.
        discard(bound);
        failed(id, offer.kept_name(), failure, repairs, started)
    }
}

/// An approver's answer; one that panics has not said yes.
async fn asked(approver: &dyn Approver, request: &Request) -> Answer {
    let answer = match guarded(|| approver.ask(request)) {
        Ok(answer) => Guarded::new(answer).await,
        Err(panic) => Err(panic),
    };
    answer.unwrap_or_else(|panic| Answer::No(Some(format!("the approver panicked: {}", panic_text(panic)))))
}

impl Call<Permitted> {
    /// Runs a blocking body on this thread, and waits here for an async one, polling it.
    fn run_here(self, session: &Session) -> Outcome {
        let (started, repairs, state, body) = self.begin(session);
        let scope = Scope::new(Arc::clone(&state), Arc::clone(session.registry().services()));
        let finished = match body {
            BoundBody::Blocking(body) => guarded(|| body(&scope)).map_err(panicked),
            BoundBody::Async(body) => run_async_here(&state, body, scope),
        };
        conclude(&state, finished, started, repairs)
    }

    /// Runs a blocking body on a thread of its own, an async one on the current runtime or on janito's.
    async fn run(self, session: &Session) -> Outcome {
        let (started, repairs, state, body) = self.begin(session);
        let scope = Scope::new(Arc::clone(&state), Arc::clone(session.registry().services()));
        let ending = Ending(Arc::clone(&state));
        let finished = match body {
            BoundBody::Blocking(body) => run_blocking(&state, body, scope).await,
            BoundBody::Async(body) => match tokio::runtime::Handle::try_current() {
                Ok(handle) => run_async(&state, &handle, body, scope).await,
                Err(_) => match runtime::own() {
                    Ok(handle) => run_async(&state, handle, body, scope).await,
                    Err(error) => Err(no_runtime(&error)),
                },
            },
        };
        let outcome = conclude(&state, finished, started, repairs);
        drop(ending);
        outcome
    }

    fn begin(self, session: &Session) -> (Instant, Vec<Repair>, Arc<CallState>, BoundBody) {
        let Self { id, stage: Permitted { started, offer, body, repairs } } = self;
        let state = Arc::new(CallState {
            id,
            life: Life::new(offer.timeout()),
            offer,
            workspace: Arc::clone(&session.0.workspace),
            reporter: session.0.reporter.clone(),
        });
        (started, repairs, state, body)
    }
}

/// Ends the handles, and makes the outcome. Why the call was ended from outside says more than the error that the body made of it.
fn conclude(state: &CallState, finished: Result<Finished, Failure>, started: Instant, repairs: Vec<Repair>) -> Outcome {
    state.life.finish();
    let end = match finished {
        Ok(Ok(output)) if state.offer.names_its_results => End::Done(output),
        Ok(Ok(output)) => End::Done(output.of_free_keys(state.offer.tool().output())),
        Ok(Err(error)) => End::Failed(match state.life.failure() {
            Some(ended) => {
                discard(error);
                ended
            }
            None => Failure::of(error, None),
        }),
        Err(failure) => End::Failed(failure),
    };
    if let End::Failed(failure) = &end {
        state.report(Report::Failed(failure.message()));
    }
    let (call, tool) = (state.id.clone(), state.offer.kept_name());
    Outcome { call, tool, end, repairs, elapsed: started.elapsed() }
}

fn failed(
    call: CallId,
    tool: Cow<'static, str>,
    failure: Failure,
    repairs: Vec<Repair>,
    started: Instant,
) -> Box<Outcome> {
    Box::new(Outcome { call, tool, end: End::Failed(failure), repairs, elapsed: started.elapsed() })
}
