//! Rules as a whole: duplicates, and effects on the rule itself.

use insta::assert_snapshot;

use super::{findings, in_block};

#[test]
fn a_rule_that_does_what_another_does() {
    assert_snapshot!(findings("
rule one { when { A(x); B; } then { f(x); } }
/// Later.
#[salience(3)]
rule two { when { B; A(x); } then { f(x) ; } }
rule three { when { B; A(x); } then { g(x); } }
rule four { when { B; A(x); } then { g(x); } undo { f(x); } }
"), @"5:6 duplicate_rule: rule `two` has the conditions and the effects of rule `one`, written at line 2 (leave one of them out)");
}

#[test]
fn the_same_rule_in_two_groups_is_two() {
    assert_eq!(
        findings(
            "
group a { rule one { when { A; } then { f(); } } }
group b { rule two { when { A; } then { f(); } } }
"
        ),
        ""
    );
}

#[test]
fn a_modify_of_what_is_read_and_not_tested() {
    assert_snapshot!(in_block("o @ Order { total, discount };", "modify o { o.discount = f64::from(total) / 10.0; }
log(discount);"), @"2:1 self_reactivation: rule `r` re-activates itself: it writes `discount`, which its conditions read and do not test (test `discount` in a condition, or give the rule `#[no_loop]`)");
}

#[test]
fn an_insert_of_what_matches_any() {
    assert_snapshot!(in_block("A;", "insert A { x: 1, y: 2 };"), @"2:1 self_reactivation: rule `r` re-activates itself: each `A` that it inserts is a new match of it (test a field of `A`, or ask for what is not there yet: `not A { … }`)");
}

#[test]
fn rules_that_insert_for_one_another() {
    assert_snapshot!(findings("fact Ping(u32); fact Pong(u32); fact Pung(u32);
rule a { when { Ping(x); } then { insert Pong(x); } }
rule b { when { Pong(x); } then { insert Pung(x); } }
rule c { when { Pung(x); } then { insert Ping(x); } }"), @"2:35 rule_cycle: rules activate one another without end: `a` -> `b` -> `c` -> `a`; none of them changes what they test (have one of them change what `a` tests, or ask for what is not there yet: `not …`)");
}

#[test]
fn rules_that_write_what_another_reads() {
    assert_snapshot!(findings("fact Order { open: bool, total: u32, tax: u32 }
rule total { when { o @ Order { open: true, tax }; } then { modify o { o.total += tax; } } }
rule tax { when { o @ Order { open: true, total }; } then { modify o { o.tax = total + 1; } } }"), @"2:61 rule_cycle: rules activate one another without end: `total` -> `tax` -> `total`; none of them changes what they test (have one of them change what `total` tests, or ask for what is not there yet: `not …`)");
}

#[test]
fn rules_that_come_to_rest_are_no_cycle() {
    for rules in [
        // One of them asks for what is not there yet.
        "rule a { when { P(x); } then { insert Q(x); } } rule b { when { Q(x); not P(x); } then { insert P(x); } }",
        // One of them tests what the other makes.
        "rule a { when { P(x); } then { insert Q(x); } } rule b { when { Q(x) if x > 3; } then { insert P(x - 1); } }",
        // What is inserted is there already.
        "rule a { when { P(x); } then { insert S(x); } } rule b { when { S(x); } then { insert P(x); } }",
        // It is inserted in a branch.
        "rule a { when { P(x); } then { if x > 1 { insert Q(x); } } } rule b { when { Q(x); } then { insert P(x); } }",
        "rule a { when { P(x); } then { if x > 1 { return; } insert Q(x); } } rule b { when { Q(x); } then { insert P(x); } }",
        // They ask for different things besides.
        "rule a { when { P(x); O { open: true }; } then { insert Q(x); } } rule b { when { Q(x); O { open: false }; } then { insert P(x); } }",
        "rule a { when { P(x); } then { insert Q(x); } } rule b { when { Q(x); exists O; } then { insert P(x); } }",
        "rule a { when { P(x); } then { insert Q(x); halt; } } rule b { when { Q(x); } then { insert P(x); } }",
        "group g { rule a { when { P(x); } then { insert Q(x); } } } rule b { when { Q(x); } then { insert P(x); } }",
        "rule a { when { o @ O { open: true, x }; } then { modify o { o.y = x; } } } rule b { when { o @ O { open: false, y }; } then { modify o { o.x = y; } } }",
        "rule a { when { o @ O { x: 0, y }; } then { modify o { o.x = y; } } } rule b { when { o @ O { y: 0, x }; } then { modify o { o.y = x; } } }",
        // What one field takes from another is soon equal, and a constant is there already.
        "rule a { when { o @ O { x }; } then { modify o { o.y = *x; } } } rule b { when { o @ O { y }; } then { modify o { o.x = *y; } } }",
        "rule a { when { o @ O { x }; } then { modify o { o.y += 1; } f(x); } } rule b { when { o @ O { y }; } then { modify o { o.x = 1; } f(y); } }",
        "rule a { when { P(x); } then { insert Q(x); } } rule b { when { Q(x); o @ O; } then { modify o { o.x = *x; } } } rule c { when { O { x }; } then { insert P(x); } }",
        // Two states, of which each is changed; a bound; work that becomes less; firing once.
        "rule a { when { o @ O { x: 0 }; } then { modify o { o.x = 1; } } } rule b { when { o @ O { x: 1 }; } then { modify o { o.x = 0; } } }",
        "rule a { when { o @ O { x: < 10, y }; } then { modify o { o.x += 1; } f(y); } } rule b { when { o @ O { x: < 10 }; } then { modify o { o.y += 1; } } }",
        "rule a { when { p @ P(x); } then { retract p; insert Q(x - 1); } } rule b { when { q @ Q(x); } then { retract q; insert P(x); } }",
        "#[once] rule a { when { P(x); } then { insert Q(x); } } rule b { when { Q(x); } then { insert P(x); } }",
        "#[allow(rules::rule_cycle)] rule a { when { P(x); } then { insert Q(x); } } rule b { when { Q(x); } then { insert P(x); } }",
        "rule a { when { P(x); } then { insert Q(x); } } #[allow(rules::rule_cycle)] rule b { when { Q(x); } then { insert P(x); } }",
    ] {
        let facts = "fact P(u32); fact Q(u32); #[unique] fact S(u32); fact O { open: bool, x: u32, y: u32 }";
        let found = findings(&format!("{facts}\n{rules}"));
        assert!(!found.contains("rule_cycle"), "{rules}\n{found}");
    }
}

#[test]
fn what_changes_what_is_tested_is_no_loop() {
    for (when, then) in [
        (
            "o @ Order { total, discount: 0.0 };",
            "modify o { o.discount = f64::from(total); }",
        ),
        (
            "o @ Order { total } if o.discount < 5.0;",
            "modify o { o.discount = f64::from(total); }",
        ),
        (
            "o @ Order { total, discount };",
            "if discount < 5.0 { modify o { o.discount = f64::from(total); } }",
        ),
        (
            "o @ Order { total, discount };",
            "if discount > 5.0 { return; } modify o { o.discount = f64::from(total); }",
        ),
        (
            "o @ Order { total, discount };",
            "modify o { o.discount = f64::from(total) + discount; } retract o;",
        ),
        (
            "o @ Order { total };",
            "modify o { o.discount = f64::from(total); }",
        ),
        ("A { x: 1 };", "insert A { x: 2, y: 2 };"),
        (
            "A; not B;",
            "insert A { x: 2, y: 2 }; insert B { x: 1, z: 1 };",
        ),
        ("Path(..);", "insert Path(1, 2);"),
        ("A;", "insert A { x: 1, y: 2 }; halt;"),
        ("A;", "if f() { insert A { x: 1, y: 2 }; }"),
        (
            "a @ A { y }; n = count(A { x: 1 }); ",
            "modify a { a.x = a.y; a.y = 1; } log(n, y);",
        ),
    ] {
        assert_eq!(in_block(when, then), "", "{when} then {then}");
    }
}

#[test]
fn a_bound_on_firings_is_no_loop() {
    for text in [
        "#[no_loop] rule r { when { o @ Order { total }; } then { modify o { o.total = 1 + total; } } }",
        "#[allow(rules::self_reactivation)] rule r { when { o @ Order { total }; } then { modify o { o.total = 1 + total; } } }",
    ] {
        assert_eq!(findings(text), "", "{text}");
    }
}

#[test]
fn a_logical_fact_that_its_own_block_ends() {
    assert_snapshot!(in_block("o @ Order { open: true };", "modify o { o.open = false; }
insert logical A { x: 1, y: 2 };"), @"3:1 unseen_logical: this logical fact falls at once: the block modifies `o`, which rule `r` matches, at line 2 (insert it plainly, or in a rule that leaves `o` as it is)");
}

#[test]
fn a_logical_fact_beside_a_retract() {
    assert_snapshot!(in_block("o @ Order;", "if f() { insert logical A { x: 1, y: 2 }; retract o; }"), @"2:10 unseen_logical: this logical fact falls at once: the block retracts `o`, which rule `r` matches, at line 2 (insert it plainly, or in a rule that leaves `o` as it is)");
}

#[test]
fn a_logical_fact_that_stands() {
    for (when, then) in [
        (
            "o @ Order { open: true };",
            "modify o { o.total = 3; } insert logical A { x: 1, y: 2 };",
        ),
        (
            "o @ Order { open: true };",
            "if f() { modify o { o.open = false; } } else { insert logical A { x: 1, y: 2 }; }",
        ),
        (
            "o @ Order { open: true };",
            "modify o { o.open = false; } insert A { x: 1, y: 2 };",
        ),
        (
            "Order; os = collect(o @ Order);",
            "for o in os { retract o; } insert logical A { x: 1, y: 2 };",
        ),
    ] {
        assert_eq!(in_block(when, then), "", "{when} then {then}");
    }
}

#[test]
fn an_event_that_comes_later_is_a_timer() {
    let timer = |at: &str| {
        let event = "#[clock(u64)] ruleset R; #[event(at = at)] fact Tick { at: u64 }";
        let rule = format!(
            "rule r {{ when {{ Tick {{ .. }}; }} then {{ insert Tick {{ at: {at} }}; }} }}"
        );
        findings(&format!("{event} {rule}"))
    };
    assert_eq!(timer("now + 5"), "");
    assert!(timer("now").contains("self_reactivation"));
    let two_timers = |at: &str| {
        let events = "#[clock(u64)] ruleset R; #[event(at = at)] fact Ping { at: u64 } \
                      #[event(at = at)] fact Pong { at: u64 }";
        let answer = |name: &str, of: &str, with: &str| {
            format!(
                "rule {name} {{ when {{ {of} {{ at }}; }} then {{ insert {with} {{ at: {at} }}; }} }}"
            )
        };
        let rules = [answer("a", "Ping", "Pong"), answer("b", "Pong", "Ping")];
        findings(&format!("{events} {} {}", rules[0], rules[1]))
    };
    assert_eq!(two_timers("at + 5"), "");
    assert!(two_timers("at").contains("rule_cycle"));
}
