//! Accumulates: their functions, keys and results.

use insta::assert_snapshot;

use super::{rule, rule_errors};

#[test]
fn an_expression_sees_the_conditions_inside() {
    assert_snapshot!(
        rule(
            "G { id }; t = sum(v * x.w for x @ X { id, v }); lo = min(x.a for x @ X); hi = max(v for Y { v }); \
             mean = avg((v + id) as f64 for Z(v)) if mean > 1.0;",
            "f(t, lo, hi);"
        ),
        @r#"
    type G reads {id}
    type X reads {id, v, w, a}
    type Y reads {v}
    type Z reads {0}
    e0 type 0 reads {0} `G { id }`
    e1 inner type 1 reads {0, 1, 2} `x @ X { id, v }`
    e2 accumulate `t = sum(v * x.w for x @ X { id, v })`
    e3 inner type 1 reads {3} `x @ X`
    e4 accumulate `lo = min(x.a for x @ X)`
    e5 inner type 2 reads {0} `Y { v }`
    e6 accumulate `hi = max(v for Y { v })`
    e7 inner type 3 reads {0} `Z(v)`
    e8 accumulate `mean = avg((v + id) as f64 for Z(v)) if mean > 1.0`
    v0 id = e0.id
    v1 x = fact e1
    v2 v = e1.v
    v3 t = accumulate e2
    v4 x = fact e3
    v5 lo = accumulate e4
    v6 v = e5.v
    v7 hi = accumulate e6
    v8 v = e7.0
    v9 mean = accumulate e8
    t0 compare e1.id == v0 [v0 e0 e1] `id`
    t1 compare v9 > (1.0) [v9 e8] `mean > 1.0`
    when e0; e2 = sum (v * x.w) [v1 v2 e1] { e1 t0 }; e4 = min (x.a) [v4 e3] { e3 }; e6 = max (v) [v6 e5] { e5 }; e8 = avg ((v + id) as f64) [v0 v8 e0 e7] { e7 } t1
    then [v3 v5 v7 e2 e4 e6]
    "#
    );
}

#[test]
fn an_expression_may_range_over_a_block() {
    assert_snapshot!(
        rule("t = sum(v * w for { Factor { card, name, v }; Weight { name, w } if w > 0; }) by (card);", "f(card, t);"),
        @r#"
    type Factor reads {card, name, v}
    type Weight reads {name, w}
    e0 inner type 0 reads {0, 1, 2} `Factor { card, name, v }`
    e1 inner type 1 reads {0, 1} `Weight { name, w } if w > 0`
    e2 accumulate `t = sum(v * w for { Factor { card, name, v }; Weight { name, w } if w > 0; }) by (card)`
    v0 card = e0.card
    v1 name = e0.name
    v2 v = e0.v
    v3 w = e1.w
    v4 t = accumulate e2
    v5 card = key e2 v0
    t0 compare e1.name == v1 [v1 e0 e1] `name`
    t1 compare v3 > (0) [v3 e1] `w > 0`
    when e2 = sum (v * w) [v2 v3 e0 e1] { e0; e1 t0 t1 } by v0
    then [v4 v5 e2]
    "#
    );
}

#[test]
fn the_best_is_a_fact_and_read_as_the_facts_inside_are() {
    assert_snapshot!(
        rule(
            "best = max_by(x.score for x @ X { team }); X { team: == best.team } if best.rank == 1; \
             worst = min_by(v for Y { v }) if worst.ok();",
            "modify best { best.rank = 2; } retract worst; f(best.name);"
        ),
        @r#"
    type X reads {team, score, rank} modified
    type Y reads {v} whole
    e0 inner type 0 reads {0, 1, 2} `x @ X { team }`
    e1 best e0 type 0 `best = max_by(x.score for x @ X { team })`
    e2 type 0 reads {0} `X { team: == best.team } if best.rank == 1`
    e3 inner type 1 reads {0} whole `Y { v }`
    e4 best e3 type 1 `worst = min_by(v for Y { v }) if worst.ok()`
    v0 x = fact e0
    v1 team = e0.team
    v2 best = fact e1
    v3 v = e3.v
    v4 worst = fact e4
    t0 compare e2.team == e1.team [v2 e1 e2] `team: == best.team`
    t1 compare e1.rank == (1) [v2 e1] `best.rank == 1`
    t2 expr worst.ok() [v4 e4] `worst.ok()`
    when e1 = max_by (x.score) [v0 e0] e0 { e0 }; e2 t0 t1; e4 = min_by (v) [v3 e3] e3 { e3 } t2
    then [v2 v4 e1 e4] modify e1 {rank} retract e4
    "#
    );
}

