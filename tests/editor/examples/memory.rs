//! What the server keeps over an hour of edits, 10,000 random strokes into one of ten files with a thousand rules in all:
//! `cargo run --release -p editor --example memory`.
//!
//! A stroke breaks what it may, and each is followed by a request. Every hundred strokes the text is put back to what it
//! was, so that what is kept beside texts shows; every thousand the memory of the process is printed.

mod client;
mod large;
#[path = "../tests/server/typing.rs"]
mod typing;

use client::Client;
use fastrand::Rng;
use large::{memory, package};
use serde_json::json;
use typing::{edit, lines};

/// So many strokes, where the first argument does not say how many; at three a second that is an hour.
const STROKES: usize = 10_000;

/// What is asked of a place, one after the other.
const REQUESTS: [&str; 6] = [
    "textDocument/completion",
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/documentHighlight",
    "textDocument/semanticTokens/full",
    "textDocument/codeLens",
];

fn main() {
    let strokes = std::env::args().nth(1).and_then(|count| count.parse().ok());
    let strokes: usize = strokes.unwrap_or(STROKES);
    let (_directory, uri, original) = package();
    let mut client = Client::start();
    client.open(&uri, &original);
    println!("{:>6} strokes: {:>4} MB", 0, memory());
    let mut rng = Rng::with_seed(1);
    let mut text = original.clone();
    let mut version = 1;
    for stroke in 1..=strokes {
        let change = if stroke % 100 == 0 {
            text.clone_from(&original);
            json!({ "text": text })
        } else {
            edit(&mut text, &mut rng)
        };
        version += 1;
        let document = json!({ "uri": uri, "version": version });
        let changed = json!({ "textDocument": document, "contentChanges": [change] });
        client.tell("textDocument/didChange", changed);
        let offset = text.floor_char_boundary(rng.usize(..=text.len()));
        let place = lines(&text, offset);
        let at = json!({ "textDocument": { "uri": uri }, "position": place });
        client.ask(REQUESTS[stroke % REQUESTS.len()], at);
        if stroke % 1000 == 0 {
            client.wait_for(version);
            println!("{stroke:>6} strokes: {:>4} MB", memory());
        }
    }
    client.leave();
}
