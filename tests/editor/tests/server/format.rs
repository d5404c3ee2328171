//! Formatting of a document and of a part of it.

use std::path::Path;

use lsp_types as lsp;
use rules_dsl::unstable::{Source, format};
use serde_json::json;

use crate::support::{Client, edited, nowhere, opened, params_to_format};

#[test]
fn a_document_and_a_part_of_it_are_formatted() {
    let text = "fact A{x:u8}\nfact B{y:u8}\n";
    let (mut client, uri) = opened(text);
    let params = params_to_format(&uri);
    let edits = client
        .ask_raw("textDocument/formatting", params)
        .expect("edits");
    let edits: Vec<lsp::TextEdit> = serde_json::from_value(edits).expect("edits");
    assert_eq!(edited(text, &edits), "fact A { x: u8 }\nfact B { y: u8 }\n");

    let second =
        json!({ "start": { "line": 1, "character": 0 }, "end": { "line": 1, "character": 3 } });
    let text = "fact A{x:u8}\n\nfact B { y: u8 }\n\nfact C{z:u8}\n";
    client.change(&uri, &json!([{ "text": text }]));
    let mut params = params_to_format(&uri);
    params["range"] = second;
    let edits = client
        .ask_raw("textDocument/rangeFormatting", params)
        .expect("edits");
    assert_eq!(edits, json!([]), "what lies outside the range stays");
}

#[test]
fn a_text_that_does_not_parse_is_not_formatted_and_the_reason_is_told() {
    let (mut client, uri) = opened("fact A {");
    let params = params_to_format(&uri);
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

#[test]
fn the_edits_make_what_the_command_makes_of_a_file_whatever_was_formatted_before() {
    let (mut client, uri) = (Client::start(), nowhere());
    client.open(&uri, "");
    let mut count = 0;
    let rulesets = corpus::rulesets().into_iter();
    let small = rulesets.filter(|ruleset| ruleset.text.len() < 4000);
    for ruleset in small.step_by(9) {
        let text = ruleset.text;
        let texts = [
            text.replace("}\n", "} // {\n"),
            text.replace('\n', "\n\n"),
            text.replace("\n\n", "\n /* a */\n"),
            text.replace("\n\n", " "),
            text,
        ];
        for text in texts {
            let source = Source::from_files(
                Some("Ruleset"),
                [(Path::new("desk.rules").to_owned(), text.clone())],
            );
            client.change(&uri, &json!([{ "text": text }]));
            let answer = client.ask_raw("textDocument/formatting", params_to_format(&uri));
            let Ok(formatted) = format(&source) else {
                continue;
            };
            let edits = answer.unwrap_or_else(|refusal| panic!("{refusal:?}: {text}"));
            let edits: Vec<lsp::TextEdit> = serde_json::from_value(edits).expect("edits");
            assert_eq!(edited(&text, &edits), formatted, "{text}");
            count += 1;
        }
    }
    assert!(count > 50, "{count} texts");
}