#[test]
fn keys_are_bound_and_all_else_stays_inside() {
    assert_snapshot!(
        rule(
            "n = count({ A { k, j: Some(j), x }; B { x }; }) by (k, j) if n > 3; C { k, y };",
            "f(k, j, y);"
        ),
        @r#"
    type A reads {k, j, x}
    type B reads {x}
    type C reads {k, y}
    e0 inner type 0 reads {0, 1, 2} `A { k, j: Some(j), x }`
    e1 inner type 1 reads {0} `B { x }`
    e2 accumulate `n = count({ A { k, j: Some(j), x }; B { x }; }) by (k, j) if n > 3`
    e3 type 2 reads {0, 1} `C { k, y }`
    v0 k = e0.k
    v1 j = t0
    v2 x = e0.x
    v3 n = accumulate e2
    v4 k = key e2 v0
    v5 j = key e2 v1
    v6 y = e3.y
    t0 match e0.j Some(j) bind v1 [e0] `j: Some(j)`
    t1 compare e1.x == v2 [v2 e0 e1] `x`
    t2 compare v3 > (3) [v3 e2] `n > 3`
    t3 compare e3.k == v4 [v4 e2 e3] `k`
    when e2 = count { e0 t0; e1 t1 } by v0 v1 t2; e3 t3
    then [v4 v5 v6 e2 e3]
    "#
    );
}

#[test]
fn a_key_may_be_a_fact_or_computed() {
    assert_snapshot!(
        rule("t = sum(b.v for { a @ A; b @ B { id: == a.id }; let d = b.v / 10; }) by (a, d); if a.x > d;", "modify a { a.t = t; }"),
        @r#"
    type A reads {id, x} modified
    type B reads {id, v}
    e0 inner type 0 reads {0, 1} `a @ A`
    e1 inner type 1 reads {0, 1} `b @ B { id: == a.id }`
    e2 accumulate `t = sum(b.v for { a @ A; b @ B { id: == a.id }; let d = b.v / 10; }) by (a, d)`
    v0 a = fact e0
    v1 b = fact e1
    v2 d = t1
    v3 t = accumulate e2
    v4 a = key e2 v0
    v5 d = key e2 v2
    t0 compare e1.id == e0.id [v0 e0 e1] `id: == a.id`
    t1 let d = b.v / 10 bind v2 [v1 e1] `let d = b.v / 10`
    t2 expr a.x > d [v4 v5 e2] `a.x > d`
    when e2 = sum (b.v) [v1 e1] { e0; e1 t0; t1 } by v0 v2; t2
    then [v3 v4 e2] modify of type 0 {t}
    "#
    );
}

#[test]
fn a_collection_or_a_best_may_be_grouped() {
    assert_snapshot!(
        rule(
            "xs = collect(x @ X { k }) by (k) if xs.len() > 1; best = max_by(v for Y { v, g }) by (g) if best.n > 1;",
            "for x in xs { modify x { x.v = k; } } f(best, g);"
        ),
        @r#"
    type X reads {k} modified
    type Y reads {v, g, n}
    e0 inner type 0 reads {0} `x @ X { k }`
    e1 accumulate `xs = collect(x @ X { k }) by (k) if xs.len() > 1`
    e2 inner type 1 reads {0, 1, 2} `Y { v, g }`
    e3 best e2 type 1 `best = max_by(v for Y { v, g }) by (g) if best.n > 1`
    v0 x = fact e0
    v1 k = e0.k
    v2 xs = accumulate e1
    v3 k = key e1 v1
    v4 v = e2.v
    v5 g = e2.g
    v6 best = fact e3
    v7 g = key e3 v5
    t0 expr xs.len() > 1 [v2 e1] `xs.len() > 1`
    t1 compare e3.n > (1) [v6 e3] `best.n > 1`
    when e1 = collect e0 { e0 } by v1 t0; e3 = max_by (v) [v4 e2] e2 { e2 } by v5 t1
    then [v2 v3 v6 v7 e1 e3] modify of type 0 {v}
    "#
    );
}

