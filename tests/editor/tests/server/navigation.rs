//! Definitions, references, highlights, hovers.

use serde_json::json;

use crate::support::{SHOP, definitions, hovered, opened, params_at, place, slice};

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
        rule.contains("index order") && rule.contains("may lead to `send`"),
        "{rule}"
    );
    let keyword = hover("not ", 0);
    assert!(keyword.starts_with("`not P;`"), "{keyword}");
    let field = hover("total: o", 0);
    assert!(field.contains("Bill.total: u32"), "{field}");
}
