//! What the network is made of: inlays, lenses, drawings.

use lsp_types as lsp;
use serde_json::json;

use crate::support::{Client, SHOP, opened, position};

fn hints(client: &mut Client, uri: &lsp::Url, text: &str) -> Vec<lsp::InlayHint> {
    let end = position(text, text.len());
    let params = json!({ "textDocument": { "uri": uri }, "range": { "start": { "line": 0, "character": 0 }, "end": end } });
    let found = client
        .ask_raw("textDocument/inlayHint", params)
        .expect("an answer");
    serde_json::from_value(found).expect("hints")
}

fn label(hint: &lsp::InlayHint) -> &str {
    match &hint.label {
        lsp::InlayHintLabel::String(label) => label,
        lsp::InlayHintLabel::LabelParts(_) => panic!("a text"),
    }
}

fn labels(client: &mut Client, uri: &lsp::Url, text: &str) -> Vec<(u32, String)> {
    let found = hints(client, uri, text);
    let found = found
        .iter()
        .map(|hint| (hint.position.line, label(hint).to_owned()));
    found.collect()
}

const EVALUATION: &str = "#[clock(u64)]
ruleset R;
#[event(at = at, expires = 60)]
fact Ping { at: u64 }
fact A { x: u8, y: u8 }
fact B { x: u8, y: u8 }
#[key()]
fact Stage { number: u8 }
rule indexed { when { A { x }; B { x, y }; } then { f(y); } }
rule shared { when { A { x }; B { x, y }; } then { g(y); } }
rule scanned { when { A { x }; B { y } if y > x + 1 || y == 7; } then { f(y); } }
#[allow(rules::cross_product)]
rule crossed { when { A { x }; B { y }; } then { f(x, y); } }
rule timed { when { n = count(Ping within 10); if n > 3; } then { f(n); } }
rule gated { when { s @ Stage { number: 1 }; A { x }; B { x, y }; } then { f(y); modify s { s.number = 2; } } }
rule back { when { s @ Stage { number: 2 }; A { x: 3 }; } then { modify s { s.number = 1; } } }
";

#[test]
fn inlays_say_how_conditions_are_evaluated() {
    let (mut client, uri) = opened(EVALUATION);
    let told = client.diagnostics(&uri);
    assert!(told.is_empty(), "{told:?}");
    let labels = labels(&mut client, &uri, EVALUATION);
    let on = |line: u32| {
        labels
            .iter()
            .filter(|(at, _)| *at == line)
            .map(|(_, label)| label.as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(on(3), ["kept 60"]);
    assert_eq!(
        on(8),
        [
            "shares 1 node with `shared` and 1 more",
            "joins first",
            "index `x`"
        ]
    );
    assert!(on(10).contains(&"scan"), "{labels:?}");
    assert!(on(12).contains(&"cross product"), "{labels:?}");
    assert!(on(13).contains(&"kept 10"), "{labels:?}");
    assert!(on(14).contains(&"gate"), "{labels:?}");
}

#[test]
fn what_the_compiler_found_out_stays_at_its_place_while_something_else_is_written() {
    let (mut client, uri) = opened(EVALUATION);
    let before = labels(&mut client, &uri, EVALUATION);
    let top =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } });
    client.change(&uri, &json!([{ "range": top, "text": "// 🦀\n" }]));
    let after = labels(&mut client, &uri, &format!("// 🦀\n{EVALUATION}"));
    let moved: Vec<(u32, String)> = before
        .into_iter()
        .map(|(line, label)| (line + 1, label))
        .collect();
    assert_eq!(after, moved);
}

#[test]
fn lenses_count_readers_and_say_after_which_rules_one_fires() {
    let (mut client, uri) = opened(SHOP);
    let found = client.ask_raw(
        "textDocument/codeLens",
        json!({ "textDocument": { "uri": uri } }),
    );
    let found: Vec<lsp::CodeLens> =
        serde_json::from_value(found.expect("an answer")).expect("lenses");
    let titles: Vec<String> = found
        .into_iter()
        .filter_map(|lens| Some(lens.command?.title))
        .collect();
    assert!(
        titles.contains(&"1 rule reads this, 0 rules write this".to_owned()),
        "{titles:?}"
    );
    assert!(
        titles.contains(&"2 rules and 1 query read this, 2 rules write this".to_owned()),
        "{titles:?}"
    );
    assert!(
        titles.contains(&"fires after bill".to_owned()),
        "{titles:?}"
    );
}

#[test]
fn the_network_is_drawn_in_three_languages() {
    let (mut client, uri) = opened(SHOP);
    for (format, begins) in [
        ("dot", "digraph network {"),
        ("mermaid", "flowchart TD"),
        ("svg", "<?xml"),
    ] {
        let params = json!({ "command": "rules.showNetwork", "arguments": [uri, format] });
        let drawn = client
            .ask_raw("workspace/executeCommand", params)
            .expect("a drawing");
        assert!(
            drawn
                .as_str()
                .is_some_and(|drawn| drawn.starts_with(begins)),
            "{drawn}"
        );
    }
    let params = json!({ "command": "rules.showNetwork", "arguments": [uri, "png"] });
    let refusal = client
        .ask_raw("workspace/executeCommand", params)
        .expect_err("a refusal");
    assert_eq!(refusal.code, -32602);
}

#[test]
fn an_inlay_stands_behind_the_pattern_or_the_call_that_it_is_about() {
    let text = "fact A { x: u8 }
fact B { x: u8 }
fact C { x: u8 }
kind D = B or C { x };
query near(x: u8) { when { C { x }; } }
rule r { when { A { x }; B { x } if x > 1; D { x }; near(x); } then { f(x); } }
";
    let (mut client, uri) = opened(text);
    let told = client.diagnostics(&uri);
    assert!(told.is_empty(), "{told:?}");
    let found = hints(&mut client, &uri, text);
    let rule = text.lines().nth(5).expect("the rule");
    let mut shown = rule.to_owned();
    for hint in found.iter().rev().filter(|hint| hint.position.line == 5) {
        let at = usize::try_from(hint.position.character).expect("a short line");
        shown.insert_str(at, &format!(" «{}»", label(hint)));
    }
    assert_eq!(
        shown,
        "rule r { when { A { x } «joins first»; B { x } «index `x`» if x > 1; D { x } «index `x`»; near(x) «index `x`»; } then { f(x); } }"
    );
    // Nothing is said of the kind where it is declared, for no rule stands there.
    assert!(found.iter().all(|hint| hint.position.line > 3), "{found:?}");
}
