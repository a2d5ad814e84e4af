//! One outcome for every call, whatever happens in it.

use janito_core::{
    Answer, Approver, BoxFuture, Call, Context, Effects, Existing, FailureKind, Outcome, Permissions, Reader, Registry,
    Report, Request, Session, SessionBuilder, Tool, ToolError, Writer, tool,
};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

fn builder() -> SessionBuilder {
    Registry::linked().build().expect("a registry").session().grant(Permissions::ALL)
}

fn session() -> Session {
    builder().root(".").open().expect("a session")
}

fn run(outcome: impl Future<Output = Outcome>) -> Outcome {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(outcome)
}

/// A poll loop without any runtime.
fn run_bare(mut outcome: impl Future<Output = Outcome> + Unpin) -> Outcome {
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    loop {
        if let std::task::Poll::Ready(outcome) = std::pin::Pin::new(&mut outcome).poll(&mut context) {
            return outcome;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[track_caller]
fn fails(outcome: &Outcome, kind: FailureKind, message: &str) {
    let failure = outcome.failure().expect("a failure");
    assert_eq!(failure.kind(), kind, "{failure:?}");
    assert!(failure.message().contains(message), "{}", failure.message());
    assert!(outcome.to_json().starts_with(r#"{"success":false,"error":""#), "{}", outcome.to_json());
}

/// Returns what it is given.
#[tool(permissions = "")]
fn echo(
    /// A text.
    text: String,
) -> String {
    text
}

/// Returns what it is given, later.
#[tool(permissions = "")]
async fn echo_later(
    context: &Context,
    /// A text.
    text: String,
) -> String {
    assert!(!context.is_cancelled());
    tokio::task::yield_now().await;
    text
}

/// Panics.
#[tool(permissions = "")]
fn panics(
    /// With what.
    message: String,
) -> u8 {
    panic!("{message}")
}

/// Panics after a while.
#[tool(permissions = "")]
async fn panics_later() -> u8 {
    tokio::task::yield_now().await;
    panic!("late")
}

/// Panics while its arguments are read.
#[tool(permissions = "")]
fn panics_early(
    /// A value that cannot be read.
    _bomb: Bomb,
) {
}

struct Bomb;

impl janito_core::JsonSchema for Bomb {
    const SCHEMA: &'static janito_core::Schema = String::SCHEMA;
}

impl<'de> serde::Deserialize<'de> for Bomb {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        panic!("tick")
    }
}

/// Loops until it is ended.
#[tool(permissions = "", timeout = 1)]
fn heeds(context: &Context) -> Result<(), ToolError> {
    loop {
        context.check()?;
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Sleeps through its end.
#[tool(permissions = "", timeout = 1)]
fn sleeps() {
    std::thread::sleep(Duration::from_millis(1500));
}

/// Waits for ever.
#[tool(permissions = "", timeout = 1)]
async fn waits() {
    std::future::pending::<()>().await;
}

static LATE: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Uses its handles after its end.
#[tool(permissions = "rw", timeout = 1)]
fn too_late(
    context: &Context,
    reader: &Reader,
    writer: &Writer,
    /// A file to write.
    path: PathBuf,
) -> Result<(), ToolError> {
    let mut file = reader.open("Cargo.toml")?;
    while !context.is_cancelled() {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(Duration::from_millis(100));
    context.done("never shown");
    let mut late = Vec::new();
    late.extend(writer.write(&path, b"late", Existing::Replace).err().map(|error| error.to_string()));
    late.extend(reader.metadata("Cargo.toml").err().map(|error| error.to_string()));
    late.extend(std::io::Read::read(&mut file, &mut [0; 8]).err().map(|error| error.to_string()));
    *LATE.lock().expect("late") = late;
    Ok(())
}

/// Needs approval.
#[derive(Default)]
struct Guarded;

static GUARDED: AtomicU32 = AtomicU32::new(0);

#[tool(permissions = "w", approval, timeout = 1)]
impl Guarded {
    /// Does what somebody must approve.
    fn run(
        &self,
        /// What.
        what: String,
    ) -> String {
        GUARDED.fetch_add(1, Ordering::SeqCst);
        what
    }

    fn effects(&self, what: &str) -> Effects {
        Effects { summary: format!("would do {what}"), ..Effects::default() }
    }
}

struct Says(Option<Answer>, Arc<Mutex<Vec<Request>>>);

impl Approver for Says {
    fn ask<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Answer> {
        self.1.lock().expect("requests").push(request.clone());
        let answer = self.0.clone();
        // Longer than the tool's timeout: waiting for people does not count.
        std::thread::sleep(Duration::from_millis(1100));
        Box::pin(async move { answer.unwrap_or(Answer::Yes) })
    }
}

#[test]
fn a_call_runs_in_every_way() {
    let session = session();
    for tool in ["Echo", "EchoLater"] {
        let arguments = r#"{"text":"x"}"#;
        let expected = r#"{"success":true,"result":"x"}"#;
        assert_eq!(session.call((tool, arguments)).to_json(), expected);
        assert_eq!(run(session.invoke((tool, arguments))).to_json(), expected);
        assert_eq!(run_bare(session.invoke((tool, arguments))).to_json(), expected);
        assert_eq!(run(async { session.call((tool, arguments)) }).to_json(), expected, "in a runtime");
    }
    let outcome = session.call(Call::new("Echo", r#"{"text":"x"}"#).with_id("toolu_1"));
    assert_eq!((outcome.call.to_string().as_str(), &*outcome.tool), ("toolu_1", "Echo"));
    assert_ne!(session.call(("Echo", "{}")).call, session.call(("Echo", "{}")).call);
}

#[test]
fn many_calls_at_once_have_an_outcome_each() {
    let session = session();
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let session = &session;
            scope.spawn(move || {
                for number in 0..50 {
                    let text = format!("{thread}-{number}");
                    let outcome = run_bare(session.invoke(("Echo", format!(r#"{{"text":"{text}"}}"#))));
                    assert_eq!(outcome.output().expect("a result").json(), format!("\"{text}\""));
                }
            });
        }
    });
}

#[test]
fn a_panic_is_an_outcome_and_the_next_call_works() {
    let session = session();
    for outcome in
        [session.call(("Panics", r#"{"message":"boom"}"#)), run(session.invoke(("Panics", r#"{"message":"boom"}"#)))]
    {
        fails(&outcome, FailureKind::Internal, "it panicked: boom");
    }
    fails(&session.call(("PanicsLater", "")), FailureKind::Internal, "it panicked: late");
    fails(&run(session.invoke(("PanicsLater", ""))), FailureKind::Internal, "it panicked: late");
    fails(&session.call(("PanicsEarly", r#"{"_bomb":"x"}"#)), FailureKind::Internal, "it panicked: tick");
    assert!(session.call(("Echo", r#"{"text":"x"}"#)).is_success());
}

#[test]
fn a_deadline_ends_every_kind_of_body() {
    for (tool, still_running) in [("Heeds", false), ("Sleeps", true), ("Waits", false)] {
        let session = session();
        let started = Instant::now();
        let outcome = run(session.invoke((tool, "")));
        fails(&outcome, FailureKind::TimedOut, "the tool's time of 1s was up");
        assert!(started.elapsed() < Duration::from_millis(1400), "{tool}: {:?}", started.elapsed());
        let facts = outcome.to_json();
        assert!(facts.contains(r#""timed_out":true"#), "{facts}");
        assert_eq!(facts.contains(r#""still_running":true"#), still_running, "{tool}: {facts}");
    }
    fails(&session().call(("Heeds", "")), FailureKind::TimedOut, "was up");
    fails(&session().call(("Waits", "")), FailureKind::TimedOut, "was up");
}

#[test]
fn handles_are_dead_after_the_end() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("Cargo.toml"), "x").expect("a file");
    let reports = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&reports);
    let session = builder()
        .root(folder.path())
        .reporter(move |_: &Tool, report: Report<'_>| seen.lock().expect("reports").push(format!("{report:?}")))
        .open()
        .expect("a session");
    let outcome = run(session.invoke(("TooLate", r#"{"path":"new"}"#)));
    fails(&outcome, FailureKind::TimedOut, "was up");
    std::thread::sleep(Duration::from_millis(300));
    let late = LATE.lock().expect("late").clone();
    assert_eq!(late.len(), 3, "{late:?}");
    assert!(late.iter().all(|error| error.contains("the call has ended")), "{late:?}");
    assert!(!folder.path().join("new").exists());
    let reports = reports.lock().expect("reports");
    assert!(reports.iter().any(|report| report.contains("does not heed its end")), "{reports:?}");
    assert!(!reports.iter().any(|report| report.contains("never shown")), "{reports:?}");
}

#[test]
fn a_dropped_call_is_cancelled() {
    static STARTED: AtomicBool = AtomicBool::new(false);
    static ENDED: AtomicBool = AtomicBool::new(false);
    static ASYNC_ENDED: AtomicBool = AtomicBool::new(false);

    /// Runs until it is cancelled.
    #[tool(permissions = "")]
    fn long(context: &Context) -> Result<(), ToolError> {
        STARTED.store(true, Ordering::SeqCst);
        while context.check().is_ok() {
            std::thread::sleep(Duration::from_millis(1));
        }
        ENDED.store(true, Ordering::SeqCst);
        context.check()
    }

    struct OnDrop;

    impl Drop for OnDrop {
        fn drop(&mut self) {
            ASYNC_ENDED.store(true, Ordering::SeqCst);
        }
    }

    /// Waits until it is cancelled.
    #[tool(permissions = "")]
    async fn long_wait() {
        let _on_drop = OnDrop;
        std::future::pending::<()>().await;
    }

    let session = session();
    for (tool, ended) in [("Long", &ENDED), ("LongWait", &ASYNC_ENDED)] {
        let mut call = session.invoke((tool, ""));
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        assert!(std::pin::Pin::new(&mut call).poll(&mut context).is_pending());
        std::thread::sleep(Duration::from_millis(100));
        assert!(!ended.load(Ordering::SeqCst), "{tool} runs");
        drop(call);
        let waiting = Instant::now();
        while !ended.load(Ordering::SeqCst) {
            assert!(waiting.elapsed() < Duration::from_secs(5), "{tool} was not cancelled");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    STARTED.store(false, Ordering::SeqCst);
    drop(session.invoke(("Long", "")));
    std::thread::sleep(Duration::from_millis(50));
    assert!(!STARTED.load(Ordering::SeqCst), "what was never polled never ran");
}

#[test]
fn permissions_hide_and_refuse() {
    let registry = Registry::linked().build().expect("a registry");
    let reading = registry.session().grant(Permissions::READ).root(".").open().expect("a session");
    assert!(reading.tools().iter().all(|tool| Permissions::READ.contains(tool.permissions())));
    let outcome = reading.call(("TooLate", r#"{"path":"x"}"#));
    fails(&outcome, FailureKind::Denied, "insufficient privileges: requires 'w' (WRITE)");
    let skipped = reading.skipped();
    let reason = &skipped.iter().find(|skipped| skipped.name == "TooLate").expect("skipped").reason;
    assert_eq!(reason, "insufficient privileges: requires 'w' (WRITE)");
    assert!(!reading.definitions(janito_core::Dialect::OpenAi).json().contains("TooLate"));

    let nothing = registry.session().open().expect("a session");
    assert!(nothing.tools().iter().all(|tool| tool.permissions().is_empty()));
    fails(&nothing.call(("TooLate", "{}")), FailureKind::Denied, "requires 'r' (READ), 'w' (WRITE)");
    assert!(nothing.call(("Echo", r#"{"text":"x"}"#)).is_success(), "a pure function needs no grant");
}

#[test]
fn unknown_tools_are_named() {
    let session = session();
    fails(&session.call(("Ehco", "{}")), FailureKind::UnknownTool, "there is no tool `Ehco`; did you mean `Echo`?");
    fails(&session.call(("", "{}")), FailureKind::UnknownTool, "available: ");
    fails(&session.call(("echo_later", "{}")), FailureKind::UnknownTool, "did you mean `EchoLater`?");
}

#[test]
fn approval_is_asked_for_and_waited_for() {
    let arguments = r#"{"what":"it"}"#;
    let ran = || GUARDED.load(Ordering::SeqCst);
    let outcome = session().call(("Guarded", arguments));
    fails(&outcome, FailureKind::Denied, "needs approval, and nobody can be asked here");
    assert_eq!(ran(), 0);
    for (answer, runs) in [(Answer::No(Some("not today".to_owned())), 0), (Answer::No(None), 0), (Answer::Yes, 2)] {
        let asked = Arc::default();
        let approver = Says(Some(answer.clone()), Arc::clone(&asked));
        let session = builder().root(".").approver(approver).open().expect("a session");
        let outcomes = [session.call(("Guarded", arguments)), run(session.invoke(("Guarded", arguments)))];
        assert_eq!(ran(), runs, "{answer:?}");
        for outcome in outcomes {
            match &answer {
                Answer::Yes => assert!(outcome.is_success(), "{outcome:?}"),
                Answer::No(Some(reason)) => fails(&outcome, FailureKind::Denied, reason),
                _ => fails(&outcome, FailureKind::Denied, "was not approved; it did not run"),
            }
        }
        let asked = asked.lock().expect("requests");
        assert_eq!(asked.len(), 2);
        assert_eq!(asked[0].effects.as_ref().expect("effects").summary, "would do it");
        assert_eq!((asked[0].tool.as_str(), asked[0].arguments.as_str()), ("Guarded", arguments));
    }
}

#[test]
fn reports_come_in_order_and_failures_are_reported() {
    /// Reports.
    #[tool(permissions = "")]
    fn reports(
        context: &Context,
        /// Whether to fail.
        fail: bool,
    ) -> Result<(), ToolError> {
        context.start("start");
        context.progress("half");
        context.output("text");
        context.diff("a", "b");
        context.warning("careful");
        if fail {
            return Err(ToolError::new("failed"));
        }
        context.done("done");
        Ok(())
    }

    let (send, receive) = mpsc::channel();
    let send = Mutex::new(send);
    let session = builder()
        .root(".")
        .reporter(move |tool: &Tool, report: Report<'_>| {
            assert_eq!(tool.name(), "Reports");
            send.lock().expect("sender").send(format!("{report:?}")).expect("sent");
        })
        .open()
        .expect("a session");
    session.call(("Reports", r#"{"fail":false}"#));
    session.call(("Reports", r#"{"fail":true}"#));
    let seen: Vec<String> = receive.try_iter().collect();
    let common = [
        r#"Start("start")"#,
        r#"Progress("half")"#,
        r#"Output("text")"#,
        r#"Diff { old: "a", new: "b" }"#,
        r#"Warning("careful")"#,
    ];
    let expected: Vec<&str> =
        common.into_iter().chain([r#"Done("done")"#]).chain(common).chain([r#"Failed("failed")"#]).collect();
    assert_eq!(seen, expected);
}

#[test]
fn results_with_reserved_names_lose_nothing() {
    /// Returns a free object.
    #[tool(permissions = "")]
    fn free_object(
        /// It.
        value: serde_json::Map<String, serde_json::Value>,
    ) -> serde_json::Map<String, serde_json::Value> {
        value
    }

    let result = |value: &str| session().call(("FreeObject", format!(r#"{{"value":{value}}}"#))).to_json();
    assert_eq!(result(r#"{"a":1}"#), r#"{"success":true,"a":1}"#);
    assert_eq!(result("{}"), r#"{"success":true}"#);
    assert_eq!(result(r#"{"success":false}"#), r#"{"success":true,"result":{"success":false}}"#);
    assert_eq!(result(r#"{"a":"\"error\""}"#), r#"{"success":true,"a":"\"error\""}"#);
    assert_eq!(result(r#"{"a":{"error":1}}"#), r#"{"success":true,"a":{"error":1}}"#);
}
