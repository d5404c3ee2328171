//! Renames and their refusals.

use lsp_types as lsp;
use serde_json::json;

use crate::support::{Client, SHOP, edited, opened, params_at, place, position};

fn renamed(
    client: &mut Client,
    uri: &lsp::Url,
    position: lsp::Position,
    new: &str,
) -> Result<String, String> {
    renamed_in(SHOP, client, (uri, position), new)
}

fn renamed_in(
    text: &str,
    client: &mut Client,
    (uri, position): (&lsp::Url, lsp::Position),
    new: &str,
) -> Result<String, String> {
    let mut params = params_at(uri, position);
    params["newName"] = json!(new);
    let edit = client
        .ask_raw("textDocument/rename", params)
        .map_err(|refusal| refusal.message)?;
    let edit: lsp::WorkspaceEdit = serde_json::from_value(edit).expect("an edit");
    let changes = edit.changes.expect("changes");
    Ok(edited(text, &changes[uri]))
}

#[test]
fn a_rename_keeps_fields_that_are_their_own_variables() {
    let (mut client, uri) = opened(SHOP);
    let text = renamed(&mut client, &uri, place("id, total }", 0), "number").expect("edits");
    assert!(text.contains("Order { id: number, total }"), "{text}");
    assert!(
        text.contains("Bill { order: number, total: o.total }"),
        "{text}"
    );
    let text =
        renamed(&mut client, &uri, place("total: u32,\n    state", 0), "sum").expect("edits");
    assert!(
        text.contains("Order { id, sum: total } if total > 0"),
        "{text}"
    );
    assert!(text.contains("total: o.sum }"), "{text}");
    let text = renamed(&mut client, &uri, place("order, total }; }", 0), "number").expect("edits");
    assert!(
        text.contains("Bill { order: number, total }") && text.contains("\"{number} {total}\""),
        "{text}"
    );
    let text = renamed(&mut client, &uri, place("bill {", 0), "charge").expect("edits");
    assert!(
        text.contains("rule charge {") && text.contains("fact Bill"),
        "{text}"
    );
    let text = renamed(&mut client, &uri, place("sending", 0), "type").expect("edits");
    assert!(
        text.contains("focus r#type;") && text.contains("group r#type {"),
        "{text}"
    );
}

#[test]
fn what_cannot_be_renamed_is_refused_with_the_reason() {
    let (mut client, uri) = opened(SHOP);
    let mut refusal = |what: &str, number: usize, new: &str| {
        renamed(&mut client, &uri, place(what, number), new).expect_err("a refusal")
    };
    assert_eq!(refusal("Order", 1, "1x"), "`1x` is no name");
    assert_eq!(refusal("Order", 1, "Bill"), "there is a `Bill` already");
    assert_eq!(
        refusal("Order", 1, "order"),
        "`order` would be a variable: a type begins with an upper-case letter"
    );
    assert_eq!(
        refusal("id, total }", 0, "total"),
        "`total` is another variable here, with which it would join"
    );
    assert_eq!(
        refusal("id, total }", 0, "Id"),
        "`Id` would be a constant: a variable begins with a lower-case letter"
    );
    assert_eq!(
        refusal("u32", 0, "x"),
        "there is no name here that the ruleset declares"
    );
}

