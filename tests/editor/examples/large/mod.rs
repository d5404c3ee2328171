//! A package of a thousand rules in ten files, and a client that asks a server about it.

use std::fmt::Write as _;
use std::fs;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};
use tempfile::TempDir;

pub(crate) const FILES: usize = 10;
const RULES: usize = 100;
/// A file of rules over the facts of the ruleset.
fn file(number: usize) -> String {
    let mut text = String::new();
    if number == 0 {
        text.push_str("pub ruleset Large;\n\n");
    }
    for fact in 0..5 {
        let number = number * 5 + fact;
        _ = writeln!(
            text,
            "/// A fact.\nfact Fact{number} {{ id: u32, state: u32, amount: u64 }}\n"
        );
    }
    for rule in 0..RULES {
        let number = number * RULES + rule;
        let (a, b, c) = (number % 50, (number * 7 + 1) % 50, (number * 11 + 3) % 50);
        _ = writeln!(
            text,
            "/// A rule.\nrule rule_{number} {{\n    when {{\n        a @ Fact{a} {{ id, state: {rule}, amount }} if amount > {number};\n        \
             b @ Fact{b} {{ id, amount: other }} if other < amount;\n        not Fact{c} {{ id, state: {number} }};\n    }}\n    \
             then {{\n        modify a {{ a.state += 1; }}\n        insert Fact{c} {{ id, state: b.state, amount: other }};\n    }}\n}}\n"
        );
    }
    text
}

/// A package of such files: where it is, the address of one of them, and its text.
pub(crate) fn package() -> (TempDir, String, String) {
    let directory = tempfile::tempdir().expect("a directory");
    let names: Vec<String> = (0..FILES)
        .map(|number| format!("rules_{number}.rules"))
        .collect();
    let write =
        |name: &str, text: &str| fs::write(directory.path().join(name), text).expect("a file");
    write("Cargo.toml", "[package]\nname = \"large\"\n");
    write(
        "build.rs",
        &format!("fn main() {{ rules_dsl::Build::new().files({names:?}).compile(); }}"),
    );
    let texts: Vec<String> = (0..FILES).map(file).collect();
    for (name, text) in names.iter().zip(&texts) {
        write(name, text);
    }
    let uri = format!("file://{}", directory.path().join(&names[4]).display());
    (directory, uri, texts[4].clone())
}

/// A client of a server that runs in the same process.
pub(crate) struct Client {
    connection: Connection,
    next: i32,
    /// The version of the document of which diagnostics came last.
    pub(crate) told: Option<i32>,
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
            self.told = version.or(self.told);
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

/// The resident memory of the process, in megabytes.
pub(crate) fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS"));
    let size = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    size.unwrap_or_default() / 1024
}
