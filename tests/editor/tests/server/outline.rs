//! The outline of a document, its colours, folds and selections.

use lsp_types as lsp;
use serde_json::json;

use crate::support::{SHOP, opened, place, slice};

#[test]
fn the_outline_has_items_with_what_is_in_them() {
    let (mut client, uri) = opened(SHOP);
    let result = client.ask_raw(
        "textDocument/documentSymbol",
        json!({ "textDocument": { "uri": uri } }),
    );
    let symbols = result.expect("an outline");
    let name = |at: usize| symbols[at]["name"].as_str().unwrap_or_default().to_owned();
    let names: Vec<String> = (0..symbols.as_array().map_or(0, Vec::len))
        .map(name)
        .collect();
    assert_eq!(
        names,
        [
            "Shop", "Order", "State", "Bill", "log", "bill", "sending", "bills"
        ]
    );
    assert_eq!(symbols[6]["children"][0]["name"], "send");
    assert_eq!(symbols[2]["children"][1]["name"], "Paid");
}

#[test]
fn semantic_tokens_tell_fields_variables_types_and_words() {
    let text = "/* 🦀 */ fact A { x: u8 }\nrule r { when { A { x: y } if y > 1; } then { } }\n";
    let (mut client, uri) = opened(text);
    let tokens = client.ask_raw(
        "textDocument/semanticTokens/full",
        json!({ "textDocument": { "uri": uri } }),
    );
    let tokens: lsp::SemanticTokens =
        serde_json::from_value(tokens.expect("tokens")).expect("tokens");
    let mut found = Vec::new();
    let (mut line, mut character) = (0, 0);
    for token in &tokens.data {
        if token.delta_line > 0 {
            character = 0;
        }
        line += token.delta_line;
        character += token.delta_start;
        let start = lsp::Position { line, character };
        let end = lsp::Position {
            line,
            character: character + token.length,
        };
        found.push((slice(text, lsp::Range { start, end }), token.token_type));
    }
    let kind = |what: &str| {
        found
            .iter()
            .filter(|(text, _)| text == what)
            .map(|(_, kind)| *kind)
            .collect::<Vec<_>>()
    };
    assert_eq!(kind("/* 🦀 */"), [10]);
    assert_eq!(kind("fact"), [0]);
    assert_eq!(kind("A"), [1, 1]);
    assert_eq!(kind("x"), [3, 3]);
    assert_eq!(kind("y"), [4, 4]);
    assert_eq!(kind("r"), [6]);
    assert_eq!(kind("when"), [0]);
}

#[test]
fn selections_grow_from_the_word_to_the_file() {
    let (mut client, uri) = opened(SHOP);
    let params = json!({ "textDocument": { "uri": uri }, "positions": [place("id, total }", 0)] });
    let found = client
        .ask_raw("textDocument/selectionRange", params)
        .expect("an answer");
    let ranges: Vec<lsp::SelectionRange> = serde_json::from_value(found).expect("ranges");
    let mut texts = Vec::new();
    let mut range = Some(&ranges[0]);
    while let Some(one) = range {
        texts.push(slice(SHOP, one.range));
        range = one.parent.as_deref();
    }
    assert_eq!(texts[0], "id");
    assert!(texts.contains(&"{ id, total }".to_owned()), "{texts:?}");
    assert!(
        texts.contains(&"o @ Order { id, total } if total > 0;".to_owned()),
        "{texts:?}"
    );
    assert!(
        texts
            .iter()
            .any(|text| text.starts_with("/// Bills.\nrule bill")),
        "{texts:?}"
    );
    assert_eq!(texts.last().map(String::as_str), Some(SHOP));
}

#[test]
fn items_and_their_parts_are_folded() {
    let (mut client, uri) = opened(SHOP);
    let found = client.ask_raw(
        "textDocument/foldingRange",
        json!({ "textDocument": { "uri": uri } }),
    );
    let found: Vec<lsp::FoldingRange> =
        serde_json::from_value(found.expect("an answer")).expect("folds");
    let lines: Vec<(u32, u32)> = found
        .iter()
        .map(|fold| (fold.start_line, fold.end_line))
        .collect();
    assert!(
        lines.contains(&(4, 9)) && lines.contains(&(16, 25)) && lines.contains(&(17, 20)),
        "{lines:?}"
    );
}
