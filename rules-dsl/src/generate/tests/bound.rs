//! Bounds beside an equality, by which facts are looked up in their order or not.

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
