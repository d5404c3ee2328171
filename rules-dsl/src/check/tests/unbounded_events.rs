//! Patterns that need events for ever, and what bounds them.

use insta::assert_snapshot;

use super::findings;

/// The events that rules need for ever: where, and what is said.
fn of(rules: &str) -> String {
    let found = findings(&format!(
        "#[clock(u32)] ruleset R; {rules}
#[event(at = at)] fact A {{ at: u32, x: u32 }}
#[event(at = at)] fact B {{ at: u32, x: u32 }}
#[event(at = from, until = to)] fact E {{ from: u32, to: u32 }}
#[event(at = at, expires = 9)] fact X {{ at: u32 }}
fact Plain {{ x: u32 }}
const LONG: u32 = 5;"
    ));
    let found = found.lines().filter_map(|line| {
        let (place, said) = line.split_once(" unbounded_event: ")?;
        let (said, _) = said.split_once(": no window")?;
        Some(format!("{place} {said}\n"))
    });
    found.collect()
}

#[test]
fn what_may_meet_events_or_facts_to_come_is_needed_for_ever() {
    assert_snapshot!(of("
rule a { when { A { x }; B { x }; } then {} }
rule b { when { a @ A; E after a; } then {} }
rule c { when { A { x } within 3; Plain { x }; } then {} }
rule d { when { a @ A; not B; } then {} }
rule e { when { n = count(A last 3); } then { f(n); } }
rule f { when { a @ A; due later(a); } then {} }
query q() { when { a @ A; B within 3 after a; } }
"), @r"
    2:17 rule `a` needs each `A` for ever
    2:26 rule `a` needs each `B` for ever
    3:21 rule `b` needs each `A` for ever
    5:21 rule `d` needs each `A` for ever
    5:28 rule `d` needs each `B` for ever
    6:27 rule `e` needs each `A` for ever
    7:21 rule `f` needs each `A` for ever
    8:24 query `q` needs each `A` for ever
    8:27 query `q` needs each `B` for ever
    ");
}

#[test]
fn what_hinders_an_event_may_go_at_any_time_where_it_lasts_as_long_as_it_will() {
    assert_snapshot!(of("
#[event(at = from, until = to, expires = 3)] fact L { from: u32, to: u32 }
rule a { when { a @ A; not L within 3 of a; } then {} }
rule b { when { a @ A; not X within 3 of a; } then {} }
rule c { when { a @ A; not E within 3 of a; } then {} }
"), @"3:21 rule `a` needs each `A` for ever");
}

#[test]
fn a_rule_that_changes_events_may_begin_matches_at_any_time() {
    assert_snapshot!(of("
rule a { when { a @ A { x: 0 }; B within 3 after a; } then { modify a { a.x = 1; } } }
rule b { when { b @ B; not X within 3 after b; } then {} }
"), @r"
    2:21 rule `a` needs each `A` for ever
    2:33 rule `a` needs each `B` for ever
    ");
}

#[test]
fn an_event_bounds_others_by_the_time_that_is_known_of_it_and_only_where_it_is() {
    // The extent may end long after it has begun, and of what is not there nothing is known.
    assert_snapshot!(of("
rule a { when { a @ A; b @ B; E within 3 after a within 4 before b; } then {} }
rule b { when { a @ A; b @ B; not E within 3 after a within 4 before b; } then {} }
rule c { when { a @ A; b @ B; not X within 3 after a within 4 before b; } then {} }
rule d { when { a @ A; either { X within 3 after a; } or { b @ B within 4 before a; } } then {} }
"), @r"
    2:21 rule `a` needs each `A` for ever
    3:21 rule `b` needs each `A` for ever
    3:28 rule `b` needs each `B` for ever
    3:35 rule `b` needs each `E` for ever
    4:21 rule `c` needs each `A` for ever
    4:28 rule `c` needs each `B` for ever
    ");
}

#[test]
fn windows_relations_and_instants_bound() {
    for rules in [
        "rule a { when { A within 3; } then {} }",
        "rule a { when { A { x } within 3; Plain { x }; } then {} }",
        "rule a { when { a @ A; B within LONG after a; } then {} }",
        "rule a { when { a @ A; b @ B within 3 after a; A within 4 of b; } then {} }",
        "rule a { when { a @ A; due a.at + 7; } then {} }",
        "rule a { when { A { at }; due at + LONG; } then {} }",
        "rule a { when { e @ E; E within 4 before e; } then {} }",
        "rule a { when { a @ A; not B within 3 before a; } then {} }",
        "rule a { when { a @ A; not A within 3 before a; } then {} }",
        "rule a { when { a @ A within 9; B after a; } then {} }",
        "rule a { when { either { a @ A; B within 3 after a; } or { B; } } then {} }",
        "rule a { when { X { at: _ }; Plain; } then {} }",
        "query q() { when { A within 3; } }",
    ] {
        assert_eq!(of(rules), "", "{rules}");
    }
}
