//! Derived facts that nothing derives.

use insta::assert_snapshot;

use super::findings;

#[test]
fn a_derived_fact_that_no_rule_inserts() {
    assert_snapshot!(findings("
rule r { when { Alarm { level }; } then { f(level); } }
rule s { when { not Alarm; } then { g(); } }
#[derived] fact Alarm { level: u32 }
#[derived] fact Ghost;
"), @r"
    4:17 underivable: no rule inserts the derived fact `Alarm`, so rule `r` cannot fire (insert it in a rule, or leave `#[derived]` out)
    5:17 underivable: no rule inserts the derived fact `Ghost` (insert it in a rule, or leave `#[derived]` out)
    ");
}

#[test]
fn a_pattern_that_no_insert_can_meet() {
    assert_snapshot!(findings("
#[derived] fact Alarm { level: u32 }
#[derived] fact enum Signal { Red, Green }
rule a { when { A; } then { insert Alarm { level: 3 }; insert logical Signal::Red; } }
rule b { when { Alarm { level: 4 }; Alarm { level: > 2 }; } then {} }
rule c { when { Signal::Green; } then { } }
"), @r"
    5:17 underivable: rule `b` fires only where a derived fact is updated from outside: no rule inserts one that matches `Alarm { level: 4 }`
    6:17 underivable: rule `c` fires only where a derived fact is updated from outside: no rule inserts one that matches `Signal::Green`
    ");
}

#[test]
fn what_may_be_inserted_is_derivable() {
    for text in [
        "#[derived] fact A;
rule r { when { A; B; } then { insert make(); } }",
        "#[derived] fact A { x: u32 }
rule r { when { B(x); } then { insert A { x }; } }
rule s { when { A { x: 3 }; } then { } }",
        "#[derived] fact A { x: u32 }
rule r { when { b @ A { x: 3 }; } then { insert A { x: 2 }; modify b { b.x += 1; } } }",
        "#[allow(rules::underivable)] #[derived] fact A;",
        "#[derived] fact A;
#[allow(rules::underivable)] rule r { when { A; } then { } }",
    ] {
        assert_eq!(findings(text), "", "{text}");
    }
}

#[test]
fn a_guard_over_another_fact_says_nothing_of_the_pattern() {
    assert_snapshot!(findings("
#[derived] fact Alarm { level: u32 }
rule a { when { A; } then { insert Alarm { level: 3 }; } }
rule b { when { a @ A; Alarm if a.level == 4; } then {} }
"), @"");
}
