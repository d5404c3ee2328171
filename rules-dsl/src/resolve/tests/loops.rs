//! `for`: its elements, and what they come from.

use insta::assert_snapshot;

use super::{rule, rule_errors};

#[test]
fn an_element_comes_from_what_is_iterated() {
    assert_snapshot!(
        rule("a @ A { xs }; for x in xs.iter(); B { v: x }; for (i, _) in a.ys.iter().enumerate(); if i > *x;", "f(x, i);"),
        @r#"
    type A reads {xs, ys}
    type B reads {v}
    e0 type 0 reads {0, 1} `a @ A { xs }`
    e1 each `for x in xs.iter()`
    e2 type 1 reads {0} `B { v: x }`
    e3 each `for (i, _) in a.ys.iter().enumerate()`
    v0 a = fact e0
    v1 xs = e0.xs
    v2 x = each e1
    v3 i = each e3
    t0 compare e2.v == v2 [v2 e0 e1 e2] `v: x`
    t1 expr i > *x [v2 v3 e0 e1 e3] `i > *x`
    when e0; e1 = x in (xs.iter()) [v1 e0] bind v2; e2 t0; e3 = (i, _) in (a.ys.iter().enumerate()) [v0 e0] bind v3; t1
    then [v2 v3 e0 e1 e3]
    "#
    );
}

#[test]
fn an_element_that_is_kept_comes_from_itself() {
    assert_snapshot!(
        rule("A { xs }; for x: u32 in xs.iter().copied(); if x > 1; for y: u32 in 0..x;", "f(y);"),
        @r#"
    type A reads {xs}
    e0 type 0 reads {0} `A { xs }`
    e1 each `for x: u32 in xs.iter().copied()`
    e2 each `for y: u32 in 0..x`
    v0 xs = e0.xs
    v1 x = each e1
    v2 y = each e2
    t0 compare v1 > (1) [v1 e1] `x > 1`
    when e0; e1 = x: u32 in (xs.iter().copied()) [v0 e0] bind v1; t0; e2 = y: u32 in (0..x) [v1 e1] bind v2
    then [v2 e2]
    "#
    );
}

#[test]
fn members_of_a_collection_that_is_iterated_are_read_and_may_be_modified() {
    assert_snapshot!(
        rule("xs = collect(X { k }); for x in xs; if x.ok();", "modify x { x.n = 1; }"),
        @r#"
    type X reads {k} whole modified
    e0 inner type 0 reads {0} whole `X { k }`
    e1 accumulate `xs = collect(X { k })`
    e2 each `for x in xs`
    v0 k = e0.k
    v1 xs = accumulate e1
    v2 x = each e2
    t0 expr x.ok() [v2 e1 e2] `x.ok()`
    when e1 = collect e0 { e0 }; e2 = x in (xs) [v1 e1] bind v2; t0
    then [v2 e1 e2] modify of type 0 {n}
    "#
    );
}

#[test]
fn elements_may_stand_inside_and_in_branches() {
    assert_snapshot!(
        rule(
            "A { xs }; not { for x in xs; B { x }; }; either { for y in xs; } or { C { y }; } if f(y);",
            "g(y);"
        ),
        @r#"
    type A reads {xs}
    type B reads {x}
    type C reads {y}
    e0 type 0 reads {0} `A { xs }`
    e1 inner each `for x in xs`
    e2 inner type 1 reads {0} `B { x }`
    e3 each `for y in xs`
    e4 type 2 reads {0} `C { y }`
    v0 xs = e0.xs
    v1 x = each e1
    v2 y = each e3
    v3 y = e4.y
    v4 y = either0 v2 v3
    t0 compare e2.x == v1 [v1 e0 e1 e2] `x`
    t1 expr f(y) [v4 e0 e3 e4] `f(y)`
    when e0; not { e1 = x in (xs) [v0 e0] bind v1; e2 t0 }; either0 { e3 = y in (xs) [v0 e0] bind v2 } or { e4 }; t1
    then [v4 e0 e3 e4]
    "#
    );
}

#[test]
fn the_variables_of_a_loop_are_new() {
    assert_snapshot!(
        rule_errors("A { xs, x };\nfor x in xs;\nfor y in zs;\nB { zs, y };\nnot { for z in xs; };\nif z > y;", ""),
        @r#"
    3:5: duplicate variable `x`, first defined at line 2 (give one of them another name)
    4:10: `zs` is used before it is bound, which it is at line 5 (move the condition that binds it before this one)
    7:4: `z` has no value here: it is local to the `not` at line 6
    "#
    );
}
