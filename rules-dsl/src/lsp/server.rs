//! The loop of the server: messages in the order in which they come, and what the compiler has to say in between.
//!
//! What has been cancelled while it waited is not begun. A request that fails, by a panic even, is answered by an error
//! and is the end of nothing.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::thread;

use crossbeam_channel::{Receiver, Sender, never, select, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types as lsp;
use lsp_types::notification::{self as note, Notification as _};
use lsp_types::request::{self as ask, Request as _};
use serde_json::Value;

use super::analysis::{Findings, Job, analyse_job};
use super::documents::path_of;
use super::editor::Editor;
use super::requests::answer;
use super::workspace::Ruleset;
use super::{capabilities, diagnostics, network};

/// So deep the stack of the threads is that read texts.
const STACK: usize = 64 << 20;

/// Serves a client, until it says `exit` or goes. Returns whether it had asked to shut down before.
#[must_use]
pub fn serve(connection: Connection) -> bool {
    let server = thread::Builder::new().stack_size(STACK).spawn(move || {
        let (jobs, findings) = compiler();
        let mut server = Server {
            editor: Editor::default(),
            sender: connection.sender,
            jobs,
            phase: Phase::New,
            waiting: VecDeque::new(),
            next_request: 0,
        };
        server.run(&connection.receiver, findings)
    });
    server.is_ok_and(|server| server.join().unwrap_or(false))
}

/// The thread that analyses: of several jobs for a ruleset only the last.
fn compiler() -> (Sender<Job>, Receiver<Findings>) {
    let (jobs, incoming) = unbounded::<Job>();
    let (outgoing, findings) = unbounded();
    let compile = move || {
        while let Ok(job) = incoming.recv() {
            let mut waiting = vec![job];
            while let Some(job) = waiting.pop() {
                for newer in incoming.try_iter() {
                    waiting.retain(|older: &Job| older.ruleset != newer.ruleset);
                    waiting.insert(0, newer);
                }
                if waiting.iter().any(|newer| newer.ruleset == job.ruleset) {
                    continue;
                }
                let found = catch_unwind(AssertUnwindSafe(|| analyse_job(job)));
                if found.is_ok_and(|found| outgoing.send(found).is_err()) {
                    return;
                }
            }
        }
    };
    // Without the thread the rest works all the same.
    _ = thread::Builder::new().stack_size(STACK).spawn(compile);
    (jobs, findings)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Nothing has been said.
    New,
    Running,
    /// The client has asked to shut down.
    Leaving,
}

struct Server {
    editor: Editor,
    sender: Sender<Message>,
    jobs: Sender<Job>,
    phase: Phase,
    waiting: VecDeque<Message>,
    next_request: i32,
}

impl Server {
    fn run(&mut self, messages: &Receiver<Message>, mut findings: Receiver<Findings>) -> bool {
        loop {
            while messages.is_empty() && findings.is_empty() {
                let worked = catch_unwind(AssertUnwindSafe(|| self.editor.work_ahead()));
                if matches!(worked, Ok(false)) {
                    break;
                }
            }
            select! {
                recv(messages) -> message => match message {
                    Ok(message) => self.waiting.push_back(message),
                    Err(_) => return self.phase == Phase::Leaving,
                },
                recv(findings) -> found => match found {
                    Ok(found) => self.publish(found),
                    // The compiler's thread has ended: there is nothing to wait for.
                    Err(_) => findings = never(),
                },
            }
            loop {
                for message in messages.try_iter() {
                    self.waiting.push_back(message);
                }
                self.drop_cancelled();
                match self.waiting.pop_front() {
                    None => break,
                    Some(Message::Notification(note)) if note.method == note::Exit::METHOD => {
                        return self.phase == Phase::Leaving;
                    }
                    Some(Message::Notification(note)) => {
                        _ = catch_unwind(AssertUnwindSafe(|| self.notified(note)));
                    }
                    Some(Message::Request(request)) => self.requested(request),
                    // The client's answer to what was asked to be shown anew says nothing.
                    Some(Message::Response(_)) => {}
                }
            }
        }
    }

    fn send(&self, message: impl Into<Message>) {
        // Where nobody listens the loop is about to end.
        _ = self.sender.send(message.into());
    }

    fn refuse(&self, id: RequestId, code: ErrorCode, message: impl Into<String>) {
        self.send(Response::new_err(id, code as i32, message.into()));
    }

    /// Answers the requests that wait and have been cancelled.
    fn drop_cancelled(&mut self) {
        let cancelled = self.waiting.iter().filter_map(|message| match message {
            Message::Notification(note) if note.method == note::Cancel::METHOD => {
                serde_json::from_value::<RequestId>(note.params.get("id")?.clone()).ok()
            }
            _ => None,
        });
        let cancelled: Vec<RequestId> = cancelled.collect();
        if cancelled.is_empty() {
            return;
        }
        let mut dropped = Vec::new();
        self.waiting.retain(|message| match message {
            Message::Request(request) if cancelled.contains(&request.id) => {
                dropped.push(request.id.clone());
                false
            }
            Message::Notification(note) => note.method != note::Cancel::METHOD,
            _ => true,
        });
        for id in dropped {
            self.refuse(id, ErrorCode::RequestCanceled, "cancelled");
        }
    }

    fn requested(&mut self, request: Request) {
        // What is known is plain data: spans of what was read for earlier answers would be kept for ever.
        proc_macro2::extra::invalidate_current_thread_spans();
        let id = request.id.clone();
        match (self.phase, request.method.as_str()) {
            (Phase::New, ask::Initialize::METHOD) => self.initialize(request),
            (Phase::New, method) => {
                let message = format!("`{method}` before `initialize`");
                self.refuse(id, ErrorCode::ServerNotInitialized, message);
            }
            (Phase::Leaving, method) => {
                let message = format!("`{method}` after `shutdown`");
                self.refuse(id, ErrorCode::InvalidRequest, message);
            }
            (Phase::Running, ask::Initialize::METHOD) => {
                self.refuse(id, ErrorCode::InvalidRequest, "a second `initialize`");
            }
            (Phase::Running, ask::Shutdown::METHOD) => {
                self.phase = Phase::Leaving;
                self.send(Response::new_ok(id, Value::Null));
            }
            (Phase::Running, ask::ExecuteCommand::METHOD) => {
                network::execute(&mut self.editor, request, &self.sender);
            }
            (Phase::Running, _) => {
                let answered = catch_unwind(AssertUnwindSafe(|| answer(&mut self.editor, request)));
                let response = answered.unwrap_or_else(|_| {
                    let message = "the server made a mistake, which is one of its own";
                    Response::new_err(id, ErrorCode::InternalError as i32, message.to_owned())
                });
                self.send(response);
            }
        }
    }

    fn initialize(&mut self, request: Request) {
        match serde_json::from_value::<lsp::InitializeParams>(request.params) {
            Ok(params) => {
                self.editor.client = params.capabilities;
                self.phase = Phase::Running;
                let result = lsp::InitializeResult {
                    capabilities: capabilities::capabilities(),
                    server_info: Some(lsp::ServerInfo {
                        name: "rules".to_owned(),
                        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
                    }),
                };
                self.send(Response::new_ok(request.id, result));
            }
            Err(error) => self.refuse(request.id, ErrorCode::InvalidParams, error.to_string()),
        }
    }

    /// What is no notification of the protocol, or lacks a part, is passed over.
    fn notified(&mut self, note: Notification) {
        fn params<N: note::Notification>(note: Notification) -> Option<N::Params> {
            serde_json::from_value(note.params).ok()
        }
        if self.phase != Phase::Running {
            return;
        }
        let changed = match note.method.as_str() {
            note::DidOpenTextDocument::METHOD => {
                params::<note::DidOpenTextDocument>(note).map(|params| {
                    let path = path_of(&params.text_document.uri);
                    self.editor.documents.open(params.text_document);
                    let ruleset = self.editor.workspace.ruleset(&path);
                    self.editor.unread.extend(ruleset.files);
                    path
                })
            }
            note::DidChangeTextDocument::METHOD => params::<note::DidChangeTextDocument>(note)
                .and_then(|params| {
                    let path = path_of(&params.text_document.uri);
                    self.editor.documents.change(params).then_some(path)
                }),
            note::DidCloseTextDocument::METHOD => {
                params::<note::DidCloseTextDocument>(note).map(|params| {
                    let path = path_of(&params.text_document.uri);
                    let uri = params.text_document.uri;
                    self.editor.documents.close(&path);
                    if let Some(message) = diagnostics::none(uri) {
                        self.send(message);
                    }
                    self.forget();
                    path
                })
            }
            note::DidSaveTextDocument::METHOD | note::DidChangeWatchedFiles::METHOD => {
                // A build script may name other files by now.
                self.forget();
                for path in self.editor.documents.paths() {
                    self.analyse(&path);
                }
                None
            }
            _ => None,
        };
        if let Some(path) = changed {
            self.editor.format_ahead(&path);
            self.analyse(&path);
        }
    }

    /// Has the ruleset of a file analysed.
    fn analyse(&mut self, path: &Path) {
        let ruleset = self.editor.workspace.ruleset(path);
        if ruleset
            .files
            .iter()
            .any(|file| self.editor.documents.get(file).is_some())
        {
            let job = self.editor.job(ruleset);
            _ = self.jobs.send(job);
        }
    }

    /// Forgets the rulesets of which no file is open.
    fn forget(&mut self) {
        let paths = self.editor.documents.paths();
        let rulesets = paths.iter().map(|path| self.editor.workspace.ruleset(path));
        let rulesets: Vec<Ruleset> = rulesets.collect();
        let used = rulesets.iter().flat_map(|ruleset| &ruleset.files);
        self.editor.workspace.keep(&used.collect());
        self.editor.formatted.retain(|path, _| paths.contains(path));
        let findings = &mut self.editor.findings;
        findings.retain(|ruleset, _| rulesets.contains(ruleset));
    }

    fn publish(&mut self, found: Findings) {
        for message in diagnostics::published(&self.editor, &found) {
            self.send(message);
        }
        let is_newest = diagnostics::is_newest(&self.editor, &found);
        self.editor
            .findings
            .insert(found.job.ruleset.clone(), found);
        if is_newest {
            self.refresh();
        }
    }

    /// Asks the client to ask again for what the compiler has found out.
    fn refresh(&mut self) {
        let workspace = self.editor.client.workspace.as_ref();
        let inlays = workspace.and_then(|it| it.inlay_hint.as_ref()?.refresh_support);
        let lenses = workspace.and_then(|it| it.code_lens.as_ref()?.refresh_support);
        let methods = [
            (inlays, ask::InlayHintRefreshRequest::METHOD),
            (lenses, ask::CodeLensRefresh::METHOD),
        ];
        for (supported, method) in methods {
            if supported == Some(true) {
                self.next_request += 1;
                let id = RequestId::from(self.next_request);
                self.send(Request::new(id, method.to_owned(), Value::Null));
            }
        }
    }
}
