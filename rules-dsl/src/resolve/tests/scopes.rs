//! Where variables are visible.

use insta::assert_snapshot;

use super::{rule, rule_errors};

#[test]
fn places_keep_their_variables() {
    assert_snapshot!(
        rule("not A { x }; not { B { x }; C { x }; }; exists D { x }; n = count(E { x }) if n > 3;", "f(n);"),
        @r#"
    type A reads {x}
    type B reads {x}
    type C reads {x}
    type D reads {x}
    type E reads {x}
    e0 inner type 0 reads {0} `A { x }`
    e1 inner type 1 reads {0} `B { x }`
    e2 inner type 2 reads {0} `C { x }`
    e3 inner type 3 reads {0} `D { x }`
    e4 inner type 4 reads {0} `E { x }`
    e5 accumulate `n = count(E { x }) if n > 3`
    v0 x = e0.x
    v1 x = e1.x
    v2 x = e3.x
    v3 x = e4.x
    v4 n = accumulate e5
    t0 compare e2.x == v1 [v1 e1 e2] `x`
    t1 compare v4 > (3) [v4 e5] `n > 3`
    when not { e0 }; not { e1; e2 t0 }; exists { e3 }; e5 = count { e4 } t1
    then [v4 e5]
    "#
    );
}

#[test]
fn forall_is_a_negation_in_a_negation() {
    assert_snapshot!(rule("G { id }; forall A { id, x } => { B { x }; C { y: x }; };", ""), @r#"
    type G reads {id}
    type A reads {id, x}
    type B reads {x}
    type C reads {y}
    e0 type 0 reads {0} `G { id }`
    e1 inner type 1 reads {0, 1} `A { id, x }`
    e2 inner type 2 reads {0} `B { x }`
    e3 inner type 3 reads {0} `C { y: x }`
    v0 id = e0.id
    v1 x = e1.x
    t0 compare e1.id == v0 [v0 e0 e1] `id`
    t1 compare e2.x == v1 [v1 e1 e2] `x`
    t2 compare e3.y == v1 [v1 e1 e3] `y: x`
    when e0; not { e1 t0; not { e2 t1; e3 t2 } }
    then []
    "#);
}

#[test]
fn what_every_branch_binds_is_visible_after() {
    assert_snapshot!(
        rule("either { a @ A { x, y }; } or { a @ B { x: Some(x), z }; } C { c: x } if c > a.k && a.ok();", "f(x); modify a { a.t = 1; }"),
        @r#"
    type A reads {x, y, k} whole modified
    type B reads {x, z, k} whole modified
    type C reads {c}
    e0 type 0 reads {0, 1, 2} whole `a @ A { x, y }`
    e1 type 1 reads {0, 1, 2} whole `a @ B { x: Some(x), z }`
    e2 type 2 reads {0} `C { c: x } if c > a.k && a.ok()`
    v0 a = fact e0
    v1 x = e0.x
    v2 y = e0.y
    v3 a = fact e1
    v4 x = t0
    v5 z = e1.z
    v6 a = either0 v0 v3
    v7 x = either0 v1 v4
    t0 match e1.x Some(x) bind v4 [e1] `x: Some(x)`
    t1 compare e2.c == v7 [v7 e0 e1 e2] `c: x`
    t2 expr c > a.k [v6 e0 e1] `c > a.k`
    t3 expr a.ok() [v6 e0 e1] `a.ok()`
    when either0 { e0 } or { e1 t0 }; e2 t1 t2 t3
    then [v6 v7 e0 e1] modify of type 0 or 1 {t}
    "#
    );
}

#[test]
fn either_stands_inside_not() {
    assert_snapshot!(rule("A { x }; not { either { B { x, y }; } or { C { y }; } D { y }; };", ""), @r#"
    type A reads {x}
    type B reads {x, y}
    type C reads {y}
    type D reads {y}
    e0 type 0 reads {0} `A { x }`
    e1 inner type 1 reads {0, 1} `B { x, y }`
    e2 inner type 2 reads {0} `C { y }`
    e3 inner type 3 reads {0} `D { y }`
    v0 x = e0.x
    v1 y = e1.y
    v2 y = e2.y
    v3 y = either0 v1 v2
    t0 compare e1.x == v0 [v0 e0 e1] `x`
    t1 compare e3.y == v3 [v3 e1 e2 e3] `y`
    when e0; not { either0 { e1 t0 } or { e2 }; e3 t1 }
    then []
    "#);
}

#[test]
fn collect_of_a_block_names_its_fact() {
    assert_snapshot!(rule("G { g }; xs = collect({ A { x, g }; b @ B { x }; });", "f(xs);"), @r#"
    type G reads {g}
    type A reads {x, g}
    type B reads {x}
    e0 type 0 reads {0} `G { g }`
    e1 inner type 1 reads {0, 1} `A { x, g }`
    e2 inner type 2 reads {0} `b @ B { x }`
    e3 accumulate `xs = collect({ A { x, g }; b @ B { x }; })`
    v0 g = e0.g
    v1 x = e1.x
    v2 b = fact e2
    v3 xs = accumulate e3
    t0 compare e1.g == v0 [v0 e0 e1] `g`
    t1 compare e2.x == v1 [v1 e1 e2] `x`
    when e0; e3 = collect e2 { e1 t0; e2 t1 }
    then [v3 e3]
    "#);
}

#[test]
fn a_use_before_the_binding_is_an_error() {
    assert_snapshot!(
        rule_errors("A { a: == x } if x > y;\nB { x, y: z };\nC if z > 1 && y > 2;\nD { y };", ""),
        @r#"
    2:11: `x` is used before it is bound, which it is at line 3 (move the condition that binds it before this one)
    2:22: `y` is used before it is bound, which it is at line 5 (move the condition that binds it before this one)
    "#
    );
}

#[test]
fn a_use_outside_its_place_is_an_error() {
    assert_snapshot!(
        rule_errors("not A { x };\nif x > 1;\neither { B { y }; } or { C; }\nxs = collect(m @ D);", "f(y, m.z);"),
        @r#"
    3:4: `x` has no value here: it is local to the `not` at line 2
    7:3: `y` has no value here: it is local to the `either` at line 4
    7:6: `m` has no value here: it is local to the `collect` at line 5
    "#
    );
}

#[test]
fn a_local_name_cannot_be_bound_outside_afterwards() {
    assert_snapshot!(rule_errors("not A { x };\nB { x };\nC { x };", "f(x);"), @"3:5: `x` cannot be bound here: it is local to the `not` at line 2 (bind it before that condition to join with it, or rename one of them)");
}

#[test]
fn a_variable_cannot_be_bound_twice() {
    assert_snapshot!(
        rule_errors("m @ A { x };\nm @ B;\nlet x = 1;\nx = count(C);\nif let Some(x) = f();", ""),
        @r#"
    3:1: duplicate variable `m`, first defined at line 2 (give one of them another name)
    4:5: duplicate variable `x`, first defined at line 2 (give one of them another name)
    5:1: duplicate variable `x`, first defined at line 2 (give one of them another name)
    6:13: duplicate variable `x`, first defined at line 2 (give one of them another name)
    "#
    );
}

#[test]
fn a_global_is_no_part_of_a_condition() {
    assert_snapshot!(
        super::errors("global rng: Rng;\nrule r { when {\nA { x, rng };\nif x > rng.get();\n} then { rng.next(); } }"),
        @"3:8: `rng` cannot be a variable: it is the name of a global, defined at line 1 (give the variable another name, in a pattern `rng: other`; the global itself is read in blocks alone)"
    );
    assert_snapshot!(
        super::errors("global rng: Rng;\nrule r { when {\nA { x };\nif x > rng.get();\n} then { rng.next(); } }"),
        @"4:8: a condition cannot use the global `rng` (globals belong to `then` blocks; what conditions read must be facts)"
    );
}