#[test]
fn accumulates_stand_in_accumulates() {
    assert_snapshot!(
        rule(
            "xs = collect({ top = max_by(p.score for p @ P { team }) by (team) if top.score > 0; }) if f(xs);",
            "g(xs);"
        ),
        @r#"
    type P reads {team, score} whole
    e0 inner type 0 reads {0, 1} whole `p @ P { team }`
    e1 inner best e0 type 0 `top = max_by(p.score for p @ P { team }) by (team) if top.score > 0`
    e2 accumulate `xs = collect({ top = max_by(p.score for p @ P { team }) by (team) if top.score > 0; }) if f(xs)`
    v0 p = fact e0
    v1 team = e0.team
    v2 top = fact e1
    v3 team = key e1 v1
    v4 xs = accumulate e2
    t0 compare e1.score > (0) [v2 e1] `top.score > 0`
    t1 expr f(xs) [v4 e2] `f(xs)`
    when e2 = collect e1 { e1 = max_by (p.score) [v0 e0] e0 { e0 } by v1 t0 } t1
    then [v4 e2]
    "#
    );
}

#[test]
fn an_accumulator_of_the_user_is_named() {
    assert_snapshot!(
        rule("m = accumulate(stats::Median<f64>, x.v for x @ X { k }) by (k);", "f(m, k);"),
        @r#"
    type X reads {k, v}
    e0 inner type 0 reads {0, 1} `x @ X { k }`
    e1 accumulate `m = accumulate(stats::Median<f64>, x.v for x @ X { k }) by (k)`
    v0 x = fact e0
    v1 k = e0.k
    v2 m = accumulate e1
    v3 k = key e1 v1
    when e1 = stats::Median<f64> (x.v) [v0 e0] { e0 } by v1
    then [v2 v3 e1]
    "#
    );
}

#[test]
fn a_key_is_a_variable_of_the_inside() {
    assert_snapshot!(
        rule_errors(
            "G { id };\nn = count(A { id, kind }) by (knd);\nm = sum(v for A { v }) by (id);\n\
             o = count({ A; not B { z }; }) by (z);\nif n + z > knd;",
            ""
        ),
        @r#"
    3:31: the conditions of the `count` bind no `knd` (did you mean `kind`?)
    4:28: `id` is bound before the `sum`: there is one group of it (a key may be `v`)
    5:36: the conditions of the `count` bind no `z`
    "#
    );
}

#[test]
fn a_result_and_its_keys_have_different_names() {
    assert_snapshot!(
        rule_errors("k = count(A { k }) by (k);\nn = count(B { j }) by (j, j);", ""),
        @r#"
    2:24: duplicate variable `k`, first defined at line 2 (give one of them another name)
    3:27: duplicate variable `j`, first defined at line 3 (give one of them another name)
    "#
    );
}

#[test]
fn what_is_inside_stays_there() {
    assert_snapshot!(
        rule_errors("t = sum(x.v for x @ X { k, v }) by (k);\nif x.v > t;\nY { v };", ""),
        @r#"
    4:5: `v` cannot be bound here: it is local to the `sum` at line 2 (bind it before that condition to join with it, or rename one of them)
    3:4: `x` has no value here: it is local to the `sum` at line 2
    "#
    );
}

#[test]
fn a_best_must_know_its_fact() {
    assert_snapshot!(
        rule_errors("b = max_by(x for { A { x }; B { x }; });\nc = min_by(y for { not A { z }; });", ""),
        @r#"
    2:5: `max_by` needs to know which fact it finds (give a name to that one and to no other: `max_by(x.v for { x @ A; B; })`)
    3:5: `min_by` needs to know which fact it finds (give a name to that one and to no other: `min_by(x.v for { x @ A; B; })`)
    "#
    );
}

#[test]
fn a_result_that_is_no_fact_is_not_modified() {
    assert_snapshot!(
        rule_errors("t = sum(v for X { k, v }) by (k);\nfor e in k.parts;", "modify t { }\nmodify k { }\nretract e;"),
        @r#"
    5:8: `modify` needs a fact, but `t` is an accumulated value, bound at line 2 (name the fact in its pattern: `name @ Type { … }`)
    6:8: `modify` needs a fact, but `k` is a key of groups, bound at line 2 (name the fact in its pattern: `name @ Type { … }`)
    7:9: `retract` needs a fact, but `e` is an element of a `for`, bound at line 3 (name the fact in its pattern: `name @ Type { … }`)
    "#
    );
}
