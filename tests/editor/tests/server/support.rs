//! A client over a connection in memory.

use std::collections::HashMap;
use std::path::Path;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response, ResponseError};
use lsp_types as lsp;
use lsp_types::notification::Notification as _;
use serde_json::{Value, json};

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

/// A text without its `$0`, and where that stands.
pub(crate) fn cursor(text: &str) -> (String, lsp::Position) {
    let at = text.find("$0").expect("a place");
    (text.replacen("$0", "", 1), position(text, at))
}

/// The position of a byte offset.
pub(crate) fn position(text: &str, at: usize) -> lsp::Position {
    let before = &text[..at];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let character: usize = before[start..].chars().map(char::len_utf16).sum();
    lsp::Position {
        line: u32::try_from(line).expect("a short text"),
        character: u32::try_from(character).expect("a short text"),
    }
}

/// The text of a range.
pub(crate) fn slice(text: &str, range: lsp::Range) -> String {
    let (start, end) = (offset(text, range.start), offset(text, range.end));
    text[start..end].to_owned()
}

/// The byte offset of a position, which must be there.
pub(crate) fn offset(text: &str, position: lsp::Position) -> usize {
    try_offset(text, position).unwrap_or_else(|| panic!("{position:?} lies outside {text:?}"))
}

/// The byte offset of a position; `None` where there is none, or within a character or a line's end.
pub(crate) fn try_offset(text: &str, position: lsp::Position) -> Option<usize> {
    let mut line_start = 0;
    for _ in 0..position.line {
        let rest = &text[line_start..];
        let end = rest.find(['\n', '\r'])?;
        line_start += end
            + if rest[end..].starts_with("\r\n") {
                2
            } else {
                1
            };
    }
    let mut units = 0;
    for (at, character) in text[line_start..].char_indices() {
        if units == position.character {
            return Some(line_start + at);
        }
        if matches!(character, '\n' | '\r') || units > position.character {
            return None;
        }
        units += u32::try_from(character.len_utf16()).ok()?;
    }
    (units == position.character).then_some(text.len())
}

/// The text with edits made, the last first.
pub(crate) fn edited(text: &str, edits: &[lsp::TextEdit]) -> String {
    let mut edits: Vec<&lsp::TextEdit> = edits.iter().collect();
    edits.sort_by_key(|edit| offset(text, edit.range.start));
    let mut text_now = text.to_owned();
    for edit in edits.iter().rev() {
        let (start, end) = (offset(text, edit.range.start), offset(text, edit.range.end));
        text_now.replace_range(start..end, &edit.new_text);
    }
    text_now
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

pub(crate) fn at(uri: &lsp::Url, position: lsp::Position) -> lsp::TextDocumentPositionParams {
    lsp::TextDocumentPositionParams {
        text_document: document(uri),
        position,
    }
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
    let params = serde_json::to_value(at(uri, position)).expect("parameters");
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
    let params = serde_json::to_value(at(uri, position)).expect("parameters");
    let hover = client
        .ask_raw("textDocument/hover", params)
        .expect("an answer");
    hover["contents"]["value"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}