#[test]
fn a_variable_does_not_hide_what_a_block_names() {
    let text = "ruleset S;
fact A { x: u32, y: u32 }
global log: Vec<u32>;
fn tax(x: u32) -> u32 { x }
rule r {
    when { A { x, y: k }; if tax(k) > x; }
    then {
        let z = x + 1;
        for n in 0..k { log.push(z + n); }
        println!(\"{k} {other}\", other = x);
    }
}
";
    let (mut client, uri) = opened(text);
    let position = lsp::Position::new(5, 21);
    let mut rename = |new: &str| renamed_in(text, &mut client, (&uri, position), new);
    for new in ["z", "n", "log", "tax", "other"] {
        let refused = rename(new).expect_err("a refusal");
        let expected = format!("`{new}` is something else here, which it would hide");
        assert_eq!(refused, expected);
    }
    let text = rename("y").expect("it is the name of its field");
    assert!(
        text.contains("if tax(y) > x") && text.contains("0..y"),
        "{text}"
    );
}

/// Renames in a text what stands where another text stands in it.
fn renamed_at(text: &str, what: &str, new: &str) -> Result<String, String> {
    let (mut client, uri) = opened(text);
    let at = text.find(what).expect("it stands there");
    renamed_in(text, &mut client, (&uri, position(text, at)), new)
}

#[test]
fn a_rename_leaves_what_a_format_string_escapes() {
    let text = "ruleset S;
fact Order { total: u32 }
rule r {
    when { Order { total }; }
    then { println!(\"{{total}} {{{total}}} {total:?} {0:>total$} {{:total$}}\", 1); }
}
";
    let found = renamed_at(text, "total }; }", "sum").expect("edits");
    let expected = text
        .replace("Order { total }", "Order { total: sum }")
        .replace(
            "{{{total}}} {total:?} {0:>total$}",
            "{{{sum}}} {sum:?} {0:>sum$}",
        );
    assert_eq!(found, expected);
}

#[test]
fn a_rename_of_a_field_leaves_the_words_of_attributes() {
    let text = "#[clock(u64)]
ruleset S;
#[event(at = at, expires = 10)]
fact Ping { at: u64 }
#[best(max: max, by(by))]
fact Top { max: u64, by: u64 }
";
    let field = renamed_at(text, "at: u64", "time").expect("edits");
    let expected = text.replace("at = at", "at = time");
    assert_eq!(field, expected.replace("{ at:", "{ time:"));
    let field = renamed_at(text, "max: u64", "most").expect("edits");
    let expected = text.replace("max: max", "max: most");
    assert_eq!(field, expected.replace("{ max:", "{ most:"));
    let field = renamed_at(text, "by: u64", "of").expect("edits");
    let expected = text.replace("by(by)", "by(of)");
    assert_eq!(field, expected.replace(", by:", ", of:"));
}

#[test]
fn a_rename_keeps_the_fields_of_literals_that_are_their_own_variables() {
    let text = "ruleset S;
use crate::model::Total;
fact Order { id: u32, total: u32 }
fact Bill { id: u32, total: u32 }
rule r {
    when {
        Order { id, total } if big(Total { total });
        let of = Total { total };
        m = max(Total { total } for Bill { id });
        if id > if of == LIMIT { total } else { 0 };
    }
    then {
        insert Bill { id, total };
        log.push(vec![Bill { total, id }]);
        note!(Bill { id, total });
        if id == LIMIT { total } else { 0 };
    }
}
query q() -> Bill { when { Order { id, total }; } select Bill { id, total } }
";
    let in_rule = renamed_at(text, "total } if", "sum").expect("edits");
    let expected = text
        .replace("Order { id, total } if", "Order { id, total: sum } if")
        .replace("Total { total }", "Total { total: sum }")
        .replace("LIMIT { total }", "LIMIT { sum }")
        .replace(
            "insert Bill { id, total }",
            "insert Bill { id, total: sum }",
        )
        .replace("Bill { total, id }", "Bill { total: sum, id }")
        .replace(
            "note!(Bill { id, total })",
            "note!(Bill { id, total: sum })",
        );
    assert_eq!(in_rule, expected);
    let in_query = renamed_at(text, "total }; } select", "r#type").expect("edits");
    let expected = text
        .replace("total }; } select", "total: r#type }; } select")
        .replace(
            "select Bill { id, total }",
            "select Bill { id, total: r#type }",
        );
    assert_eq!(in_query, expected);
}

#[test]
fn a_rename_of_a_field_reaches_the_members_of_collected_facts() {
    let text = "ruleset S;
fact Line { n: u32 }
fact Other { n: u32 }
rule r {
    when { lines = collect(line @ Line {}); o @ Other {}; if o.n > 0..4; }
    then {
        for line in lines { modify line { line.n += o.n; } log.push(line.n); }
        for line in lines.iter() { println!(\"{}\", line.n); note!(line.n); }
    }
}
rule s {
    when { others = collect(o @ Other {}); }
    then { for line in others { log.push(line.n); } log.push(others[0].n); }
}
";
    let found = renamed_at(text, "n: u32", "number").expect("edits");
    let (before, after) = text.split_at(text.find("rule s").expect("it stands there"));
    let expected = before
        .replacen("n: u32", "number: u32", 1)
        .replace("line.n", "line.number");
    assert_eq!(found, expected + after);
}

#[test]
fn a_field_of_what_cannot_be_told_from_a_member_is_not_renamed() {
    let text = "ruleset S;
fact Line { n: u32, of: u32 }
rule r {
    when { lines = collect(line @ Line {}); }
    then {
        let first = &lines[0];
        log.push(first.n);
    }
}
";
    let refusal = "`.n` in line 7 may be the field of a `Line` of `lines`, which cannot be told: rename it by hand";
    assert_eq!(
        renamed_at(text, "n: u32", "number").expect_err("it is not known"),
        refusal
    );
    assert!(renamed_at(text, "of: u32", "order").is_ok());
}

#[test]
fn a_field_that_a_kind_shares_is_not_renamed_alone() {
    let text = "ruleset S;
fact Dog { name: String, age: u8 }
fact Cat { name: String, age: u8 }
fact Bird { name: String }
kind Animal = Dog or Cat { name };
";
    let refusal = "the kind `Animal` shares `name`: it would have to change in the kind and in all of its types";
    for what in ["name: String, age: u8 }\nfact Bird", "name };"] {
        assert_eq!(
            renamed_at(text, what, "called").expect_err("it is shared"),
            refusal
        );
    }
    assert!(renamed_at(text, "age", "years").is_ok());
    assert!(renamed_at(text, "name: String }", "called").is_ok());
}
