//! Clients that do not keep to the protocol, and files that are not as they should be.

use std::fs;

use lsp_server::{ErrorCode, Notification, Response};
use lsp_types as lsp;
use serde_json::{Value, json};

use crate::edits::requests;
use crate::support::{
    Client, directory_of, nowhere, opened, params_at, params_to_format, position, uri,
};

#[test]
fn a_request_before_initialize_is_refused_and_initialize_is_answered_then() {
    let mut client = Client::connect();
    let refusal = client
        .ask_raw("textDocument/hover", json!({}))
        .expect_err("a refusal");
    assert_eq!(refusal.code, ErrorCode::ServerNotInitialized as i32);
    let refusal = client
        .ask_raw("initialize", json!({ "capabilities": 3 }))
        .expect_err("a refusal");
    assert_eq!(refusal.code, ErrorCode::InvalidParams as i32);
    assert!(
        client
            .ask_raw("initialize", json!({ "capabilities": {} }))
            .is_ok()
    );
    let refusal = client
        .ask_raw("initialize", json!({ "capabilities": {} }))
        .expect_err("a refusal");
    assert_eq!(refusal.code, ErrorCode::InvalidRequest as i32);
    assert!(client.leave());
}

#[test]
fn what_makes_no_sense_is_refused_and_the_next_request_is_answered() {
    let (mut client, uri) = opened("fact A { x: u8 }\n");
    let mut refused = |method: &str, params: Value| {
        let refusal = client.ask_raw(method, params).expect_err("a refusal");
        refusal.code
    };
    assert_eq!(
        refused("textDocument/nonsense", Value::Null),
        ErrorCode::MethodNotFound as i32
    );
    assert_eq!(
        refused("textDocument/hover", json!([1, "two"])),
        ErrorCode::InvalidParams as i32
    );
    assert_eq!(
        refused(
            "workspace/executeCommand",
            json!({ "command": "x", "arguments": [] })
        ),
        ErrorCode::InvalidParams as i32
    );
    let elsewhere = json!({ "textDocument": { "uri": "untitled:Untitled-1" } });
    assert_eq!(
        refused("textDocument/documentSymbol", elsewhere),
        ErrorCode::RequestFailed as i32
    );
    client.tell("textDocument/didChange", json!({ "textDocument": 7 }));
    client.tell("$/setTrace", json!({ "value": "off" }));
    client.send(Notification {
        method: "nonsense".into(),
        params: json!([]),
    });
    client.send(Response::new_ok(900.into(), Value::Null));
    let symbols = client.ask_raw(
        "textDocument/documentSymbol",
        json!({ "textDocument": { "uri": uri } }),
    );
    assert_eq!(symbols.expect("an outline")[0]["name"], "A");
    assert!(client.leave());
}

#[test]
fn positions_outside_the_text_and_ranges_backwards_are_taken_as_the_nearest_there_are() {
    let (mut client, uri) = opened("fact A { x: u8 }\n");
    let far = lsp::Position {
        line: u32::MAX,
        character: u32::MAX,
    };
    assert!(
        client
            .ask_raw("textDocument/hover", params_at(&uri, far))
            .is_ok()
    );
    let backwards =
        json!({ "start": { "line": 9, "character": 0 }, "end": { "line": 0, "character": 5 } });
    client.change(
        &uri,
        &json!([{ "range": backwards, "text": "fact B { y: u8 }\n" }]),
    );
    let symbols = client.ask_raw(
        "textDocument/documentSymbol",
        json!({ "textDocument": { "uri": uri } }),
    );
    assert_eq!(symbols.expect("an outline")[1]["name"], "B");
}

#[test]
fn a_request_that_is_cancelled_while_it_waits_is_not_answered_by_a_result() {
    let text =
        "fact A { x: u8 }\n".to_owned() + &"rule r { when { A { x: 1 }; } then { } }\n".repeat(400);
    let (mut client, uri) = (Client::start(), nowhere());
    client.open(&uri, &text);
    let params = params_to_format(&uri);
    let first = client.begin("textDocument/formatting", params.clone());
    let second = client.begin("textDocument/formatting", params);
    client.tell("$/cancelRequest", json!({ "id": 3 }));
    assert!(client.answer(&first).is_ok());
    let refusal = client.answer(&second).expect_err("a refusal");
    assert_eq!(refusal.code, ErrorCode::RequestCanceled as i32);
}

#[test]
fn a_client_that_goes_without_a_word_ends_the_server_but_not_in_order() {
    assert!(!Client::start().vanish());
    assert!(!Client::connect().vanish());
}

#[test]
fn after_shutdown_only_exit_is_heard() {
    let mut client = Client::start();
    client.ask_raw("shutdown", Value::Null).expect("an answer");
    let refusal = client
        .ask_raw("shutdown", Value::Null)
        .expect_err("a refusal");
    assert_eq!(refusal.code, ErrorCode::InvalidRequest as i32);
}

