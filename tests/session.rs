//! One outcome for every call, whatever happens in it.

use janito_core::{
    Answer, Approver, BoxFuture, Call, Context, Effects, Existing, FailureKind, Outcome, Permissions, Reader, Registry,
    Report, Request, Session, SessionBuilder, Tool, ToolError, Writer, tool,
};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, mpsc};
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
        assert!(started.elapsed() < Duration::from_secs(10), "{tool}: {:?}", started.elapsed());
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

/// Fails instead of hanging.
fn in_time<T: Send + 'static>(test: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, waiting) = mpsc::channel();
    std::thread::spawn(move || done.send(test()));
    waiting.recv_timeout(Duration::from_secs(20)).expect("done in time")
}

static NESTED: OnceLock<Session> = OnceLock::new();

/// Calls another tool and waits for it, which stops a thread of the runtime.
#[tool(permissions = "")]
async fn nests(
    /// Its name.
    tool: String,
) -> Result<String, ToolError> {
    tokio::task::yield_now().await;
    let session = NESTED.get().ok_or("no session")?;
    let (tool, arguments) = tool.split_once(' ').unwrap_or((&tool, ""));
    Ok(session.call((tool, arguments)).into_json())
}

/// Uses what a runtime offers.
#[tool(permissions = "")]
async fn naps() -> Result<u8, ToolError> {
    for _ in 0..300 {
        tokio::task::yield_now().await;
    }
    tokio::time::sleep(Duration::from_millis(20)).await;
    Ok(tokio::spawn(async { 7 }).await?)
}

