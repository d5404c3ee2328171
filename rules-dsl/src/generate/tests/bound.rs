//! Bounds by which facts are looked up in their order or not: beside an equality, those that a distance gives a query, and where
//! partial matches are kept.

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

/// Whether an accumulate orders what it is asked for, so that a member that comes finds it within bounds.
fn is_kept_in_order(member: &str) -> bool {
    let code = Code::of(&format!(
        "
        ruleset Clinic;

        fact Period {{ from: u32, to: u32 }}
        fact Visit {{ room: u32, at: u32 }}

        rule load {{
            when {{ Period {{ from, to }}; visits = count({member}); }}
            then {{ let _ = (from, to, visits); }}
        }}
    "
    ));
    code.methods().iter().any(|method| method == "order_left")
}

#[test]
fn what_is_asked_for_members_is_found_within_bounds() {
    assert!(is_kept_in_order("Visit { at: >= from, at: < to }"));
    assert!(is_kept_in_order("Visit { at: > from }"));
    assert!(is_kept_in_order("Visit { at } if at <= to + 9"));
    assert!(is_kept_in_order(
        "Visit { room: to, at } if at.abs_diff(from) < 5"
    ));
}

#[test]
fn what_a_bound_runs_code_for_is_not_found_within_it() {
    assert!(!is_kept_in_order("Visit { at: > late(from) }"));
    // About half of a key.
    assert!(!is_kept_in_order("Visit { room: to, at: > from }"));
    assert!(!is_kept_in_order("Visit { room: to, at: != from }"));
}
