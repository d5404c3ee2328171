//! What all tests set up: a client over a connection in memory, directories with files, a small ruleset, what is asked.

mod texts;

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response, ResponseError};
use lsp_types as lsp;
use lsp_types::notification::Notification as _;
use serde_json::{Value, json};
use tempfile::TempDir;

pub(crate) use texts::{cursor, edited, position, slice, try_offset};

/// So long a test waits for what must come.
const PATIENCE: Duration = Duration::from_mins(2);

/// A client with its server.
pub(crate) struct Client {
    pub(crate) connection: Option<Connection>,
    server: Option<JoinHandle<bool>>,
    next: i32,
    versions: HashMap<lsp::Url, i32>,
    /// The answers that nobody has waited for yet.
    answers: Vec<Response>,
    /// What came last of diagnostics.
    published: HashMap<lsp::Url, lsp::PublishDiagnosticsParams>,
}

impl Client {
    /// A client whose server is ready.
    pub(crate) fn start() -> Self {
        let mut client = Self::connect();
        let params = json!({ "capabilities": {} });
        let result = client.ask_raw("initialize", params).expect("an answer");
        assert_eq!(result["capabilities"]["positionEncoding"], "utf-16");
        client.tell("initialized", json!({}));
        client
    }

    /// A client that has said nothing yet.
    pub(crate) fn connect() -> Self {
        let (server, connection) = Connection::memory();
        let server = thread::spawn(move || rules_dsl::unstable::serve(server));
        Self {
            connection: Some(connection),
            server: Some(server),
            next: 0,
            versions: HashMap::new(),
            answers: Vec::new(),
            published: HashMap::new(),
        }
    }

    pub(crate) fn send(&self, message: impl Into<Message>) {
        let connection = self.connection.as_ref().expect("it has not gone");
        connection
            .sender
            .send(message.into())
            .expect("the server listens");
    }

    pub(crate) fn tell(&self, method: &str, params: Value) {
        self.send(Notification {
            method: method.to_owned(),
            params,
        });
    }

    /// The next message.
    fn receive(&mut self) -> Message {
        let connection = self.connection.as_ref().expect("it has not gone");
        let message = connection
            .receiver
            .recv_timeout(PATIENCE)
            .expect("a message in time");
        if let Message::Notification(note) = &message
            && note.method == lsp::notification::PublishDiagnostics::METHOD
        {
            let params: lsp::PublishDiagnosticsParams = serde_json::from_value(note.params.clone())
                .expect("diagnostics as the protocol has them");
            self.published.insert(params.uri.clone(), params);
        }
        message
    }

    /// Sends a request without waiting for the answer.
    pub(crate) fn begin(&mut self, method: &str, params: Value) -> RequestId {
        self.next += 1;
        let id = RequestId::from(self.next);
        self.send(Request {
            id: id.clone(),
            method: method.to_owned(),
            params,
        });
        id
    }

    /// Waits for an answer.
    pub(crate) fn answer(&mut self, id: &RequestId) -> Result<Value, ResponseError> {
        loop {
            let known = self.answers.iter().position(|answer| answer.id == *id);
            if let Some(known) = known {
                return self.answers.swap_remove(known).response_result;
            }
            if let Message::Response(answer) = self.receive() {
                self.answers.push(answer);
            }
        }
    }

    pub(crate) fn ask_raw(&mut self, method: &str, params: Value) -> Result<Value, ResponseError> {
        let id = self.begin(method, params);
        self.answer(&id)
    }

    /// Asks, and reads the answer as the protocol has it.
    pub(crate) fn ask<R: lsp::request::Request>(
        &mut self,
        params: R::Params,
    ) -> Result<R::Result, ResponseError> {
        let params = serde_json::to_value(params).expect("parameters");
        let result = self.ask_raw(R::METHOD, params)?;
        Ok(serde_json::from_value(result).expect("an answer as the protocol has it"))
    }

