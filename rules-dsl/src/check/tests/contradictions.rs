//! Tests that exclude each other, within a pattern and across patterns.

use insta::assert_snapshot;

use super::{findings, in_rule};

#[test]
fn ranges_that_do_not_meet_never_hold() {
    assert_snapshot!(in_rule("A { x: > 5, x: < 3 };
A { x: 1..=3, x: 4.. };
A { x, x: > 5 } if x > 2 && x <= 5;
Order { discount: > 0.5, discount: < 0.5 };"), @r"
    1:34 never: `x: < 3` never holds beside `x: > 5`, which stands at line 1 (one of them has to go)
    2:18 never: `x: 4..` never holds beside `x: 1..=3`, which stands at line 2 (one of them has to go)
    3:29 never: `x <= 5` never holds beside `x: > 5`, which stands at line 3 (one of them has to go)
    4:38 never: `discount: < 0.5` never holds beside `discount: > 0.5`, which stands at line 4 (one of them has to go)
    ");
}

#[test]
fn whole_numbers_have_nothing_between_neighbours() {
    assert_snapshot!(in_rule("A { x: > 5, x: < 6 };
A { x: -1, x: >= 0 };
A { x: 1 | 2, x: != 1, x: != 2 };"), @r"
    1:34 never: `x: < 6` never holds beside `x: > 5`, which stands at line 1 (one of them has to go)
    2:18 never: `x: >= 0` never holds beside `x: -1`, which stands at line 2 (one of them has to go)
    3:30 never: `x: != 2` never holds together with the tests before it (one of them has to go)
    ");
}

#[test]
fn two_constants_are_never_one_value() {
    assert_snapshot!(in_rule(r#"A { x: 1, x: 2 };
Order { customer: "Ann", customer: "Bob" };
Order { customer: "Ann" | "Cid", customer: "Bob" };
Order { mark: 'a', mark: 'b'..='c' };
Order { open: true, open: false };
Order { open: != true, open: != false };
j @ Job { stage: Stage::Open } if j.stage == Stage::Done && j.next == None;
Job { next: Some(_), next: None };
Job { stage: Stage::Open, stage: Stage::Done | Stage::Late };"#), @r#"
    1:30 never: `x: 2` never holds beside `x: 1`, which stands at line 1 (one of them has to go)
    2:36 never: `customer: "Bob"` never holds beside `customer: "Ann"`, which stands at line 2 (one of them has to go)
    3:44 never: `customer: "Bob"` never holds beside `customer: "Ann" | "Cid"`, which stands at line 3 (one of them has to go)
    4:26 never: `mark: 'b'..='c'` never holds beside `mark: 'a'`, which stands at line 4 (one of them has to go)
    5:27 never: `open: false` never holds beside `open: true`, which stands at line 5 (one of them has to go)
    6:33 never: `open: != false` never holds beside `open: != true`, which stands at line 6 (one of them has to go)
    7:35 never: `j.stage == Stage::Done` never holds beside `stage: Stage::Open`, which stands at line 7 (one of them has to go)
    8:28 never: `next: None` never holds beside `next: Some(_)`, which stands at line 8 (one of them has to go)
    9:34 never: `stage: Stage::Done | Stage::Late` never holds beside `stage: Stage::Open`, which stands at line 9 (one of them has to go)
    "#);
}

#[test]
fn a_comparison_and_its_contrary_never_hold() {
    assert_snapshot!(in_rule("Clock { now };
o @ A { x: > limit, x: < limit } if o.y == 1;
Edge(a, b) if a < b && b < a;
Edge(a, b) if a == b && a != b;
Edge(a, b) if b > 1 && a < a;"), @r"
    2:26 never: `x: < limit` never holds beside `x: > limit`, which stands at line 2 (one of them has to go)
    3:24 never: `b < a` never holds beside `a < b`, which stands at line 3 (one of them has to go)
    4:25 never: `a != b` never holds beside `a == b`, which stands at line 4 (one of them has to go)
    5:24 never: `a < a` never holds
    ");
}

#[test]
fn no_value_of_the_type_will_do() {
    assert_snapshot!(in_rule("Order { total: < 0 };
Cell { value: 256 };
n = count(A) if n < 0;"), @r"
    1:34 never: `total: < 0` never holds: `total` is of type `u32`
    2:15 never: `value: 256` never holds: `value` is of type `u8`
    3:17 never: `n < 0` never holds: `count` is of type `usize`
    ");
}

#[test]
fn a_pattern_that_never_holds_is_an_error_wherever_it_stands() {
    assert_snapshot!(in_rule("not A { x: 1, x: 2 };
either { A { x: 1, x: 2 }; } or { B; }
n = count(A { x: > 1, x: < 1 });"), @r"
    1:34 never: `x: 2` never holds beside `x: 1`, which stands at line 1 (one of them has to go)
    2:23 never: `x: 2` never holds beside `x: 1`, which stands at line 2 (one of them has to go)
    3:28 never: `x: < 1` never holds beside `x: > 1`, which stands at line 3 (one of them has to go)
    ");
}

#[test]
fn what_may_hold_is_no_error() {
    for when in [
        "A { x: > 3, x: < 5 };",
        "A { x: 1..=3, x: 3.. };",
        "Job { code: MAX, code: LIMIT };",
        "Job { code: Code::MAX, code: Code::LIMIT };",
        "Job { stage: Stage::Open } if MAX == LIMIT;",
        "Order { discount: > 0.5, discount: < 0.6 };",
        "Order { mark: != 'a', open: != true };",
        "Edge(_a, _b) if _a <= _b && _b <= _a;",
        "Edge(_a, _b) if _a != _b;",
        "Order { discount } if discount != discount;",
        "Order { discount } if discount == discount;",
    ] {
        assert_eq!(in_rule(when), "", "{when}");
    }
}

#[test]
fn what_one_pattern_says_of_a_variable_another_contradicts() {
    assert_snapshot!(in_rule("A { x, x: > 5 };
B { x, z: < 3, x: < 3 };"), @"2:21 never_fires: rule `r` never fires: `x: < 3` excludes `x: > 5`, which stands at line 1");
}

#[test]
fn a_condition_excludes_an_earlier_one() {
    assert_snapshot!(in_rule("A { x, y };
if x > y;
if x > 5;
if y > x;"), @"4:4 never_fires: rule `r` never fires: `y > x` excludes `x > y`, which stands at line 2");
}

#[test]
fn a_branch_that_cannot_hold_is_said_of_the_branch() {
    assert_snapshot!(in_rule("A { x, x: > 5 };
either { B { x, z: 1 };
if x < 3; } or { B { x, z: 2 }; }"), @"3:4 never_fires: in rule `r` this branch never holds: `x < 3` excludes `x: > 5`, which stands at line 1");
}

#[test]
fn a_negation_of_what_cannot_be_always_holds() {
    assert_snapshot!(in_rule("A { x, x: > 5 };
not B { x, x: < 3 };"), @"2:17 subsumed_condition: in rule `r` this `not` always holds: `x: < 3` excludes `x: > 5`, which stands at line 1 (leave it out, or mend it)");
}

#[test]
fn an_exists_of_what_cannot_be_never_fires() {
    assert_snapshot!(in_rule("A { x, x: > 5 };
exists B { x, x: < 3 };"), @"2:20 never_fires: rule `r` never fires: `x: < 3` excludes `x: > 5`, which stands at line 1");
}

#[test]
fn equal_fields_share_their_values() {
    assert_snapshot!(in_rule("A { x, y: x, x: 1 };
if x == 2;"), @"2:4 never_fires: rule `r` never fires: `x == 2` excludes `x: 1`, which stands at line 1");
}

#[test]
fn a_let_is_one_value_everywhere() {
    assert_snapshot!(in_rule("A { x, y };
let d = x - y;
if d > 5;
if d < 3;"), @"4:4 never_fires: rule `r` never fires: `d < 3` excludes `d > 5`, which stands at line 3");
}

#[test]
fn an_allowed_warning_is_not_said() {
    assert_snapshot!(findings("
#[allow(rules::never_fires)]
rule r { when { A(x) if x > 1; if x < 1; } then {} }
rule s { when { A(x) if x > 1; if x < 1; } then {} }
"), @r"
    4:6 duplicate_rule: rule `s` has the conditions and the effects of rule `r`, written at line 3 (leave one of them out)
    4:35 never_fires: rule `s` never fires: `x < 1` excludes `x > 1`, which stands at line 4
    ");
}

#[test]
fn constants_of_one_letter_may_be_one_number() {
    assert_eq!(
        findings(
            "
fact F { x: u8, y: u8, mark: Mark }
rule a { when { F { x: Q::A, x: Q::B }; } then {} }
rule b { when { F { x } if x == Q::A && x == Q::B; } then {} }
rule c { when { F { x, y: 1 } if matches!(x, Q::A | Q::B) && x == Q::C; } then {} }
rule d { when { F { y: 1, x: Q::A | 7 }; } then {} }
rule e { when { F { x: Q::A, y: 1 }; not F { x: Q::B, y: 1 }; } then {} }
"
        ),
        ""
    );
    assert_snapshot!(findings("
fact F { x: u8, mark: Mark }
rule a { when { F { mark: Mark::X, mark: Mark::O }; } then {} }
"), @"3:42 never: `mark: Mark::O` never holds beside `mark: Mark::X`, which stands at line 3 (one of them has to go)");
}
