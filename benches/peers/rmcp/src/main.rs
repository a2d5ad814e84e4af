//! `janito-cost` with rmcp: does one thing a number of times, `rmcp-cost MODE COUNT`.

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::ToolCallContext;
#[allow(unused_imports, reason = "without tools, nothing names it")]
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, RequestId};
use rmcp::service::{Peer, RequestContext, serve_directly};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use std::hint::black_box;

#[path = "../../../cost/src/found.rs"]
mod found;
#[allow(unused_imports, reason = "without tools, nothing names it")]
use found::{ARGUMENTS, Found, found};

include!(concat!(env!("OUT_DIR"), "/tools.rs"));

/// A tool from the middle of the order.
const TOOL: &str = "list_reports";

#[derive(Clone)]
struct Server;

impl ServerHandler for Server {}

/// A result as one JSON text: the cheapest that rmcp has. `Json` would write it twice, and its schema into the definitions.
#[allow(dead_code, reason = "without tools, nothing names it")]
fn json(found: Found) -> Result<CallToolResult, ErrorData> {
    Ok(CallToolResult::success(vec![ContentBlock::json(found)?]))
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().unwrap_or_default();
    let count: usize = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(1);
    match mode.as_str() {
        "start" => {
            for _ in 0..count {
                black_box(Server::tool_router());
            }
        }
        "definitions" => {
            let router = Server::tool_router();
            for _ in 0..count {
                black_box(definitions(&router));
            }
        }
        "call" | "show" => {
            let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime on this thread");
            runtime.block_on(async {
                let router = Server::tool_router();
                // A peer exists only behind a transport; nothing is sent over this one.
                let running = serve_directly(Server, tokio::io::duplex(64).0, None);
                for _ in 0..count {
                    let answer = call(&router, running.peer(), black_box(ARGUMENTS)).await;
                    if mode == "show" {
                        println!("{}\n{answer}", definitions(&router));
                    }
                    black_box(answer);
                }
            });
        }
        other => panic!("no mode `{other}`"),
    }
}

fn definitions(router: &ToolRouter<Server>) -> String {
    serde_json::to_string(&router.list_all()).expect("definitions are JSON")
}

/// From the argument text to the answer's text, as in `Session::call`.
async fn call(router: &ToolRouter<Server>, peer: &Peer<RoleServer>, arguments: &str) -> String {
    let arguments = serde_json::from_str(arguments).expect("an object");
    let request = CallToolRequestParams::new(TOOL).with_arguments(arguments);
    let context = RequestContext::new(RequestId::Number(1), peer.clone());
    match router.call(ToolCallContext::new(&Server, request, context)).await {
        Ok(CallToolResponse::Complete(result)) => serde_json::to_string(&result).expect("a result is JSON"),
        other => panic!("the tool has no result: {other:?}"),
    }
}
