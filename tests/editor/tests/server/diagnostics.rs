//! Diagnostics, the changes of a text that come before them, and quick fixes.

use lsp_types as lsp;
use lsp_types::request as ask;
use serde_json::json;

use crate::support::{Client, document, edited, opened, slice};

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

/// The quick fixes at a range: what each is called, and what it makes of the text.
fn fixes(
    client: &mut Client,
    uri: &lsp::Url,
    text: &str,
    range: lsp::Range,
) -> Vec<(String, String)> {
    let params =
        json!({ "textDocument": { "uri": uri }, "range": range, "context": { "diagnostics": [] } });
    let found = client
        .ask_raw("textDocument/codeAction", params)
        .expect("an answer");
    let found: Vec<lsp::CodeAction> = serde_json::from_value(found).expect("actions");
    let found = found.into_iter().map(|action| {
        let changes = action.edit.and_then(|edit| edit.changes).expect("changes");
        (action.title, edited(text, &changes[uri]))
    });
    found.collect()
}

#[test]
fn helps_are_quick_fixes_and_what_they_make_compiles() {
    for (text, title) in [
        (
            "fact A { abc: u8 }\nrule r { when { A { abd: 1 }; } then { } }\n",
            "write `abc`",
        ),
        (
            "fact A { x: u8 }\nrule r { when { A { x: 1 } } then { } }\n",
            "add `;`",
        ),
        (
            "fact A { x: u8 }\nrule r { when { A { x }; } then { } }\n",
            "write `x: _`",
        ),
        (
            "fact A { x: u8 }\nrule r { when { A { x: y }; } then { } }\n",
            "call it `_y`",
        ),
        (
            "fact A { x: u8 }\nrule r { when { A { x }; } then { } }\n",
            "allow `unused_variable` here",
        ),
        (
            "fact A { x: u8 }\nrule r { when { A { x: 1 }; } then { focus g; } }\n",
            "declare the group `g`",
        ),
        (
            "fact A { x: u8 }\nrule r { when { A(1); } then { } }\n",
            "write the fields in braces",
        ),
    ] {
        let (mut client, uri) = opened(text);
        let told = client.diagnostics(&uri);
        let first = told.first().expect("a diagnostic");
        let found = fixes(&mut client, &uri, text, first.range);
        let mended = found.iter().find(|(found, _)| found == title);
        let (_, mended) = mended.unwrap_or_else(|| panic!("{title}: {found:?}, {told:?}"));
        client.change(&uri, &json!([{ "text": mended }]));
        let left = client.diagnostics(&uri);
        let is_same = |left: &lsp::Diagnostic| left.message == first.message;
        assert!(!left.iter().any(is_same), "{mended}: {left:?}");
    }
}
