//! Negation in cycles of logical inserts.

use insta::assert_snapshot;

use super::findings;

#[test]
fn a_rule_that_denies_what_it_supports() {
    assert_snapshot!(findings("
#[unique] fact P(u32);
rule r { when { A(x); not P(x); } then { insert logical P(x); } }
"), @"3:27 unstratified: `not P(x)` in rule `r` depends on what the rule itself derives: `r` inserts `P` -> `not P(x)` in `r` (break the cycle, or insert one of these facts plainly; `#[allow(rules::unstratified)]` lets it pass)");
}

#[test]
fn a_cycle_through_several_rules_is_told_whole() {
    assert_snapshot!(findings("
rule a { when { A(x); forall B(x) => C(x); } then { insert logical D(x); } }
rule b { when { D(x); } then { insert logical E(x); } }
rule c { when { exists E(2); n = count(A) if n > 1; } then { insert logical C(2); } }
"), @"2:38 unstratified: `forall B(x) => C(x)` in rule `a` depends on what the rule itself derives: `a` inserts `D` -> `b` inserts `E` -> `c` inserts `C` -> `forall B(x) => C(x)` in `a` (break the cycle, or insert one of these facts plainly; `#[allow(rules::unstratified)]` lets it pass)");
}

#[test]
fn an_accumulate_and_an_insert_of_any_type() {
    assert_snapshot!(findings("
rule r { when { n = count(P) if n > 1; } then { insert logical make(n); } }
"), @"2:27 unstratified: `n = count(P) if n > 1` in rule `r` depends on what the rule itself derives: `r` inserts what may be `P` -> `n = count(P) if n > 1` in `r` (break the cycle, or insert one of these facts plainly; `#[allow(rules::unstratified)]` lets it pass)");
}

#[test]
fn what_is_stratified_is_no_error() {
    for text in [
        "rule r { when { P(x); not Q(x); } then { insert logical P(x + 1); } }",
        "rule r { when { A(x); not P(x); } then { insert P(x); } }",
        "rule r { when { P(x); exists P(1); } then { insert logical P(x + 1); } }",
        "#[allow(rules::unstratified)] rule r { when { A(x); not P(x); } then { insert logical P(x); } }",
    ] {
        assert_eq!(findings(text), "", "{text}");
    }
}

#[test]
fn two_cycles_are_two_errors() {
    assert_snapshot!(findings("
rule a { when { A(x); not P(x); } then { insert logical P(x); } }
rule b { when { A(x); not Q(x); } then { insert logical Q(x); } }
"), @r"
    2:27 unstratified: `not P(x)` in rule `a` depends on what the rule itself derives: `a` inserts `P` -> `not P(x)` in `a` (break the cycle, or insert one of these facts plainly; `#[allow(rules::unstratified)]` lets it pass)
    3:27 unstratified: `not Q(x)` in rule `b` depends on what the rule itself derives: `b` inserts `Q` -> `not Q(x)` in `b` (break the cycle, or insert one of these facts plainly; `#[allow(rules::unstratified)]` lets it pass)
    ");
}