#[test]
fn async_calls_in_async_calls_do_not_wait_for_one_another() {
    NESTED.get_or_init(session);
    let nest = |tool: &str| format!(r#"{{"tool":{}}}"#, serde_json::Value::from(tool));
    let thrice = nest(&format!("Nests {}", nest("Naps")));
    for arguments in [nest("Naps"), thrice, nest("Waits")] {
        // On janito's own runtime, from a thread without one and from one of another's.
        let ways: [fn(String) -> Outcome; 3] = [
            |arguments| run_bare(session().invoke(("Nests", arguments))),
            |arguments| session().call(("Nests", arguments)),
            |arguments| run(async move { session().call(("Nests", arguments)) }),
        ];
        for way in ways {
            let calls = arguments.clone();
            let outcomes = in_time(move || {
                let threads: Vec<_> = (0..4)
                    .map(|_| {
                        let arguments = calls.clone();
                        std::thread::spawn(move || way(arguments))
                    })
                    .collect();
                threads.into_iter().map(|thread| thread.join().expect("an outcome")).collect::<Vec<_>>()
            });
            for outcome in outcomes {
                let json = outcome.to_json();
                if arguments.contains("Waits") {
                    assert!(json.contains("time of 1s was up"), "{json}");
                } else {
                    assert!(outcome.is_success() && json.replace('\\', "").contains(r#""result":7"#), "{json}");
                }
            }
        }
    }
    assert!(in_time(|| run_bare(session().invoke(("Naps", ""))).is_success()));
    assert!(in_time(|| session().call(("Naps", "")).is_success()));
}

/// Panics when it is dropped.
struct Grenade;

impl Drop for Grenade {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

impl janito_core::JsonSchema for Grenade {
    const SCHEMA: &'static janito_core::Schema = String::SCHEMA;
}

impl<'de> serde::Deserialize<'de> for Grenade {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|_| Self)
    }
}

static HELD: AtomicU32 = AtomicU32::new(0);

/// Holds what panics when it is dropped.
#[tool(permissions = "", approval)]
fn holds(
    /// It.
    _grenade: Grenade,
) {
    HELD.fetch_add(1, Ordering::SeqCst);
}

/// Panics with what panics when it is dropped.
#[tool(permissions = "")]
fn throws() {
    std::panic::panic_any(Grenade);
}

/// Panics later with what panics when it is dropped.
#[tool(permissions = "")]
async fn throws_later() {
    tokio::task::yield_now().await;
    std::panic::panic_any(Grenade);
}

/// Waits while it holds what panics when it is dropped.
#[tool(permissions = "", timeout = 1)]
async fn holds_later() {
    let _grenade = Grenade;
    std::future::pending::<()>().await;
}

fn both(session: &Session, tool: &str, arguments: &str) -> [Outcome; 3] {
    let call = || (tool, arguments);
    [session.call(call()), run(session.invoke(call())), run(async { session.call(call()) })]
}

#[test]
fn what_panics_when_it_is_dropped_is_an_outcome() {
    let session = session();
    for outcome in both(&session, "Holds", r#"{"_grenade":"x"}"#) {
        fails(&outcome, FailureKind::Denied, "needs approval");
    }
    for tool in ["Throws", "ThrowsLater"] {
        for outcome in both(&session, tool, "") {
            fails(&outcome, FailureKind::Internal, "it panicked: without a message");
        }
    }
    for outcome in both(&session, "HoldsLater", "") {
        fails(&outcome, FailureKind::TimedOut, "was up");
    }
}

#[test]
fn an_approver_that_panics_does_not_approve() {
    /// Panics at once or later.
    struct Panics(bool);

    impl Approver for Panics {
        fn ask<'a>(&'a self, _: &'a Request) -> BoxFuture<'a, Answer> {
            assert!(self.0, "at once");
            Box::pin(async {
                tokio::task::yield_now().await;
                panic!("later")
            })
        }
    }

    let before = HELD.load(Ordering::SeqCst);
    for (later, text) in [(false, "the approver panicked: at once; it did not run"), (true, "panicked: later; it did")]
    {
        let session = builder().root(".").approver(Panics(later)).open().expect("a session");
        for outcome in in_time(move || both(&session, "Holds", r#"{"_grenade":"x"}"#)) {
            fails(&outcome, FailureKind::Denied, text);
        }
    }
    assert_eq!(HELD.load(Ordering::SeqCst), before);
}

#[test]
fn a_reporter_that_panics_fails_no_tool() {
    /// Reports and goes on.
    #[tool(permissions = "")]
    fn speaks(
        context: &Context,
        /// Whether to fail.
        fail: bool,
    ) -> Result<u8, ToolError> {
        context.progress("half");
        if fail { Err(ToolError::new("as told")) } else { Ok(7) }
    }

    let session = builder()
        .root(".")
        .reporter(|_: &Tool, _: Report<'_>| std::panic::panic_any(Grenade))
        .open()
        .expect("a session");
    for outcome in both(&session, "Speaks", r#"{"fail":false}"#) {
        assert_eq!(outcome.to_json(), r#"{"success":true,"result":7}"#);
    }
    for outcome in both(&session, "Speaks", r#"{"fail":true}"#) {
        fails(&outcome, FailureKind::Failed, "as told");
    }
    fails(&run(session.invoke(("Sleeps", ""))), FailureKind::TimedOut, "was up");
}

#[test]
fn why_a_call_was_ended_counts_more_than_its_error() {
    /// Heeds its end with an error of its own.
    #[tool(permissions = "", timeout = 1)]
    fn own_error(context: &Context) -> Result<(), ToolError> {
        while !context.is_cancelled() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(ToolError::new("I was not done"))
    }

    for outcome in both(&session(), "OwnError", "") {
        fails(&outcome, FailureKind::TimedOut, "was up");
        assert!(outcome.to_json().contains(r#""timed_out":true"#), "{}", outcome.to_json());
    }
}

#[test]
fn no_file_lands_after_the_end() {
    static RETURNED: AtomicBool = AtomicBool::new(false);

    /// Begins to write shortly before its end.
    #[tool(permissions = "w", timeout = 1)]
    fn writes_long(context: &Context, writer: &Writer) -> Result<(), ToolError> {
        let long = vec![b'x'; 256 << 20];
        let left = context.deadline().ok_or("no deadline")?.saturating_duration_since(Instant::now());
        std::thread::sleep(left.saturating_sub(Duration::from_millis(15)));
        let written = writer.write("new", &long, Existing::Keep).map(drop);
        RETURNED.store(true, Ordering::SeqCst);
        written
    }

    let folder = tempfile::tempdir().expect("a folder");
    let session = builder().root(folder.path()).open().expect("a session");
    fails(&run(session.invoke(("WritesLong", ""))), FailureKind::TimedOut, "was up");
    in_time(|| {
        while !RETURNED.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(5));
        }
    });
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Writes a file.
#[tool(permissions = "w")]
fn puts(
    writer: &Writer,
    /// Where.
    path: PathBuf,
    /// How many bytes.
    length: usize,
) -> Result<(), ToolError> {
    writer.write(path, &vec![b'x'; length], Existing::Replace).map(drop)
}

/// Opens a file.
#[tool(permissions = "r")]
fn opens(
    reader: &Reader,
    /// Which.
    path: PathBuf,
) -> Result<u64, ToolError> {
    Ok(reader.open(path)?.length())
}

#[cfg(unix)]
#[test]
fn a_file_is_never_more_open_than_the_one_it_replaces() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().expect("a folder");
    let secret = folder.path().join("secret");
    let mode = |path: &std::path::Path| Some(std::fs::symlink_metadata(path).ok()?.permissions().mode() & 0o777);
    let session = builder().root(folder.path()).open().expect("a session");
    for old in [0o600, 0o640] {
        std::fs::write(&secret, "x").expect("a file");
        std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(old)).expect("a mode");
        let done = AtomicBool::new(false);
        let mut seen = Vec::new();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let outcome = session.call(("Puts", format!(r#"{{"path":"secret","length":{}}}"#, 64 << 20)));
                done.store(true, Ordering::SeqCst);
                assert!(outcome.is_success(), "{outcome:?}");
            });
            while !done.load(Ordering::SeqCst) {
                let entries = std::fs::read_dir(folder.path()).expect("a folder").flatten();
                seen.extend(entries.filter_map(|entry| mode(&entry.path())));
            }
        });
        seen.sort_unstable();
        seen.dedup();
        assert!(!seen.is_empty() && seen.iter().all(|mode| [0o600, old].contains(mode)), "{seen:?}");
        assert_eq!(mode(&secret), Some(old));
    }
    std::fs::write(folder.path().join("usual"), "x").expect("a file");
    assert!(session.call(("Puts", r#"{"path":"new","length":1}"#)).is_success());
    assert_eq!(mode(&folder.path().join("new")), mode(&folder.path().join("usual")), "the umask decides");
}

#[test]
fn paths_that_name_no_file_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("file"), "x").expect("a file");
    let session = builder().root(folder.path()).open().expect("a session");
    let put = |path: &str| session.call(("Puts", format!(r#"{{"path":"{path}","length":3}}"#)));
    let open = |path: &str| session.call(("Opens", format!(r#"{{"path":"{path}"}}"#)));
    let entries = || {
        let entries = std::fs::read_dir(folder.path()).expect("a folder").flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    };
    let absolute = folder.path().join("file/").display().to_string();
    for path in ["file/", "./file//", &absolute] {
        fails(&open(path), FailureKind::Failed, "it names a folder, but ./file is a file");
        fails(&put(path), FailureKind::Failed, "it names a folder, but ./file is a file");
    }
    fails(&put("new/"), FailureKind::Failed, "ends in `/`, so it names a folder: new/");
    fails(&put("deep/new/"), FailureKind::Failed, "so it names a folder");
    for path in ["~", "~/x"] {
        fails(&put(path), FailureKind::Failed, "`~`, which is not expanded here");
        fails(&open(path), FailureKind::Failed, "`~`, which is not expanded here");
    }
    fails(&put("a/../../x"), FailureKind::Denied, "lies outside");
    fails(&put("a/b/../../../x/y"), FailureKind::Denied, "lies outside");
    assert_eq!(entries(), ["file"], "nothing is left of what was refused");
    assert!(put("./~").is_success(), "so it is meant");
    assert!(open("~").is_success(), "it exists");
    assert!(put("a/b/../c/x").is_success() && put("file").is_success());
    assert_eq!(entries(), ["a", "file", "~"]);
}
