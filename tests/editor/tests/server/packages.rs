//! Rulesets of several files, and types that are declared in Rust code.

use std::fs;

use lsp_types as lsp;
use serde_json::json;

use crate::support::{
    Client, cursor, definitions, directory_of, hovered, params_at, position, slice, uri,
};

fn package() -> tempfile::TempDir {
    directory_of(&[
        ("Cargo.toml", b"[package]\nname = \"p\"\nversion = \"0.1.0\"\nedition = \"2024\"\n"),
        ("build.rs", b"fn main() { rules_dsl::Build::new().ruleset(\"Both\").files([\"rules/facts.rules\", \"rules/rules.rules\"]).compile(); }"),
        ("src/lib.rs", b"pub mod model;\n"),
        ("src/model/mod.rs", b"mod cell;\npub use cell::{Cell, Mark};\n"),
        ("src/model/cell.rs", b"/// A cell.\npub struct Cell {\n    /// Which row.\n    pub row: u8,\n    pub mark: Mark,\n}\npub enum Mark { X, O }\n"),
        ("rules/facts.rules", b"use crate::model::{Cell, Mark};\nfact Line(u8);\ngroup late { }\n"),
        ("rules/rules.rules", b"rule r {\n    when { c @ Cell { row, mark: Mark::X }; not Line(row); }\n    then { insert Line(c.row); focus late; }\n}\n"),
    ])
}

#[test]
fn a_name_leads_into_other_files_of_the_ruleset_and_into_rust_code() {
    let directory = package();
    let path = directory.path().join("rules/rules.rules");
    let (mut client, text) = (
        Client::start(),
        fs::read_to_string(&path).expect("the rules"),
    );
    let rules = uri(&path);
    client.open(&rules, &text);
    assert_eq!(client.diagnostics(&rules), []);
    let mut leads = |what: &str| {
        let place = position(&text, text.find(what).expect("it stands there"));
        let found = definitions(&mut client, &rules, place);
        let found = found
            .first()
            .unwrap_or_else(|| panic!("`{what}` is declared"));
        let file = fs::read_to_string(found.uri.to_file_path().expect("a file")).expect("a file");
        let name = found
            .uri
            .path_segments()
            .and_then(|mut parts| parts.next_back())
            .unwrap_or_default()
            .to_owned();
        (name, slice(&file, found.range), found.range.start.line)
    };
    assert_eq!(leads("Line(c"), ("facts.rules".into(), "Line".into(), 1));
    assert_eq!(leads("late;"), ("facts.rules".into(), "late".into(), 2));
    assert_eq!(leads("Cell"), ("cell.rs".into(), "Cell".into(), 1));
    assert_eq!(leads("mark:"), ("cell.rs".into(), "mark".into(), 4));
    assert_eq!(leads("X }"), ("cell.rs".into(), "X".into(), 6));
    let hover = hovered(
        &mut client,
        &rules,
        position(&text, text.find("Cell").expect("a type")),
    );
    assert!(
        hover.contains("A cell.") && hover.contains("declared in `cell.rs`"),
        "{hover}"
    );
}

#[test]
fn a_rename_reaches_the_other_files_of_the_ruleset_and_stops_at_rust_code() {
    let directory = package();
    let path = directory.path().join("rules/rules.rules");
    let (mut client, text) = (
        Client::start(),
        fs::read_to_string(&path).expect("the rules"),
    );
    let rules = uri(&path);
    client.open(&rules, &text);
    let mut rename = |what: &str, new: &str| {
        let place = position(&text, text.find(what).expect("it stands there"));
        let mut params = params_at(&rules, place);
        params["newName"] = json!(new);
        client.ask_raw("textDocument/rename", params)
    };
    let edit: lsp::WorkspaceEdit =
        serde_json::from_value(rename("Line(c", "Row").expect("an edit")).expect("an edit");
    let changes = edit.changes.expect("changes");
    let facts = uri(&directory.path().join("rules/facts.rules"));
    assert_eq!((changes[&facts].len(), changes[&rules].len()), (1, 2));
    let refusal = rename("Cell", "Square").expect_err("a refusal");
    assert_eq!(
        refusal.message,
        "`Cell` is declared in Rust code: rename it there, with rust-analyzer"
    );
}

#[test]
fn fields_of_types_that_are_declared_in_rust_are_completed() {
    let directory = package();
    let path = directory.path().join("rules/rules.rules");
    let (mut client, rules) = (Client::start(), uri(&path));
    let (text, position) = cursor("rule r {\n    when { c @ Cell { row, $0 }\n    then { }\n}\n");
    client.open(&rules, &text);
    let params = params_at(&rules, position);
    let found = client
        .ask_raw("textDocument/completion", params)
        .expect("an answer");
    let labels: Vec<_> = found
        .as_array()
        .into_iter()
        .flatten()
        .map(|item| item["label"].clone())
        .collect();
    assert_eq!(labels, [json!("mark")]);
}

#[test]
fn a_symbol_is_found_in_all_files_of_an_open_ruleset() {
    let directory = package();
    let rules = uri(&directory.path().join("rules/rules.rules"));
    let mut client = Client::start();
    client.open(&rules, "rule other { when { } then { } }\n");
    let found = client
        .ask_raw("workspace/symbol", json!({ "query": "LI" }))
        .expect("an answer");
    assert_eq!(found[0]["name"], "Line");
}
