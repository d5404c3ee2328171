//! Bounds by which facts are looked up in their order or not: beside an equality, and those that a distance gives a query.

use super::Code;

/// Whether a search looks facts up in their order, where a rule does this to the fact that has the bound.
fn is_ordered(search: &str, effect: &str) -> bool {
    let code = Code::of(&format!(
        "
        ruleset Market;

        fact Trade {{ at: u32, symbol: u32 }}
        #[key(symbol)]
        fact Last {{ symbol: u32, at: u32, seen: u32 }}

        rule next {{
            when {{
                Trade {{ symbol, at }};
                last @ Last {{ symbol, at: < at }};
            }}
            then {{ {effect} }}
        }}
    "
    ));
    code.functions(&[search]).contains("facts_within")
}

#[test]
fn what_is_beyond_a_bound_that_rules_move_on_is_looked_up() {
    assert!(is_ordered("next_search_1", "modify last { last.at = at; }"));
    assert!(is_ordered("next_search_1", "modify last { last.step(); }"));
}

#[test]
fn about_half_of_a_key_is_not_worth_an_order() {
    assert!(!is_ordered("next_search_1", "let _ = (last, at);"));
    assert!(!is_ordered(
        "next_search_1",
        "modify last { last.seen = at; }"
    ));
}

#[test]
fn the_one_fact_of_a_key_is_not_worth_an_order() {
    assert!(!is_ordered(
        "next_search_0",
        "modify last { last.at = at; }"
    ));
}

/// Whether a query looks facts up in their order, where it takes a value of this type and holds a field close to it so.
fn query_is_ordered(parameter: &str, guard: &str) -> bool {
    let code = Code::of(&format!(
        "
        ruleset Map;

        fact Spot {{ x: f64, at: u32 }}

        query near(it: {parameter}) -> Spot {{
            when {{
                spot @ Spot {{ .. }};
                if {guard};
            }}
            select spot
        }}
    "
    ));
    code.functions(&["near"]).contains("facts_within")
}

#[test]
fn what_is_close_to_a_parameter_is_looked_up() {
    assert!(query_is_ordered("u32", "spot.at.abs_diff(it) < 5"));
    assert!(query_is_ordered("u32", "5 > it.abs_diff(spot.at)"));
    assert!(query_is_ordered("f64", "(spot.x - it).abs() <= 0.5"));
    assert!(query_is_ordered("f64", "(it - spot.x).abs() <= 0.5"));
}

#[test]
fn what_is_close_to_a_parameter_of_another_type_is_not_looked_up() {
    assert!(!query_is_ordered("u64", "spot.at.abs_diff(it) < 5"));
    assert!(!query_is_ordered("&u32", "spot.at.abs_diff(*it) < 5"));
    assert!(!query_is_ordered(
        "f32",
        "(spot.x - f64::from(it)).abs() <= 0.5"
    ));
}
