//! How fast the server answers at a thousand rules in ten files: `cargo run --release -p editor --example latency`.
//!
//! A client types into one of the files and asks after each key stroke. It prints how long each kind of answer took, and
//! how long until the diagnostics came.

mod client;
mod large;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use client::Client;
use large::{memory, package};
use serde_json::{Value, json};

/// So many key strokes, where the first argument does not say how many.
const STROKES: usize = 2400;

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
        (
            "textDocument/formatting",
            json!({ "textDocument": document, "options": { "tabSize": 4, "insertSpaces": true } }),
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
    let (_directory, uri, text) = package();
    let mut client = Client::start();
    let opened = client.open(&uri, &text);
    println!("first diagnostics after {opened:.0?}; {} MB", memory());

    let mut times: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
    let lines = text.lines().enumerate();
    let mut conditions = lines.filter(|(_, line)| line.contains("if other <"));
    let (line, _) = conditions.nth(50).expect("a rule in the middle");
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
            client.wait_for(version);
            println!(
                "{stroke} strokes: diagnostics after {:?}; {} MB",
                began.elapsed(),
                memory()
            );
        }
    }
    report(times);
    client.leave();
}
