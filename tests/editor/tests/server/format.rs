//! Formatting of a document and of a part of it.

use lsp_types as lsp;
use serde_json::json;

use crate::support::{edited, opened};

#[test]
fn a_document_and_a_part_of_it_are_formatted() {
    let text = "fact A{x:u8}\nfact B{y:u8}\n";
    let (mut client, uri) = opened(text);
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": uri }, "options": options });
    let edits = client
        .ask_raw("textDocument/formatting", params)
        .expect("edits");
    let edits: Vec<lsp::TextEdit> = serde_json::from_value(edits).expect("edits");
    assert_eq!(edited(text, &edits), "fact A { x: u8 }\nfact B { y: u8 }\n");

    let second =
        json!({ "start": { "line": 1, "character": 0 }, "end": { "line": 1, "character": 3 } });
    let text = "fact A{x:u8}\n\nfact B { y: u8 }\n\nfact C{z:u8}\n";
    client.change(&uri, &json!([{ "text": text }]));
    let params = json!({ "textDocument": { "uri": uri }, "options": options, "range": second });
    let edits = client
        .ask_raw("textDocument/rangeFormatting", params)
        .expect("edits");
    assert_eq!(edits, json!([]), "what lies outside the range stays");
}

#[test]
fn a_text_that_does_not_parse_is_not_formatted_and_the_reason_is_told() {
    let (mut client, uri) = opened("fact A {");
    let params = json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 4, "insertSpaces": true } });
    let refusal = client
        .ask_raw("textDocument/formatting", params)
        .expect_err("a refusal");
    assert_eq!(refusal.code, -32803);
    assert!(
        refusal.message.contains("never closed"),
        "{}",
        refusal.message
    );
}
