//! Conditions that others imply or exclude.

use insta::assert_snapshot;

use super::{findings, in_rule};

#[test]
fn a_test_that_an_earlier_one_implies() {
    assert_snapshot!(in_rule("A { x, x: > 5 };
if x > 3;
if x != 2;
B { x, z } if z == x;
B { x, z: u } if u == x && x > 4;
Job { stage: Stage::Open, stage: != Stage::Done };"), @r"
    2:4 subsumed_condition: in rule `r`, `x > 3` holds wherever `x: > 5` does, which stands at line 1 (leave it out)
    3:4 subsumed_condition: in rule `r`, `x != 2` holds wherever `x: > 5` does, which stands at line 1 (leave it out)
    5:28 subsumed_condition: in rule `r`, `x > 4` holds wherever `x: > 5` does, which stands at line 1 (leave it out)
    6:37 subsumed_condition: in rule `r`, `stage: != Stage::Done` holds wherever `stage: Stage::Open` does, which stands at line 6 (leave it out)
    ");
}

#[test]
fn a_test_that_several_imply() {
    assert_snapshot!(in_rule("A { x, y: x, x: > 5 };
if x + 1 > y;
if y > 3;
if x + 1 > y;"), @"4:4 subsumed_condition: in rule `r`, `x + 1 > y` holds wherever `x + 1 > y` does, which stands at line 2 (leave it out)");
}

#[test]
fn an_exists_of_what_there_is() {
    assert_snapshot!(in_rule("A { x: 1, y: 2 };
exists A { x: 1 };
exists A { x: 2 };
exists { A { x: 2 }; A { y: 2 }; };"), @r"
    2:8 subsumed_condition: in rule `r`, `exists A { x: 1 }` holds wherever `A { x: 1, y: 2 }` does, which stands at line 1 (leave it out)
    4:10 subsumed_condition: in rule `r`, `exists { A { x: 2 }; A { y: 2 }; }` holds wherever `A { x: 2 }` does, which stands at line 3 (leave it out)
    ");
}

#[test]
fn a_question_is_not_its_guard() {
    assert_snapshot!(findings("fact A { x: i32 }
query known(x: i32) { when { A { x }; } }
rule r { when { A { x }; known(x) if x > 3; } then {} }"), @"3:26 subsumed_condition: in rule `r`, `known(x)` holds wherever `A { x }` does, which stands at line 3 (leave it out)");
}

#[test]
fn a_question_asked_by_recursion_is_not_its_guard() {
    assert_snapshot!(findings("fact A { x: i32, y: i32 }
query known(x: i32) { when { either { A { x }; } or { A { x, y }; known(y); } } }
rule r { when { A { x }; known(x) if x > 3; exists known(x); known(x); } then {} }"), @"");
}

#[test]
fn texts_are_equal_as_their_types_say() {
    assert_snapshot!(findings("struct Name;
fact A { x: String, name: Name, other: Name }
rule r { when { A { x, name, other: \"a\" } if x == \"a\" && x == \"b\" && name == \"a\" && name == \"A\"; } then {} }"), @"3:58 never: `x == \"b\"` never holds beside `x == \"a\"`, which stands at line 3 (one of them has to go)");
}

#[test]
fn a_not_of_what_there_is() {
    assert_snapshot!(in_rule("not A { x: > 3 };
A { x: 5 };"), @"2:1 never_fires: rule `r` never fires: `A { x: 5 }` excludes `not A { x: > 3 }`, which stands at line 1");
}

#[test]
fn a_not_after_what_there_is() {
    assert_snapshot!(in_rule("Edge(a, b); Edge(b, c);
not { Edge(p, q); Edge(q, r) if p == a && r == c; };"), @"2:7 never_fires: rule `r` never fires: `not { Edge(p, q); Edge(q, r) if p == a && r == c; }` excludes `Edge(b, c)`, which stands at line 1");
}

#[test]
fn a_not_of_an_exists() {
    assert_snapshot!(in_rule("exists A { x: 1, y: 2 };
not A { y: 2 };"), @"2:5 never_fires: rule `r` never fires: `not A { y: 2 }` excludes `A { x: 1, y: 2 }`, which stands at line 1");
}

#[test]
fn a_not_that_another_implies() {
    assert_snapshot!(in_rule("not A { x: 1 };
not A { x: 1, y: 2 };
not Signal::Red;
not Signal;"), @r"
    2:5 subsumed_condition: in rule `r`, `not A { x: 1, y: 2 }` holds wherever `not A { x: 1 }` does, which stands at line 1 (leave it out)
    3:5 subsumed_condition: in rule `r`, `not Signal::Red` holds wherever `not Signal` does, which stands at line 4 (leave it out)
    ");
}

#[test]
fn of_two_equal_negations_the_second_is_too_many() {
    assert_snapshot!(in_rule("B { x };
not A { x };
not A { x };"), @"3:5 subsumed_condition: in rule `r`, `not A { x }` holds wherever `not A { x }` does, which stands at line 2 (leave it out)");
}

#[test]
fn a_branch_has_what_stands_around_it() {
    assert_snapshot!(in_rule("A { x: 1 };
either { not A { x: 1 }; } or { exists A { x: 1 }; }"), @r"
    2:14 never_fires: in rule `r` this branch never holds: `not A { x: 1 }` excludes `A { x: 1 }`, which stands at line 1
    2:40 subsumed_condition: in rule `r`, `exists A { x: 1 }` holds wherever `A { x: 1 }` does, which stands at line 1 (leave it out)
    ");
}

#[test]
fn what_asks_something_is_not_subsumed() {
    for when in [
        "A { x: > 3 }; not A { x: > 5 };",
        "A { x: 1 }; A { x: 1 };",
        "not A { x: 1 }; not A { y: 1 };",
        "A { x: 1 }; exists { A { x: 1 }; B; };",
        "A { x }; not A { x, y: 1 };",
        "a @ A { x }; not b @ A { x } if a.handle() != b.handle();",
        "A { x: > 3 }; if true;",
        "not A { x: 1 }; not B { x: 1 };",
        "A { x, y } if x > 1 && x < 10 && y > x;",
    ] {
        assert_eq!(in_rule(when), "", "{when}");
    }
}
