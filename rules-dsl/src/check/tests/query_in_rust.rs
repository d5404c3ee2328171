//! Queries called in Rust code.

use super::findings;

/// What is said of a rule with these conditions and this block.
fn found(conditions: &str, block: &str) -> String {
    findings(&format!(
        "fact Order {{ id: u32 }}
query paid(id: u32) {{ when {{ Order {{ id }}; }} }}
query open(id: u32) -> u32 {{ when {{ Order {{ id }}; }} select id }}
rule r {{ when {{ Order {{ id }}; {conditions} }} then {{ f(id); {block} }} }}"
    ))
}

#[test]
fn a_query_called_as_a_function_is_told() {
    for (conditions, block) in [
        ("if paid(id);", ""),
        ("if id > 3 && !paid(id);", ""),
        ("if open(id) > 3;", ""),
        ("if let Some(_) = open(id);", ""),
        ("for _ in open(id);", ""),
        ("", "if paid(id) { g(id); }"),
        ("", "g(vec![open(id)]);"),
        ("", "insert Order { id: open(id) };"),
        (
            "o @ Order { id: 3 };",
            "if f(id) { modify o { o.id = open(4); } }",
        ),
    ] {
        let said = found(conditions, block);
        assert!(
            said.contains("query_in_rust"),
            "{conditions} {block}: {said}"
        );
    }
}

#[test]
fn other_calls_are_not() {
    for (conditions, block) in [
        ("paid(id);", ""),
        ("n in open(id);", "f(n);"),
        ("not paid(id);", ""),
        ("n = count(_ in open(id));", "f(n);"),
        ("if id.paid(3);", "id.open(3); shop::paid(id);"),
        ("", "fn inner() {} let paid = 3; g(paid);"),
    ] {
        let said = found(conditions, block);
        assert!(
            !said.contains("query_in_rust"),
            "{conditions} {block}: {said}"
        );
    }
    let said = findings(
        "fact Order { id: u32 }
query paid(id: u32) { when { Order { id }; } }
fn paid(id: u32) -> bool { id > 3 }
rule r { when { Order { id }; if paid(id); } then { f(id); } }",
    );
    assert!(!said.contains("query_in_rust"), "{said}");
}
