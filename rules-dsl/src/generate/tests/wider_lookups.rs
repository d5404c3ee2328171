//! What searches look up in an index of more facts than they ask for.

use super::{Code, functions, print};

/// How often searches of such rules over parcels look up in a wider index, and how many look up in common.
fn look_ups(attribute: &str, rules: &str) -> (usize, usize) {
    let text = format!(
        "#[allow(rules::duplicate_rule, rules::unused_variable)] {attribute} ruleset Post;
        fact Scan {{ parcel: u32, shelf: u32, state: u8 }}
        fact Label {{ parcel: u32, shelf: u32 }}
        fact Parcel {{ id: u32, shelf: u32, state: u8, size: u8 }}
        {rules}"
    );
    let code = Code::of(&text);
    let searches = code.impls.iter().flat_map(functions).map(print);
    let searches = searches.collect::<String>();
    let count = |what| searches.matches(what).count();
    (count("facts_of_wider"), count("facts_in_common"))
}

/// A rule that finds a parcel from a scan, and does something.
fn rule(name: &str, parcel: &str, then: &str) -> String {
    format!(
        "rule {name} {{
            when {{ Scan {{ parcel, shelf }}; found @ Parcel {{ {parcel} }}; }}
            then {{ {then} }}
        }}"
    )
}

const SENDS: &str = "modify found { found.state = 3; }";

#[test]
fn what_a_key_has_more_than_another_is_tested() {
    let both = "when { Label { parcel, shelf }; Parcel { id: parcel, shelf }; }";
    let rules = rule("by_one", "id: parcel", "") + "rule by_both { " + both + " then {} }";
    assert_eq!(look_ups("", &rules), (1, 0));
    assert_eq!(look_ups("#[backtrack]", &rules), (0, 0));
    let rules = "rule by_both { ".to_owned() + both + " then {} }";
    assert_eq!(look_ups("", &rules), (0, 0));
}

#[test]
fn a_state_that_rules_write_is_tested_among_what_others_look_up() {
    let any = "rule any { when { Label { parcel }; Parcel { id: parcel }; } then {} }";
    let rules = rule("send", "id: parcel, state: 1", SENDS) + any;
    assert_eq!(look_ups("", &rules), (1, 0));
    assert_eq!(look_ups("#[backtrack]", &rules), (0, 0));
    // Its own index is as good where nothing else asks, or no rule writes what it tests.
    let alone = rule("send", "id: parcel, state: 1", SENDS);
    assert_eq!(look_ups("", &alone), (0, 0));
    let unwritten = rule("send", "id: parcel, size: 1", SENDS) + any;
    assert_eq!(look_ups("", &unwritten), (0, 0));
}

#[test]
fn of_two_states_both_are_tested_in_one_look_up() {
    let rules =
        rule("send", "id: parcel, state: 1", SENDS) + &rule("stay", "id: parcel, state: 2", "");
    assert_eq!(look_ups("", &rules), (0, 1));
    // From facts of different types each looks up by itself.
    let other = "rule stay { when { Label { parcel }; Parcel { id: parcel, state: 2 }; } then {} }";
    let rules = rule("send", "id: parcel, state: 1", SENDS) + other;
    assert_eq!(look_ups("", &rules), (2, 0));
}

#[test]
fn code_of_the_users_is_not_run_on_more_facts() {
    let any = "rule any { when { Label { parcel }; Parcel { id: parcel }; } then {} }";
    let guarded = "rule send {
        when { Scan { parcel }; found @ Parcel { id: parcel, state } if is_open(state); }
        then { modify found { found.state = 3; } }
    }";
    let rules = guarded.to_owned() + any;
    assert_eq!(look_ups("", &rules), (0, 0));
}
