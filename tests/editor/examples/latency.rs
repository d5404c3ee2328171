//! How fast the server answers at a thousand rules in ten files, and what it keeps: `cargo run --release -p editor
//! --example latency`.
//!
//! A client types into one of the files and asks after each key stroke; it prints how long each kind of answer took, how
//! long until the diagnostics came, and the memory of the process on the way.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, Instant};

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};

const FILES: usize = 10;
const RULES: usize = 100;
/// So many key strokes, where the first argument does not say how many; at three a second that is an hour.
const STROKES: usize = 10_000;

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

struct Client {
    connection: Connection,
    next: i32,
    /// When diagnostics of a version came.
    told: Option<i32>,
}

impl Client {
    fn tell(&self, method: &str, params: Value) {
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

    fn ask(&mut self, method: &str, params: Value) -> (Value, Duration) {
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
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS"));
    let size = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    size.unwrap_or_default() / 1024
}

/// What is asked, of a place in a line.
fn requests(uri: &str, line: usize) -> Vec<(&'static str, Value)> {
    let place = json!({ "line": line, "character": 22 });
    let document = json!({ "uri": uri });
    let at = json!({ "textDocument": document, "position": place });
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 100_000, "character": 0 } });
    vec![
        ("textDocument/completion", at.clone()),
        ("textDocument/hover", at.clone()),
        ("textDocument/definition", at.clone()),
        (
            "textDocument/references",
            json!({ "textDocument": document, "position": place, "context": { "includeDeclaration": true } }),
        ),
        (
            "textDocument/rename",
            json!({ "textDocument": document, "position": place, "newName": "renamed" }),
        ),
        ("textDocument/signatureHelp", at.clone()),
        ("textDocument/documentSymbol", at.clone()),
        ("textDocument/foldingRange", at.clone()),
        ("textDocument/semanticTokens/full", at.clone()),
        ("textDocument/codeLens", at.clone()),
        (
            "textDocument/inlayHint",
            json!({ "textDocument": document, "range": whole }),
        ),
        (
            "textDocument/codeAction",
            json!({ "textDocument": document, "range": whole, "context": { "diagnostics": [] } }),
        ),
    ]
}

/// Prints how long answers took.
fn report(times: BTreeMap<&str, Vec<Duration>>) {
    for (method, mut times) in times {
        times.sort();
        let (middle, late) = (times[times.len() / 2], times[times.len() * 99 / 100]);
        println!(
            "{method:34} median {middle:>10.2?}  99 % {late:>10.2?}  longest {:>10.2?}",
            times[times.len() - 1]
        );
    }
}

fn main() {
    let strokes = std::env::args().nth(1).and_then(|count| count.parse().ok());
    let strokes: usize = strokes.unwrap_or(STROKES);
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
    let (server, connection) = Connection::memory();
    let running = std::thread::spawn(move || rules_dsl::unstable::serve(server));
    let mut client = Client {
        connection,
        next: 0,
        told: None,
    };
    client.ask("initialize", json!({ "capabilities": {} }));
    client.tell("initialized", json!({}));
    let path = directory.path().join(&names[4]);
    let uri = format!("file://{}", path.display());
    let document = json!({ "uri": uri, "languageId": "rules", "version": 1, "text": texts[4] });
    let began = Instant::now();
    client.tell("textDocument/didOpen", json!({ "textDocument": document }));
    while client.told != Some(1) {
        client.receive();
    }
    println!(
        "first diagnostics after {:?}; {} MB",
        began.elapsed(),
        memory()
    );

    let mut times: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
    let lines = texts[4].lines().count() / 2;
    let line = texts[4]
        .lines()
        .position(|line| line.contains("if other <"))
        .expect("a rule")
        + (lines / 12) * 12;
    let requests = requests(&uri, line);
    let mut version = 1;
    for stroke in 0..strokes {
        version += 1;
        let (start, end, text) = if stroke % 2 == 0 {
            (8, 8, "x")
        } else {
            (8, 9, "")
        };
        let range = json!({ "start": { "line": line, "character": start }, "end": { "line": line, "character": end } });
        let changed = json!({ "uri": uri, "version": version });
        client.tell("textDocument/didChange", json!({ "textDocument": changed, "contentChanges": [{ "range": range, "text": text }] }));
        let (method, params) = &requests[stroke % requests.len()];
        let (_, time) = client.ask(method, params.clone());
        times.entry(method).or_default().push(time);
        if stroke % 1000 == 0 {
            let began = Instant::now();
            while client.told != Some(version) {
                client.receive();
            }
            println!(
                "{stroke} strokes: diagnostics after {:?}; {} MB",
                began.elapsed(),
                memory()
            );
        }
    }
    report(times);
    client.ask("textDocument/formatting", json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 4, "insertSpaces": true } }));
    let (_, time) = client.ask("textDocument/formatting", json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 4, "insertSpaces": true } }));
    println!("{:34} {time:.2?}", "textDocument/formatting");
    client.ask("shutdown", Value::Null);
    client.tell("exit", Value::Null);
    assert!(
        running.join().expect("it does not panic"),
        "it ends in order"
    );
}
