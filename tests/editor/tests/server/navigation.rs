//! Definitions, references, highlights, hovers.

use lsp_types as lsp;
use serde_json::json;

use crate::support::{
    Client, SHOP, definitions, hovered, opened, params_at, place, position, slice,
};

#[test]
fn each_name_leads_to_where_it_is_declared() {
    let (mut client, uri) = opened(SHOP);
    let mut definition = |what: &str, number: usize| {
        let found = definitions(&mut client, &uri, place(what, number));
        let found = found
            .first()
            .unwrap_or_else(|| panic!("`{what}` is declared"));
        (slice(SHOP, found.range), found.range.start.line)
    };
    assert_eq!(definition("Order", 1), ("Order".into(), 4));
    assert_eq!(definition("id }", 0), ("id".into(), 18));
    assert_eq!(definition("id, total: o", 0), ("id".into(), 18));
    assert_eq!(
        definition("total };\n        focus", 0),
        ("total".into(), 7)
    );
    assert_eq!(definition("o.total", 0), ("o".into(), 18));
    assert_eq!(definition("sending;", 0), ("sending".into(), 27));
    assert_eq!(definition("log.push", 0), ("log".into(), 13));
    assert_eq!(definition("order} {", 0), ("order".into(), 29));
    assert_eq!(definition("State,", 0), ("State".into(), 10));
    assert_eq!(definition("total }\n", 0), ("total".into(), 34));
}

#[test]
fn references_are_all_places_of_a_symbol() {
    let (mut client, uri) = opened(SHOP);
    let mut params = params_at(&uri, place("Bill", 3));
    params["context"] = json!({ "includeDeclaration": false });
    let found = client
        .ask_raw("textDocument/references", params.clone())
        .expect("an answer");
    assert_eq!(found.as_array().map_or(0, Vec::len), 4);
    params["context"] = json!({ "includeDeclaration": true });
    let found = client
        .ask_raw("textDocument/references", params)
        .expect("an answer");
    assert_eq!(found.as_array().map_or(0, Vec::len), 5);
}

#[test]
fn highlights_tell_where_a_variable_is_bound_from_where_it_is_used() {
    let (mut client, uri) = opened(SHOP);
    let params = params_at(&uri, place("b @ Bill", 0));
    let found = client
        .ask_raw("textDocument/documentHighlight", params)
        .expect("an answer");
    let kinds: Vec<_> = found
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| one["kind"].clone())
        .collect();
    assert_eq!(kinds, [json!(3), json!(2)]);
}

#[test]
fn hovers_say_documentation_types_bindings_and_the_place_in_the_network() {
    let (mut client, uri) = opened(SHOP);
    let mut hover = |what: &str, number: usize| hovered(&mut client, &uri, place(what, number));
    let fact = hover("Order", 1);
    assert!(
        fact.contains("What a customer wants.") && fact.contains("`id: u32` Its number."),
        "{fact}"
    );
    assert!(fact.contains("matched by `bill`"), "{fact}");
    let variable = hover("id, total: o", 0);
    assert!(
        variable.contains("id: u32") && variable.contains("bound by `o @ Order"),
        "{variable}"
    );
    let fact_variable = hover("o.total", 0);
    assert!(fact_variable.contains("o: &Fact<Order>"), "{fact_variable}");
    let rule = hover("bill {", 0);
    assert!(
        rule.contains("Bills.") && rule.contains("of the network"),
        "{rule}"
    );
    assert!(
        rule.contains("`Bill`: index `order`") && rule.contains("may lead to `send`"),
        "{rule}"
    );
    let keyword = hover("not ", 0);
    assert!(keyword.starts_with("`not P;`"), "{keyword}");
    let field = hover("total: o", 0);
    assert!(field.contains("Bill.total: u32"), "{field}");
}

const DEPOT: &str = "#[clock(u64)]
pub ruleset Depot;
#[unique]
fact Parcel { of: u32, state: State }
fact enum State { Open, Picked { by: Option<u32> }, Sent(u32, bool) }
fact Dog { name: String, load: u32 }
fact Cat { name: String, load: u32 }
kind Animal = Dog or Cat { name, load };
#[event(at = at, expires = 900)]
fact Ping { at: u64, of: u32 }
rule walk {
    when {
        p @ Parcel { of, state: State::Picked { by: Some(by) } };
        Parcel { of, state: State::Sent(to, _) };
        a @ Animal { name, load: > of };
        n = sum(of for Ping { of } within 600);
        last(of);
    }
    then {
        for part in name.split(' ') { print(part, n.count(), by, to, now, a.load()); }
        retract p;
    }
}
query last(of: u32) { when { Ping { of, at: 3 }; } }
";

/// The hover at the end of a text in `DEPOT`.
fn over(client: &mut Client, uri: &lsp::Url, what: &str) -> String {
    let at = DEPOT
        .find(what)
        .unwrap_or_else(|| panic!("`{what}` stands there"));
    let at = position(DEPOT, at + what.len());
    hovered(client, uri, at)
}

#[test]
fn variables_have_the_types_of_what_patterns_take_apart() {
    let (mut client, uri) = opened(DEPOT);
    let told = client.diagnostics(&uri);
    assert!(told.is_empty(), "{told:?}");
    for (what, wanted) in [
        ("Some(by", "\nby: u32\n"),
        ("Sent(to", "\nto: u32\n"),
        ("Animal { name", "\nname: String\n"),
        ("\n        a", "\na: Animal\n"),
        ("Sent", "State::Sent(u32, bool)"),
        ("enum State", "- `Picked { by: Option<u32> }`"),
        ("kind Animal", "- `load: u32`"),
        (
            "last(of: u32) { when { Ping { of",
            "a parameter of `query last(of: u32)`",
        ),
    ] {
        let text = over(&mut client, &uri, what);
        assert!(text.contains(wanted), "{what}: {text}");
    }
}

#[test]
fn a_word_is_explained_as_what_it_is_where_it_stands() {
    let (mut client, uri) = opened(DEPOT);
    for (what, wanted) in [
        ("#[unique", "`#[unique]`"),
        ("sum", "`t = sum"),
        ("(of for", "`sum(expr for P)`"),
        ("} within", "`P within"),
        ("to, now", "The clock"),
        ("Dog or", "Begins the next branch"),
        // Words of Rust, and names.
        ("{\n        for", ""),
        ("part in", ""),
        ("n.count", ""),
    ] {
        let text = over(&mut client, &uri, what);
        assert!(
            text.starts_with(wanted) && text.is_empty() == wanted.is_empty(),
            "{what}: {text}"
        );
    }
}

#[test]
fn what_is_said_of_a_rule_s_conditions_names_fields_as_names() {
    let (mut client, uri) = opened(DEPOT);
    let rule = over(&mut client, &uri, "rule walk");
    assert!(rule.contains("- `Parcel`: index `of`"), "{rule}");
    assert!(rule.contains("- `Animal`: index by order `load`"), "{rule}");
    assert!(rule.contains("- `last`: index `of`"), "{rule}");
    // The instants at which windows end are the compiler's own.
    assert!(
        !rule.contains("asked") && !rule.contains("- `within`"),
        "{rule}"
    );
    let fact = over(&mut client, &uri, "fact Ping");
    assert!(fact.ends_with("\n\nmatched by `walk`, `last`"), "{fact}");
}
