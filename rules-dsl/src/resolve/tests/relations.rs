//! How events stand to each other in time.

use insta::assert_snapshot;

use super::{errors, model};

/// A ruleset with a clock and events, and a rule with these conditions.
fn with_events(when: &str) -> String {
    format!(
        "#[clock(u64)] ruleset R; #[event(at = at)] fact A {{ at: u64 }} \
         #[event(at = from, until = to)] fact B {{ from: u64, to: u64 }} fact C {{ x: u64 }} \
         rule r {{ when {{ {when} }} then {{ }} }}"
    )
}

#[test]
fn a_relation_implies_bounds_for_either_event() {
    assert_snapshot!(model(&with_events("b @ B; A within 10 after b;")), @r"
    type A reads {at}
    type B reads {from, to}
    type C reads {}
    e0 type 1 reads {0, 1} `b @ B`
    e1 type 0 reads {0} `A within 10 after b`
    v0 b = fact e0
    v1 __join0 = e1.at
    v2 __join1 = e1.at
    v3 __join2 = e0.from
    v4 __join3 = e0.to
    t0 relation (__rt::is_within::<__R_clock_>(__join3, __join0, 10)) implies e0.to <= e1.at implies e1.at <= (__join3 + 10) implies e0.to >= (__join0 - 10) [v1 v4 e0 e1] `within 10 after b`
    when e0; e1 t0
    then []
    ");
    assert_snapshot!(model(&with_events("a @ A; A within LONG of a;")), @r"
    type A reads {at}
    type B reads {}
    type C reads {}
    e0 type 0 reads {0} `a @ A`
    e1 type 0 reads {0} `A within LONG of a`
    v0 a = fact e0
    v1 __join0 = e1.at
    v2 __join1 = e1.at
    v3 __join2 = e0.at
    v4 __join3 = e0.at
    v5 __join4 = fact e1
    v6 __join5 = fact e0
    t0 relation !__rt::are_one(&__join4, &__join5) && (__rt::is_within::<__R_clock_>(__join3, __join0, LONG) || __rt::is_within::<__R_clock_>(__join1, __join2, LONG)) implies e1.at <= (__join3 + LONG) implies e0.at >= (__join0 - LONG) implies e0.at <= (__join0 + LONG) implies e1.at >= (__join3 - LONG) [v1 v2 v3 v4 v5 v6 e0 e1] `within LONG of a`
    when e0; e1 t0
    then []
    ");
}

#[test]
fn events_of_branches_have_their_own_times() {
    assert_snapshot!(model(&with_events("either { e @ A; } or { e @ B; } A before e;")), @r"
    type A reads {at}
    type B reads {from, to}
    type C reads {}
    e0 type 0 reads {0} `e @ A`
    e1 type 1 reads {0, 1} `e @ B`
    e2 type 0 reads {0} `A before e`
    v0 e = fact e0
    v1 e = fact e1
    v2 e = either0 v0 v1
    v3 __join0 = e2.at
    v4 __join1 = e2.at
    v5 __join2 = e0.at
    v6 __join2 = e1.from
    v7 __join2 = either0 v5 v6
    v8 __join5 = e0.at
    v9 __join5 = e1.to
    v10 __join5 = either0 v8 v9
    v11 __join8 = fact e2
    v12 __join9 = fact e0
    v13 __join9 = fact e1
    v14 __join9 = either0 v12 v13
    t0 relation !__rt::are_one(&__join8, &__join9) && (__join1 <= __join2) implies e2.at <= v7 [v4 v7 v11 v14 e0 e1 e2] `before e`
    when either0 { e0 } or { e1 }; e2 t0
    then []
    ");
}

#[test]
fn what_is_no_event_has_no_relation() {
    assert_snapshot!(errors(&with_events("a @ A { at }; C after a; c @ C { x }; A after c; A after x; A before at;")), @r"
    1:175: `C` is no event, so nothing says when it is `after` another (give it a time: `#[event(at = field)]` on the `fact` or the `use` that brings it in)
    1:205: `c` is a `C`, which is no event (give it a time: `#[event(at = field)]` on the `fact` or the `use` that brings it in)
    1:216: `x` is a value and not the variable of an event, bound at line 1 (name the event itself: `a @ A { … };`, and `after a`)
    1:228: `at` is a value and not the variable of an event, bound at line 1 (name the event itself: `a @ A { … };`, and `after a`)
    ");
    assert_snapshot!(errors(&with_events("a @ A after a; A after d; A after b; b @ B; not { z @ A; } A before z;")), @r"
    1:171: `a` is the event itself, and none is `after` itself (relate it to an event of an earlier condition)
    1:182: nothing binds `d` (name an event of an earlier condition: `d @ Type { … };`)
    1:193: `b` is used before it is bound, which it is at line 1 (move the condition that binds it before this one)
    1:227: `z` has no value here: it is local to the `not` at line 1
    ");
    assert_snapshot!(errors("rule r { when { a @ A; B within 10 after a; } then {} }"), @"1:36: `after` relates events, and the ruleset has no clock that would give them a time (put it before the ruleset: `#[clock(u64)] ruleset Name;`, with the type of your instants)");
    assert_snapshot!(errors(&with_events("a @ A; A within 1 + 2 of a; A within 0 of a; A within 10s of a;")), @r"
    1:175: a span is a constant (write it with its unit, `10s`, with an integer clock as a number, or name a `const`)
    1:196: this never holds: what is within `0` is less than that apart (of equal times alone: `if a.at == b.at`)
    1:213: the clock is of integers, `u64`, and `10s` has a unit (write the number of the clock's own units: `10`)
    ");
}
