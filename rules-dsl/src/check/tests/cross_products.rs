//! Patterns that share nothing, and those that do.

use insta::assert_snapshot;

use super::{in_block, in_rule};

#[test]
fn patterns_that_share_nothing_are_paired() {
    assert_snapshot!(in_rule("A { x: _a, y }; if y > 1;
B { z };
Edge(from, _) if from > 1;
if z > 2;"), @r"
    2:1 cross_product: rule `r` pairs every `B` with every `A`: nothing relates it to the pattern at line 1 (join them by a field; `#[allow(rules::cross_product)]` where every pair is meant)
    3:1 cross_product: rule `r` pairs every `Edge` with every `A`: nothing relates it to the pattern at line 1 (join them by a field; `#[allow(rules::cross_product)]` where every pair is meant)
    ");
}

#[test]
fn what_is_related_is_no_product() {
    for when in [
        "A { x, y: _ }; B { x };",
        "A { x }; B { z } if z > x;",
        "A { x }; B { z }; if x < z;",
        "A { x }; B { z }; not Edge(a, b) if a as i32 == x && b as i32 == z;",
        "A { x }; Edge(_a, _b) if _a == _b; if x > 1;",
        "A { x } if x > 1; B;",
        "A { x } if x > 1; Clock { now } if now > 5;",
        "A { x } if x > 1; Cell { row: 1, column: 2, value } if value > 1;",
        "A { x }; B { z }; for y in x..z; if y > 1;",
        "a @ A; b @ B if a.x == b.x;",
        "A { x }; B { z }; n = count(Edge(p, q) if p as i32 == x && q as i32 == z); if n > 1;",
        "A { x }; B { z }; let sum = x + z; if sum > 1;",
    ] {
        assert_eq!(in_rule(when), "", "{when}");
    }
}

#[test]
fn a_key_that_is_not_constant_is_a_partner() {
    assert_snapshot!(in_rule("A { x } if x > 1;
Cell { row: 1, column, value } if value > column;"), @"2:1 cross_product: rule `r` pairs every `Cell` with every `A`: nothing relates it to the pattern at line 1 (join them by a field; `#[allow(rules::cross_product)]` where every pair is meant)");
}

#[test]
fn a_trigger_is_the_only_pattern_of_its_type_and_reads_nothing() {
    let block = "if x > 1 { retract b; }";
    assert_eq!(in_block("b @ B; A { x };", block), "");
    assert_eq!(in_block("A { x }; b @ B; not Edge(_, _);", block), "");
    for when in [
        "A { x }; b @ B if b.z > 1;",
        "A { x }; b @ B; exists B { z: 1 };",
    ] {
        let found = in_block(when, block);
        assert!(found.contains("cross_product"), "{when}: {found}");
    }
}

#[test]
fn of_three_sets_two_are_too_many() {
    assert_snapshot!(in_rule("A { x } if x > 1;
B { x: u } if u > 1;
A { y } if y > 1;"), @r"
    2:1 cross_product: rule `r` pairs every `B` with every `A`: nothing relates it to the pattern at line 1 (join them by a field; `#[allow(rules::cross_product)]` where every pair is meant)
    3:1 cross_product: rule `r` pairs every `A` with every `A`: nothing relates it to the pattern at line 1 (join them by a field; `#[allow(rules::cross_product)]` where every pair is meant)
    ");
}
