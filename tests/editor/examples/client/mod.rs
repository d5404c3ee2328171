//! A client that asks a server in the same process.

use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};

/// A client of a server that runs in the same process.
pub(crate) struct Client {
    connection: Connection,
    next: i32,
    /// The version of the document of which diagnostics came last.
    pub(crate) told: Option<i32>,
    /// These diagnostics.
    pub(crate) told_last: Value,
    running: JoinHandle<bool>,
}

impl Client {
    /// A client whose server is ready.
    pub(crate) fn start() -> Self {
        let (server, connection) = Connection::memory();
        let mut client = Self {
            connection,
            next: 0,
            told: None,
            told_last: Value::Null,
            running: thread::spawn(move || rules_dsl::unstable::serve(server)),
        };
        client.ask("initialize", json!({ "capabilities": {} }));
        client.tell("initialized", json!({}));
        client
    }

    /// Opens a document, and waits for its diagnostics. Returns how long that took.
    pub(crate) fn open(&mut self, uri: &str, text: &str) -> Duration {
        let document = json!({ "uri": uri, "languageId": "rules", "version": 1, "text": text });
        let began = Instant::now();
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        self.wait_for(1);
        began.elapsed()
    }

    /// Waits for the diagnostics of a version.
    pub(crate) fn wait_for(&mut self, version: i32) {
        while self.told != Some(version) {
            self.receive();
        }
    }

    /// Leaves in the order of the protocol.
    pub(crate) fn leave(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        let ended = self.running.join();
        assert!(ended.expect("it does not panic"), "it ends in order");
    }

    pub(crate) fn tell(&self, method: &str, params: Value) {
        let note = Notification {
            method: method.to_owned(),
            params,
        };
        self.connection
            .sender
            .send(note.into())
            .expect("the server listens");
    }

    fn receive(&mut self) -> Message {
        let message = self.connection.receiver.recv().expect("the server answers");
        if let Message::Notification(note) = &message {
            let version = note.params["version"]
                .as_i64()
                .and_then(|version| i32::try_from(version).ok());
            if version.is_some() {
                self.told = version;
                self.told_last = note.params["diagnostics"].clone();
            }
        }
        message
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> (Value, Duration) {
        let began = Instant::now();
        self.next += 1;
        let id = RequestId::from(self.next);
        let request = Request {
            id: id.clone(),
            method: method.to_owned(),
            params,
        };
        self.connection
            .sender
            .send(request.into())
            .expect("the server listens");
        loop {
            if let Message::Response(response) = self.receive()
                && response.id == id
            {
                return (
                    response.response_result.unwrap_or(Value::Null),
                    began.elapsed(),
                );
            }
        }
    }
}