#[test]
fn a_file_of_the_ruleset_that_is_no_text_or_not_there_is_told_and_the_rest_is_served() {
    let directory = directory_of(&[
        ("Cargo.toml", b"[package]\nname = \"p\"\n"),
        ("build.rs", b"fn main() { rules_dsl::Build::new().files([\"a.rules\", \"b.rules\", \"c.rules\"]).compile(); }"),
        ("a.rules", b"ruleset Whole;\nfact A { x: u8 }\n"),
        ("b.rules", b"fact B\xff\xfe { x: u8 }\n"),
    ]);
    let path = directory.path().join("a.rules");
    let (mut client, own) = (Client::start(), uri(&path));
    client.open(&own, "ruleset Whole;\nfact A { x: u8 }\n");
    let told = client.diagnostics(&own);
    assert!(
        told.iter()
            .any(|told| told.message.contains("b.rules") && told.message.contains("UTF-8")),
        "{told:?}"
    );
    assert!(
        told.iter().any(|told| told.message.contains("c.rules")),
        "{told:?}"
    );
    fs::remove_file(path).expect("it was there");
    let place = position("ruleset Whole;\nfact A { x: u8 }\n", 21);
    let hover = client.ask_raw("textDocument/hover", params_at(&own, place));
    assert!(
        hover.expect("a hover")["contents"]["value"]
            .as_str()
            .is_some_and(|text| text.contains("fact A"))
    );
    assert!(client.leave());
}

#[test]
fn two_rulesets_of_one_name_are_two_rulesets() {
    let directory = directory_of(&[]);
    let [first, second] = ["a.rules", "b.rules"].map(|name| uri(&directory.path().join(name)));
    let mut client = Client::start();
    let text = |field: &str| {
        format!(
            "ruleset Same;\nfact Thing {{ {field}: u8 }}\nrule r {{ when {{ Thing {{ {field}: 1 }}; }} then {{ }} }}\n"
        )
    };
    client.open(&first, &text("x"));
    client.open(&second, &text("y"));
    assert_eq!(client.diagnostics(&first), []);
    assert_eq!(client.diagnostics(&second), []);
    let mut params = params_at(
        &first,
        lsp::Position {
            line: 1,
            character: 6,
        },
    );
    params["context"] = json!({ "includeDeclaration": true });
    let found = client
        .ask_raw("textDocument/references", params)
        .expect("an answer");
    assert!(found.as_array().is_some_and(
        |found| found.len() == 2 && found.iter().all(|one| one["uri"] == json!(first))
    ));
}

#[test]
fn a_text_of_brackets_alone_is_answered() {
    let (mut client, uri) = (Client::start(), nowhere());
    for (bracket, count) in [
        ("(", 50_000),
        ("{", 50_000),
        ("]", 50_000),
        ("/*", 50_000),
        ("rule r {\n", 1000),
    ] {
        client.open(&uri, &bracket.repeat(count));
        let symbols = client.ask_raw(
            "textDocument/documentSymbol",
            json!({ "textDocument": { "uri": uri } }),
        );
        assert!(symbols.is_ok(), "{symbols:?}");
        assert!(!client.diagnostics(&uri).is_empty(), "{bracket}");
    }
    assert!(client.leave());
}

/// Each request about a document, with places that make no sense among those that do.
fn requests_of(uri: &lsp::Url) -> Vec<(&'static str, Value)> {
    let place = |line, character| lsp::Position { line, character };
    let far = place(u32::MAX, u32::MAX);
    let mut all = Vec::new();
    for at in [place(0, 0), place(0, 5), place(1, 3), far] {
        let backwards = lsp::Range {
            start: at,
            end: place(0, 0),
        };
        all.extend(requests(uri, at, backwards));
        let range = json!({ "textDocument": { "uri": uri }, "range": backwards });
        all.push(("textDocument/semanticTokens/range", range));
    }
    all.push((
        "workspace/executeCommand",
        json!({ "command": "rules.showNetwork", "arguments": [uri, "dot"] }),
    ));
    all
}

#[test]
fn every_request_about_a_document_that_is_not_there_fails_and_says_so() {
    let mut client = Client::start();
    for unknown in [
        "file:///nowhere/none.rules",
        "untitled:Untitled-1",
        "http://a.b/c.rules",
    ] {
        let unknown = lsp::Url::parse(unknown).expect("an address");
        for (method, params) in requests_of(&unknown) {
            let refusal = client.ask_raw(method, params).expect_err("a refusal");
            assert_eq!(refusal.code, ErrorCode::RequestFailed as i32, "{method}");
            assert!(
                refusal.message.starts_with("there is no file"),
                "{method}: {}",
                refusal.message
            );
        }
    }
    assert!(client.leave());
}

#[test]
fn every_request_about_an_empty_document_or_one_without_an_address_is_answered() {
    let mut client = Client::start();
    let unsaved = lsp::Url::parse("untitled:Untitled-1").expect("an address");
    for (of, text) in [(nowhere(), ""), (unsaved, "// 🦀\n\tfact 🦀")] {
        client.open(&of, text);
        client.diagnostics(&of);
        for (method, params) in requests_of(&of) {
            let answer = client.ask_raw(method, params);
            // There is no name to be renamed, and what is no token cannot be formatted or drawn.
            let may_fail = method.ends_with("ename")
                || !text.is_empty()
                    && (method.ends_with("ormatting") || method.ends_with("Command"));
            if let Err(refusal) = answer {
                assert!(may_fail, "{method}: {}", refusal.message);
                assert_eq!(refusal.code, ErrorCode::RequestFailed as i32);
            }
        }
    }
    assert!(client.leave());
}

#[test]
fn every_request_after_shutdown_is_refused() {
    let (mut client, uri) = opened("fact A { x: u8 }\n");
    client.ask_raw("shutdown", Value::Null).expect("an answer");
    for (method, params) in requests_of(&uri) {
        let refusal = client.ask_raw(method, params).expect_err("a refusal");
        assert_eq!(refusal.code, ErrorCode::InvalidRequest as i32, "{method}");
    }
    client.tell("exit", Value::Null);
    assert!(client.vanish());
}