    pub(crate) fn open(&mut self, uri: &lsp::Url, text: &str) {
        self.versions.insert(uri.clone(), 1);
        let document = json!({ "uri": uri, "languageId": "rules", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Changes a document; the changes are as the protocol has them.
    pub(crate) fn change(&mut self, uri: &lsp::Url, changes: &Value) {
        let version = self.versions.get_mut(uri).expect("it is open");
        *version += 1;
        let document = json!({ "uri": uri, "version": *version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.tell("textDocument/didChange", params);
    }

    /// The diagnostics of the document as it is now.
    pub(crate) fn diagnostics(&mut self, uri: &lsp::Url) -> Vec<lsp::Diagnostic> {
        let version = self.versions.get(uri).copied();
        loop {
            if let Some(published) = self.published.get(uri)
                && published.version == version
            {
                return published.diagnostics.clone();
            }
            self.receive();
        }
    }

    /// Leaves, in the order of the protocol. Returns whether the server ended well.
    pub(crate) fn leave(mut self) -> bool {
        self.ask_raw("shutdown", Value::Null).expect("an answer");
        self.tell("exit", Value::Null);
        self.server
            .take()
            .expect("it runs")
            .join()
            .expect("it does not panic")
    }

    /// Goes without a word. Returns whether the server takes that for an orderly end.
    pub(crate) fn vanish(mut self) -> bool {
        drop(self.connection.take());
        self.server
            .take()
            .expect("it runs")
            .join()
            .expect("it does not panic")
    }
}

/// The address of a file.
pub(crate) fn uri(path: &Path) -> lsp::Url {
    lsp::Url::from_file_path(path).expect("a whole path")
}

/// The address of a document that is in no package.
pub(crate) fn nowhere() -> lsp::Url {
    lsp::Url::parse("file:///nowhere/desk.rules").expect("an address")
}

pub(crate) fn document(uri: &lsp::Url) -> lsp::TextDocumentIdentifier {
    lsp::TextDocumentIdentifier { uri: uri.clone() }
}

fn at(uri: &lsp::Url, position: lsp::Position) -> lsp::TextDocumentPositionParams {
    lsp::TextDocumentPositionParams {
        text_document: document(uri),
        position,
    }
}

/// The parameters of a request about a place.
pub(crate) fn params_at(uri: &lsp::Url, position: lsp::Position) -> Value {
    serde_json::to_value(at(uri, position)).expect("parameters")
}

/// The parameters of a request to format a document.
pub(crate) fn params_to_format(uri: &lsp::Url) -> Value {
    json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 4, "insertSpaces": true } })
}

/// A directory with files.
pub(crate) fn directory_of(files: &[(&str, &[u8])]) -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    for (path, bytes) in files {
        let path = directory.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, bytes).expect("a file");
    }
    directory
}

/// A small ruleset with one of everything.
pub(crate) const SHOP: &str = "/// Bills every order.
pub ruleset Shop;

/// What a customer wants.
pub fact Order {
    /// Its number.
    id: u32,
    total: u32,
    state: State,
}
pub fact enum State { Open, Paid { by: u32 } }
#[unique]
pub fact Bill { order: u32, total: u32 }
global log: Vec<String>;

/// Bills.
rule bill {
    when {
        o @ Order { id, total } if total > 0;
        not Bill { order: id };
    }
    then {
        insert Bill { order: id, total: o.total };
        focus sending;
    }
}

group sending {
    rule send {
        when { b @ Bill { order, total }; }
        then { log.push(format!(\"{order} {total}\")); retract b; }
    }
}

query bills(id: u32) -> u32 { when { Bill { order: id, total }; } select total }
";

/// A client that has a document open, which has been analysed.
pub(crate) fn opened(text: &str) -> (Client, lsp::Url) {
    let (mut client, uri) = (Client::start(), nowhere());
    client.open(&uri, text);
    client.diagnostics(&uri);
    (client, uri)
}

/// Where the `number`-th time a text stands in `SHOP`.
pub(crate) fn place(what: &str, number: usize) -> lsp::Position {
    let found = SHOP.match_indices(what).nth(number);
    let (at, _) = found.unwrap_or_else(|| panic!("`{what}` stands there"));
    position(SHOP, at)
}

/// Where the name at a place is declared.
pub(crate) fn definitions(
    client: &mut Client,
    uri: &lsp::Url,
    position: lsp::Position,
) -> Vec<lsp::Location> {
    let params = params_at(uri, position);
    let found = client
        .ask_raw("textDocument/definition", params)
        .expect("an answer");
    if found.is_null() {
        return Vec::new();
    }
    serde_json::from_value(found).expect("locations")
}

/// The hover at a place.
pub(crate) fn hovered(client: &mut Client, uri: &lsp::Url, position: lsp::Position) -> String {
    let params = params_at(uri, position);
    let hover = client
        .ask_raw("textDocument/hover", params)
        .expect("an answer");
    hover["contents"]["value"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}
