//! What may stand where something is being written.

use lsp_types as lsp;

use crate::support::{Client, cursor, nowhere, opened, params_at, slice};

fn completed(text: &str) -> Vec<String> {
    let (text, position) = cursor(text);
    let (mut client, uri) = (Client::start(), nowhere());
    client.open(&uri, &text);
    let params = params_at(&uri, position);
    let found = client
        .ask_raw("textDocument/completion", params)
        .expect("an answer");
    let found = found.as_array().cloned().unwrap_or_default();
    found
        .iter()
        .map(|item| item["label"].as_str().unwrap_or_default().to_owned())
        .collect()
}

fn has(found: &[String], wanted: &[&str], unwanted: &[&str]) {
    for one in wanted {
        assert!(
            found.iter().any(|found| found == one),
            "`{one}` is missing in {found:?}"
        );
    }
    for one in unwanted {
        assert!(
            !found.iter().any(|found| found == one),
            "`{one}` does not belong into {found:?}"
        );
    }
}

const FACTS: &str = "fact A { x: u8, kind: Kind }\nfact enum Kind { Red, Green { by: u8 } }\nglobal log: Log;\ngroup later { }\nquery near(a: u8) -> u8 { when { A { x: a }; } select a }\n";

#[test]
fn completion_knows_what_may_stand_where_something_is_being_written() {
    let complete = |text: &str| completed(&format!("{FACTS}{text}"));
    has(&complete("ru$0"), &["rule", "fact", "query"], &["A", "not"]);
    has(
        &complete("rule r { $0 }"),
        &["when", "then", "undo"],
        &["rule"],
    );
    has(
        &complete("rule r { when { $0 } then { } }"),
        &["not", "either", "A", "Kind", "near"],
        &["insert"],
    );
    has(
        &complete("rule r { when { not $0 } then { } }"),
        &["A", "Kind"],
        &["if"],
    );
    has(
        &complete("rule r { when { A { x, $0 }; } then { } }"),
        &["kind"],
        &["x", "A"],
    );
    has(
        &complete("rule r {\n    when {\n        A { $0\n    }\n"),
        &["x", "kind"],
        &["not"],
    );
    has(
        &complete("rule r { when { A { x: y, kind: $0 }; } then { } }"),
        &["Kind::Red", "y"],
        &["x"],
    );
    has(
        &complete("rule r { when { Kind::$0; } then { } }"),
        &["Red", "Green"],
        &["A"],
    );
    has(
        &complete("rule r { when { n = $0 } then { } }"),
        &["count", "max_by"],
        &["not"],
    );
    has(
        &complete("rule r { when { a @ A { x }; if $0; } then { } }"),
        &["a", "x"],
        &["not"],
    );
    has(
        &complete("rule r { when { a @ A { x }; if a.$0; } then { } }"),
        &["x", "kind", "handle"],
        &["a"],
    );
    has(
        &complete("rule r { when { A { x } $0; } then { } }"),
        &["if", "within"],
        &["not"],
    );
    has(
        &complete("rule r { when { a @ A { x }; } then { $0 } }"),
        &["insert", "modify", "x", "log"],
        &["not"],
    );
    has(
        &complete("rule r { when { a @ A { x }; } then { modify $0 } }"),
        &["a"],
        &["x"],
    );
    has(
        &complete("rule r { when { a @ A { x }; } then { insert $0 } }"),
        &["logical", "A"],
        &["focus"],
    );
    has(
        &complete("rule r { when { a @ A { x }; } then { insert A { x, $0 }; } }"),
        &["kind"],
        &[],
    );
    has(
        &complete("rule r { when { a @ A { x }; } then { focus $0 } }"),
        &["later"],
        &["a"],
    );
}

#[test]
fn completion_knows_attributes_and_their_arguments() {
    let complete = |text: &str| completed(&format!("{FACTS}{text}"));
    has(
        &complete("#[$0]\nrule r { when { } then { } }"),
        &["salience", "once"],
        &["key"],
    );
    has(
        &complete("#[$0]\nfact B { x: u8 }"),
        &["key", "unique"],
        &["salience"],
    );
    has(
        &completed(
            "#[stages(admit, _, report)]\nruleset R;\n#[stage($0)]\nrule r { when { } then { } }",
        ),
        &["admit", "report"],
        &["_", "rules::cross_product"],
    );
    has(
        &complete("#[allow($0)]\nrule r { when { } then { } }"),
        &["rules::cross_product"],
        &["rules::syntax"],
    );
    has(
        &complete("#[allow(rules::$0)]\nrule r { when { } then { } }"),
        &["cross_product"],
        &[],
    );
    has(
        &complete("rule r { when { not A { x }; if $0; } then { } }"),
        &[],
        &["x"],
    );
    assert!(complete("// wh$0").is_empty());
}

#[test]
fn a_completion_replaces_what_has_been_written() {
    let (text, position) = cursor("fact Amount { x: u8 }\nrule r { when { 🦀; Amo$0 } then { } }");
    let (mut client, uri) = (Client::start(), nowhere());
    client.open(&uri, &text);
    let params = params_at(&uri, position);
    let found = client
        .ask_raw("textDocument/completion", params)
        .expect("an answer");
    let items: Vec<lsp::CompletionItem> = serde_json::from_value(found).expect("items");
    let amount = items
        .iter()
        .find(|item| item.label == "Amount")
        .expect("the fact");
    let Some(lsp::CompletionTextEdit::Edit(edit)) = &amount.text_edit else {
        panic!("an edit");
    };
    assert_eq!(slice(&text, edit.range), "Amo");
}

#[test]
fn signatures_of_queries_and_attributes_are_shown_with_the_parameter_at_hand() {
    let (text, position) = cursor(
        "query near(a: u8, b: u8) { when { A(a, b); } }\nrule r { when { A(x, _); near(x, $0); } then { } }",
    );
    let (mut client, uri) = opened(&text);
    let params = params_at(&uri, position);
    let help = client
        .ask_raw("textDocument/signatureHelp", params)
        .expect("an answer");
    assert_eq!(help["signatures"][0]["label"], "query near(a: u8, b: u8)");
    assert_eq!(help["activeParameter"], 1);
}
