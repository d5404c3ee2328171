//! What is known of small files.

use std::path::Path;

use super::*;

fn file(text: &str) -> File {
    read(Path::new("a.rules"), text, &Parts::default()).0
}

/// The texts at which a symbol is named, with their places.
fn places(text: &str, is_meant: impl Fn(&Symbol) -> bool) -> Vec<(usize, String)> {
    let names = file(text).names;
    let found = names.iter().filter(|name| is_meant(&name.symbol));
    found
        .map(|name| (name.range.start, text[name.range.clone()].to_owned()))
        .collect()
}

const RULE: &str = "fact A { x: u8 }\nrule r {\n when { a @ A { x }; not A { x: y } if y > x; }\n then { modify a { a.x += x; } println!(\"{x} {0}\", a.x); }\n}\n";

#[test]
fn a_variable_is_found_wherever_it_is_used_even_in_a_format_string() {
    let text = RULE;
    let x = |symbol: &Symbol| *symbol == Symbol::Variable(1);
    let found = places(text, x);
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found.iter().all(|(_, text)| text == "x"));
}

#[test]
fn fields_are_found_in_patterns_expressions_and_blocks() {
    let is_field = |symbol: &Symbol| *symbol == Symbol::Field("A".into(), "x".into());
    assert_eq!(places(RULE, is_field).len(), 5);
}

#[test]
fn a_variable_of_a_negation_is_local_to_it() {
    let file = file(RULE);
    let y = file.variables.iter().find(|variable| variable.name == "y");
    let scope = y.map(|y| y.scopes[0].clone()).unwrap_or_default();
    assert!(RULE[scope].ends_with("y > x"));
}

#[test]
fn what_every_branch_binds_is_one_variable() {
    let text = "rule r { when { either { A { x }; } or { B { x }; } } then { f(x); } }";
    let file = file(text);
    let ids: Vec<&Symbol> = file
        .names
        .iter()
        .map(|name| &name.symbol)
        .filter(|symbol| matches!(symbol, Symbol::Variable(_)))
        .collect();
    assert_eq!(ids, [&Symbol::Variable(0); 3]);
}

#[test]
fn a_rule_that_lacks_its_block_is_known_all_the_same() {
    let text = "rule r {\n    when { a @ A { x }; \n}\nfact A { x: u8 }\n";
    let file = file(text);
    let names: Vec<&str> = file.items.iter().map(|item| item.name.as_str()).collect();
    assert_eq!(names, ["r", "A"]);
    assert_eq!(file.variables.len(), 2);
}

#[test]
fn keys_of_groups_are_seen_outside_the_accumulate() {
    let text = "rule r { when { n = count(A { k, x }) by (k); if n > 1; } then { f(k); } }";
    let file = file(text);
    let k = file
        .names
        .iter()
        .filter(|name| name.symbol == Symbol::Variable(0))
        .count();
    assert_eq!(k, 3);
}

#[test]
fn stages_are_declared_on_the_ruleset_and_used_by_rules() {
    let text = "#[stages(admit, _, report)]\nruleset Desk;\n#[stage(report)]\nrule r { when { A; } then { } }\n";
    let names = file(text).names;
    let stages = names.iter().filter_map(|name| match &name.symbol {
        Symbol::Stage(stage) => Some((stage.as_str(), name.role)),
        _ => None,
    });
    assert_eq!(
        stages.collect::<Vec<_>>(),
        [
            ("admit", Role::Definition),
            ("report", Role::Definition),
            ("report", Role::Use)
        ]
    );
}
