//! In which order a search looks up the facts of patterns, where it could look up several next.

use super::Code;

/// Whether the search from the last of three patterns looks up the facts of `B` before those of `A`.
fn is_b_first(when: &str) -> bool {
    let code = Code::of(&format!(
        "
        ruleset Chain;

        fact A {{ id: u32, at: u32 }}
        fact B {{ id: u32, at: u32 }}
        fact C {{ id: u32, at: u32 }}

        rule found {{
            when {{ {when} }}
            then {{}}
        }}
    "
    ));
    let search = code.functions(&["found_search_2"]);
    let place = |facts: &str| search.find(facts).expect("both are looked up");
    place("b_facts.value") < place("a_facts.value")
}

#[test]
fn what_a_key_leads_to_comes_before_what_lies_within_a_range() {
    let when = "A { at: a }; B { id, at: b }; C { id, at } if a < at && a != b;";
    assert!(is_b_first(when));
    let when = "A { id, at: a }; B { at: b }; C { id, at } if b < at && a != b;";
    assert!(!is_b_first(when));
}

#[test]
fn what_lies_between_two_bounds_comes_before_what_lies_beyond_one() {
    let when = "A { at: a }; B { at: b }; C { id, at } if a < at && id < b && b < at && a != b;";
    assert!(is_b_first(when));
    let when = "A { at: a }; B { at: b }; C { id, at } if b < at && id < a && a < at && a != b;";
    assert!(!is_b_first(when));
}

#[test]
fn of_equals_the_one_written_first_comes_first() {
    let when = "A { id, at: a }; B { id, at: b }; C { id } if a != b;";
    assert!(!is_b_first(when));
}
