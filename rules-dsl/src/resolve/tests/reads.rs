//! Which fields a rule reads of its facts.

use insta::assert_snapshot;

use super::rule;

#[test]
fn fields_in_patterns_and_conditions_are_read_but_not_those_in_the_block() {
    assert_snapshot!(
        rule("m @ Move { row, _x: _ } if m.items.len() > row; let t = m.total * 2;", "f(m.other, t);"),
        @r#"
    type Move reads {row, _x, items, total}
    e0 type 0 reads {0, 1, 2, 3} `m @ Move { row, _x: _ } if m.items.len() > row`
    v0 m = fact e0
    v1 row = e0.row
    v2 t = t1
    t0 expr m.items.len() > row [v0 v1 e0] `m.items.len() > row`
    t1 let t = m.total * 2 bind v2 [v0 e0] `let t = m.total * 2`
    when e0 t0; t1
    then [v0 v2 e0]
    "#
    );
}

#[test]
fn a_fact_passed_on_is_read_whole_and_its_handle_is_not() {
    assert_snapshot!(
        rule("a @ A; b @ B if a.handle() != b.handle(); c @ C if f(c); d @ D if d.ok();", ""),
        @r#"
    type A reads {}
    type B reads {}
    type C reads {} whole
    type D reads {} whole
    e0 type 0 reads {} `a @ A`
    e1 type 1 reads {} `b @ B if a.handle() != b.handle()`
    e2 type 2 reads {} whole `c @ C if f(c)`
    e3 type 3 reads {} whole `d @ D if d.ok()`
    v0 a = fact e0
    v1 b = fact e1
    v2 c = fact e2
    v3 d = fact e3
    t0 expr a.handle() != b.handle() [v0 v1 e0 e1] `a.handle() != b.handle()`
    t1 expr f(c) [v2 e2] `f(c)`
    t2 expr d.ok() [v3 e3] `d.ok()`
    when e0; e1 t0; e2 t1; e3 t2
    then []
    "#
    );
}

#[test]
fn a_macro_reads_fields_or_the_whole() {
    assert_snapshot!(rule("a @ A; b @ B if own!(a.x, b); c @ C if matches!(c.y, 1..=2);", ""), @r#"
    type A reads {x}
    type B reads {} whole
    type C reads {y}
    e0 type 0 reads {0} `a @ A`
    e1 type 1 reads {} whole `b @ B if own!(a.x, b)`
    e2 type 2 reads {0} `c @ C if matches!(c.y, 1..=2)`
    v0 a = fact e0
    v1 b = fact e1
    v2 c = fact e2
    t0 expr own!(a.x, b) [v0 v1 e0 e1] `own!(a.x, b)`
    t1 expr matches!(c.y, 1..=2) [v2 e2] `matches!(c.y, 1..=2)`
    when e0; e1 t0; e2 t1
    then []
    "#);
}

#[test]
fn members_of_a_collection_are_read_where_it_is_used() {
    assert_snapshot!(
        rule("xs = collect(x @ X { a }); ys = collect(Y) if ys.len() > 1 && !ys.is_empty(); if f(xs);", ""),
        @r#"
    type X reads {a} whole
    type Y reads {}
    e0 inner type 0 reads {0} whole `x @ X { a }`
    e1 accumulate `xs = collect(x @ X { a })`
    e2 inner type 1 reads {} `Y`
    e3 accumulate `ys = collect(Y) if ys.len() > 1 && !ys.is_empty()`
    v0 x = fact e0
    v1 a = e0.a
    v2 xs = accumulate e1
    v3 ys = accumulate e3
    t0 expr ys.len() > 1 [v3 e3] `ys.len() > 1`
    t1 expr !ys.is_empty() [v3 e3] `!ys.is_empty()`
    t2 expr f(xs) [v2 e1] `f(xs)`
    when e1 = collect e0 { e0 }; e3 = collect e2 { e2 } t0 t1; t2
    then []
    "#
    );
}

#[test]
fn a_variant_and_its_fields_are_read() {
    assert_snapshot!(rule("Shape::Circle { r }; Signal::Red;", ""), @r#"
    type Shape reads {Circle, Circle.r}
    type Signal reads {Red}
    e0 type 0 Shape::Circle reads {0, 1} `Shape::Circle { r }`
    e1 type 1 Signal::Red reads {0} `Signal::Red`
    v0 r = e0.r
    t0 variant e0 [e0] `Shape::Circle`
    t1 variant e1 [e1] `Signal::Red`
    when e0 t0; e1 t1
    then []
    "#);
}
