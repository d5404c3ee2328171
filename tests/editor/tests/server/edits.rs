//! Random edits of real rulesets: whatever a text is, each request is answered, and each answer lies within the text, on
//! whole characters.

use std::path::PathBuf;

use fastrand::Rng;
use lsp_types as lsp;
use serde_json::{Value, json};

use crate::support::{Client, params_at, params_to_format, try_offset};
use crate::typing::{edit, lines};

/// Whether each range in an answer lies in the text, on whole characters, and does not end before it begins.
fn check(answer: &Value, text: &str, method: &str) {
    match answer {
        Value::Object(object) => {
            if let (Some(start), Some(end)) = (object.get("start"), object.get("end")) {
                let place = |value: &Value| {
                    let position: lsp::Position =
                        serde_json::from_value(value.clone()).expect("a position");
                    try_offset(text, position)
                        .unwrap_or_else(|| panic!("{method}: {position:?} in {text:?}"))
                };
                assert!(place(start) <= place(end), "{method}: {answer} in {text:?}");
            }
            object.values().for_each(|value| check(value, text, method));
        }
        Value::Array(values) => values.iter().for_each(|value| check(value, text, method)),
        _ => {}
    }
}

/// All there is to ask of a place.
pub(crate) fn requests(
    uri: &lsp::Url,
    place: lsp::Position,
    whole: lsp::Range,
) -> Vec<(&'static str, Value)> {
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let here = params_at(uri, place);
    let with = |more: Value| {
        let mut params = here.clone();
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        params
    };
    vec![
        ("textDocument/hover", here.clone()),
        ("textDocument/definition", here.clone()),
        (
            "textDocument/references",
            with(json!({ "context": { "includeDeclaration": true } })),
        ),
        ("textDocument/documentHighlight", here.clone()),
        ("textDocument/prepareRename", here.clone()),
        ("textDocument/rename", with(json!({ "newName": "renamed" }))),
        ("textDocument/completion", here.clone()),
        ("textDocument/signatureHelp", here.clone()),
        ("textDocument/documentSymbol", here.clone()),
        ("textDocument/foldingRange", here.clone()),
        (
            "textDocument/selectionRange",
            with(json!({ "positions": [place] })),
        ),
        ("textDocument/semanticTokens/full", here.clone()),
        ("textDocument/formatting", params_to_format(uri)),
        (
            "textDocument/rangeFormatting",
            with(json!({ "options": options, "range": { "start": place, "end": place } })),
        ),
        (
            "textDocument/codeAction",
            with(json!({ "range": whole, "context": { "diagnostics": [] } })),
        ),
        ("textDocument/codeLens", here.clone()),
        ("textDocument/inlayHint", with(json!({ "range": whole }))),
    ]
}

/// Asks all there is to ask of a place.
fn ask_all(client: &mut Client, uri: &lsp::Url, text: &str, rng: &mut Rng) {
    let offsets: Vec<usize> = text
        .char_indices()
        .map(|(at, _)| at)
        .chain([text.len()])
        .collect();
    let place = lines(text, offsets[rng.usize(..offsets.len())]);
    let whole = lsp::Range {
        start: lsp::Position::default(),
        end: lines(text, text.len()),
    };
    for (method, params) in requests(uri, place, whole) {
        match client.ask_raw(method, params) {
            Ok(answer) => check(&answer, text, method),
            // What cannot be done is told; anything else is the server's mistake.
            Err(refusal) => assert_eq!(
                refusal.code, -32803,
                "{method}: {} in {text:?}",
                refusal.message
            ),
        }
    }
}

#[test]
fn whatever_is_typed_each_answer_is_one_of_the_protocol_within_the_text() {
    let mut client = Client::start();
    let mut rulesets = corpus::rulesets();
    rulesets.retain(|ruleset| (200..4000).contains(&ruleset.text.len()));
    let seed = std::env::var("EDITOR_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(1);
    let mut rng = Rng::with_seed(seed);
    for number in 0..12 {
        let ruleset = &rulesets[rng.usize(..rulesets.len())];
        let path = PathBuf::from(format!("/nowhere/random_{number}.rules"));
        let uri = lsp::Url::from_file_path(path).expect("an address");
        let mut text = ruleset.text.clone();
        client.open(&uri, &text);
        for round in 0..10 {
            let changes: Vec<Value> = (0..rng.usize(1..4))
                .map(|_| edit(&mut text, &mut rng))
                .collect();
            client.change(&uri, &json!(changes));
            if round % 5 == 4 {
                let told = serde_json::to_value(client.diagnostics(&uri)).expect("diagnostics");
                check(&told, &text, "diagnostics");
            }
            ask_all(&mut client, &uri, &text, &mut rng);
        }
        client.tell(
            "textDocument/didClose",
            json!({ "textDocument": { "uri": uri } }),
        );
    }
    assert!(client.leave());
}
