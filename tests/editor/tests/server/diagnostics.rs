//! Diagnostics, and the changes of a text that come before them.

use lsp_types as lsp;
use lsp_types::request as ask;
use serde_json::json;

use crate::support::{document, opened, slice};

#[test]
fn a_mistake_is_told_at_its_place_with_the_version_of_the_text() {
    let (mut client, uri) = opened("fact A { 🦀x: u8 }");
    let found = client.diagnostics(&uri);
    assert_eq!(found.len(), 1, "{found:?}");
    let text = "fact A { xyz: u8 }\nrule r { when { /* 🦀\t */ A { xyy: 1 }; } then { } }\n";
    client.change(&uri, &json!([{ "text": text }]));
    let found = client.diagnostics(&uri);
    assert_eq!(slice(text, found[0].range), "xyy");
    assert_eq!(
        found[0].message,
        "`A` has no field `xyy`\nhelp: did you mean `xyz`?"
    );
    assert_eq!(
        found[0].code,
        Some(lsp::NumberOrString::String("unknown_field".into()))
    );
    assert!(client.leave());
}

#[test]
fn a_warning_has_its_name_and_what_it_has_to_do_with() {
    let text = "fact A { x: u8 }\nfact B { y: u8 }\nrule r { when { A { x }; B { y }; } then { f(x, y); } }\n";
    let (mut client, uri) = opened(text);
    let found = client.diagnostics(&uri);
    assert_eq!(
        found[0].code,
        Some(lsp::NumberOrString::String("cross_product".into()))
    );
    assert_eq!(found[0].severity, Some(lsp::DiagnosticSeverity::WARNING));
    let related = found[0]
        .related_information
        .as_ref()
        .expect("another place");
    assert_eq!(slice(text, related[0].location.range), "A");
}

#[test]
fn changes_of_parts_of_a_text_come_to_the_same_as_the_whole() {
    let (mut client, uri) = opened("fact A { x: u8 }\r\n// 🦀 ende\r\n");
    let crab =
        json!({ "start": { "line": 1, "character": 3 }, "end": { "line": 1, "character": 5 } });
    let field =
        json!({ "start": { "line": 0, "character": 9 }, "end": { "line": 0, "character": 10 } });
    client.change(
        &uri,
        &json!([{ "range": crab, "text": "ä" }, { "range": field, "text": "yes" }]),
    );
    let symbols = client.ask::<ask::DocumentSymbolRequest>(lsp::DocumentSymbolParams {
        text_document: document(&uri),
        work_done_progress_params: lsp::WorkDoneProgressParams::default(),
        partial_result_params: lsp::PartialResultParams::default(),
    });
    let Ok(Some(lsp::DocumentSymbolResponse::Nested(symbols))) = symbols else {
        panic!("{symbols:?}");
    };
    let fields = symbols[0].children.as_ref().expect("a field");
    assert_eq!(fields[0].name, "yes");
    assert_eq!(fields[0].detail.as_deref(), Some("u8"));
}
