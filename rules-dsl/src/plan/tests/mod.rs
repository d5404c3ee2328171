//! Where conditions and tests stand in a plan.

mod outline;

use insta::assert_snapshot;

use outline::{joined, written};

#[test]
fn a_test_is_made_as_soon_as_what_it_needs_is_bound() {
    assert_snapshot!(joined("A { x, y }; B { x: z }; if y > 3; if z > y;"), @r#"
    scan A own [y > 3]
    scan B joins [z > y]
    "#);
}

#[test]
fn an_equality_with_what_is_bound_is_a_key() {
    assert_snapshot!(joined("A { x, y }; B { x, y: == y + 1 };"), @r#"
    scan A
    scan B joins [x] [y: == y + 1] by [x] [y: == y + 1]
    "#);
    assert_snapshot!(joined("A { x }; B { x, y: == x + 1 };"), @r#"
    scan A
    scan B joins [x] [y: == x + 1] by [x]
    "#);
}

#[test]
fn user_code_is_no_key_where_a_test_to_its_left_may_guard_it() {
    assert_snapshot!(joined("A { x, y }; B { x: > x, y: == 10 / (y - x) };"), @r#"
    scan A
    scan B joins [x: > x] [y: == 10 / (y - x)]
    "#);
}

#[test]
fn a_test_that_runs_user_code_stays_behind_those_that_may_guard_it() {
    assert_snapshot!(joined("A { x, y }; B { x: z }; if z > x; if 10 / (x - 1) > 2;"), @r#"
    scan A
    scan B joins [z > x] [10 / (x - 1) > 2]
    "#);
}

#[test]
fn a_let_is_no_step() {
    assert_snapshot!(joined("A { x }; let twice = x * 2; B { x: == twice };"), @r#"
    scan A
    scan B joins [x: == twice] by [x: == twice]
    "#);
}

#[test]
fn each_choice_of_branches_is_a_nest() {
    assert_snapshot!(
        joined("A { x }; either { B { x: z }; } or { C { y: z }; } if z > x;"), @r#"
    scan A
    branch 0
    scan B joins [z > x]
    --
    scan A
    branch 1
    scan C joins [z > x]
    "#);
}

#[test]
fn branches_that_share_groups_keep_their_tests() {
    assert_snapshot!(
        joined("n = count(A { y }) by (y); either { if n > 1; } or { if n < 1; }"), @r#"
    accumulate
      scan A
    branch 0
    test [n > 1]
    --
    accumulate
      scan A
    branch 1
    test [n < 1]
    "#);
}

#[test]
fn a_quantifier_over_one_pattern_has_that_pattern_with_all_tests_as_written() {
    assert_snapshot!(joined("A { x, y }; not B { x } if y > 1;"), @r#"
    scan A
    not counts joins [x] [y > 1] by [x]
      test [y > 1]
      scan B joins [x] by [x]
    "#);
}

#[test]
fn inner_tests_of_outer_facts_come_before_the_inner_loops() {
    assert_snapshot!(joined("A { x, y }; exists { B { x }; C { x }; if y > 1; }"), @r#"
    scan A
    exists
      test [y > 1]
      scan B joins [x] by [x]
      scan C joins [x] by [x]
    "#);
}

#[test]
fn what_needs_nothing_is_asked_of_the_first_fact() {
    assert_snapshot!(joined("if 1 + 1 == 2; A { x }; B { x };"), @r#"
    scan A own [1 + 1 == 2]
    scan B joins [x] by [x]
    "#);
}

#[test]
fn as_written_tests_stay_with_their_conditions() {
    assert_snapshot!(written("A { x, y }; B { x: z } if y > 3; if z > y;"), @r#"
    scan A
    scan B joins [y > 3]
    test [z > y]
    "#);
}

#[test]
fn as_written_branches_are_steps() {
    assert_snapshot!(
        written("A { x }; either { B { x: z }; } or { C { y: z }; } if z > x; let w = z;"), @r#"
    scan A
    either
      branch 0
      scan B
      branch 1
      scan C
    test [z > x]
    test [let w = z]
    "#);
}
