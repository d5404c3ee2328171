//! Queries: parameters, conditions, results.

use insta::assert_snapshot;

use super::{errors, model, resolved};

#[test]
fn a_parameter_joins() {
    assert_snapshot!(
        model(
            "query moves(row: u8, low: u32) -> (u8, &Move) { when { m @ Move { row, column: c, n: >= low }; \
             Cell { at: Some(row), c }; } select (c, m) }"
        ),
        @r#"
    type Move reads {row, column, n} whole
    type Cell reads {at, c}
    query moves(v0: u8, v1: u32)
    e0 type 0 reads {0, 1, 2} whole `m @ Move { row, column: c, n: >= low }`
    e1 type 1 reads {0, 1} `Cell { at: Some(row), c }`
    v0 row = parameter 0
    v1 low = parameter 1
    v2 m = fact e0
    v3 c = e0.column
    t0 compare e0.row == v0 [v0 e0] `row`
    t1 compare e0.n >= v1 [v1 e0] `n: >= low`
    t2 match e1.at Some(__join0) join __join0 v0 [v0 e1] `at: Some(row)`
    t3 compare e1.c == v3 [v3 e0 e1] `c`
    when e0 t0 t1; e1 t2 t3
    select ((c, m)) [v2 v3 e0] -> (u8, &Move)
    "#
    );
}

#[test]
fn a_query_without_select_is_a_question() {
    assert_snapshot!(model("query over() { when { not Open; n = count(Move) if n > 8; } }"), @r#"
    type Open reads {}
    type Move reads {}
    query over()
    e0 inner type 0 reads {} `Open`
    e1 inner type 1 reads {} `Move`
    e2 accumulate `n = count(Move) if n > 8`
    v0 n = accumulate e2
    t0 compare v0 > (8) [v0 e2] `n > 8`
    when not { e0 }; e2 = count { e1 } t0
    "#);
}

#[test]
fn an_expression_over_a_parameter_is_looked_up() {
    assert_snapshot!(
        model(
            "query q(p: u32, o: u32) { when { let q = p * 2; a @ A if a.x + 1 == p; b @ B if q == b.f(); \
             if a.y + p == b.y; if a.z == p + o; if p + 1 == o; } }"
        ),
        @r#"
    type A reads {x, y, z}
    type B reads {y} whole
    query q(v0: u32, v1: u32)
    e0 type 0 reads {0, 1, 2} `a @ A if a.x + 1 == p`
    e1 type 1 reads {0} whole `b @ B if q == b.f()`
    v0 p = parameter 0
    v1 o = parameter 1
    v2 q = t0
    v3 a = fact e0
    v4 b = fact e1
    t0 let q = p * 2 bind v2 [v0] `let q = p * 2`
    t1 compare (a.x + 1) == (p) [v0 v3 e0] `a.x + 1 == p`
    t2 compare (q) == (b.f()) [v2 v4 e1] `q == b.f()`
    t3 compare (a.y + p) == (b.y) [v0 v3 v4 e0 e1] `a.y + p == b.y`
    t4 compare (a.z) == (p + o) [v0 v1 v3 e0] `a.z == p + o`
    t5 expr p + 1 == o [v0 v1] `p + 1 == o`
    when t0; e0 t1; e1 t2; t3; t4; t5
    "#
    );
}

#[test]
fn a_result_may_be_made_of_everything_that_is_bound() {
    assert_snapshot!(
        model(
            "query best(team: u8) -> String { when { top = max_by(p.score for p @ P { team, role }) by (role); \
             for x in top.items.iter(); } select format!(\"{role} {x} {}\", top.name) }"
        ),
        @r#"
    type P reads {team, role, score, items, name}
    query best(v0: u8)
    e0 inner type 0 reads {0, 1, 2, 3, 4} `p @ P { team, role }`
    e1 best e0 type 0 `top = max_by(p.score for p @ P { team, role }) by (role)`
    e2 each `for x in top.items.iter()`
    v0 team = parameter 0
    v1 p = fact e0
    v2 role = e0.role
    v3 top = fact e1
    v4 role = key e1 v2
    v5 x = each e2
    t0 compare e0.team == v0 [v0 e0] `team`
    when e1 = max_by (p.score) [v1 e0] e0 { e0 t0 } by v2; e2 = x in (top.items.iter()) [v3 e1] bind v5
    select (format!("{role} {x} {}", top.name)) [v3 v4 v5 e1 e2] -> String
    "#
    );
}

#[test]
fn settings_of_a_query_are_read() {
    let (ruleset, diagnostics) = resolved(
        "pub ruleset R; /// Moves.\n#[allow(rules::cross_product)] #[must_use] pub(crate) query a() { when { } } query b() { when { } }",
    );
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let [a, b] = ruleset.queries.as_slice() else {
        panic!("there are two queries")
    };
    assert_eq!(a.rule.docs, ["Moves."]);
    assert!(a.rule.allows.contains("cross_product"));
    assert_eq!(a.rule.attrs.len(), 1);
    assert!(matches!(a.vis, syn::Visibility::Restricted(_)));
    assert!(matches!(b.vis, syn::Visibility::Public(_)));
}

#[test]
fn parameters_and_results_follow_the_scopes() {
    assert_snapshot!(
        errors(
            "global g: u8;\nquery q(p: u8, p: u8, g: u8) -> u8 {\nwhen { not A { x: p, y }; let p = 1; }\nselect y + z }\n\
             #[salience(1)]\nquery r() -> u8 { when { } select g }"
        ),
        @r#"
    2:16: duplicate variable `p`, first defined at line 2 (give one of them another name)
    2:23: `g` cannot be a variable: it is the name of a global, defined at line 1 (give the variable another name, in a pattern `g: other`; the global itself is read in blocks alone)
    3:31: duplicate variable `p`, first defined at line 2 (give one of them another name)
    4:8: `y` has no value here: it is local to the `not` at line 3
    5:3: there is no attribute `salience` of a query (there are `allow`, `doc`)
    6:35: a condition cannot use the global `g` (globals belong to `then` blocks; what conditions read must be facts)
    "#
    );
}

#[test]
fn a_query_has_a_name_of_its_own() {
    assert_snapshot!(
        errors("query a() { when { } }\nquery a() { when { } }\nquery run() { when { } }\nquery explain_fact() { when { } }"),
        @r#"
    2:7: duplicate query `a`, first defined at line 1
    3:7: a query cannot be named `run`: every session has a method of that name (give it another name)
    4:7: a query cannot be named `explain_fact`: every session has a method of that name (give it another name)
    "#
    );
}

/// The errors of a ruleset that has a clock.
fn with_clock(items: &str) -> String {
    errors(&format!(
        "#[clock(u64)] ruleset Net;\n\
         #[event(at = at, expires = 100)] fact Link {{ from: u32, to: u32, at: u64 }}\n{items}"
    ))
}

#[test]
fn a_recursive_query_asks_the_clock_by_no_other_query() {
    assert_snapshot!(
        with_clock(
            "query fresh(a: u32) -> u32 { when { Link { from: a, to } within 10; } select to }
             query reached(a: u32) -> u32 {
                when { either { b in fresh(a); } or { m in reached(a); b in fresh(m); } }
                select b
             }"
        ),
        @r"
    5:38: a recursive query does not ask the clock, as `within` does (ask it beside the call, in the rule or the query that calls)
    5:77: a recursive query does not ask the clock, as `within` does (ask it beside the call, in the rule or the query that calls)
    "
    );
    assert_snapshot!(
        with_clock(
            "query overdue(a: u32) -> u32 { when { l @ Link { from: a, to }; due l.at + 5; } select to }
             query lone(a: u32) -> u32 {
                when { l @ Link { from: a, to }; not Link { from: to } within 5 after l; }
                select to
             }
             query next(a: u32) -> u32 { when { either { b in overdue(a); } or { b in lone(a); } } select b }
             query way(a: u32) -> u32 { when { either { b in next(a); } or { m in way(a); Link { from: m, to: b }; } } select b }
             rule r { when { Link { from }; b in next(from); c in way(b); } then { f(c); } }"
        ),
        @r"
    9:62: a recursive query does not ask the clock, as `due` does (ask it beside the call, in the rule or the query that calls)
    9:62: a recursive query does not ask the clock, as `due` does (ask it beside the call, in the rule or the query that calls)
    "
    );
}

#[test]
fn a_mistake_in_a_query_is_told_there_and_not_at_calls() {
    assert_snapshot!(
        errors(
            "query low(a: u32) -> u32 { when { x @ A { a, n }; y @ A if x == y; } select n }
             query lower(a: u32) -> u32 { when { n in low(a); } select n }
             rule r { when { B { a }; n in lower(a); m in low(n); } then { f(m); } }"
        ),
        @"1:62: facts are not compared by `==` (`x.handle() == y.handle()` asks whether they are one fact; values are compared field by field)"
    );
}

#[test]
fn a_mistake_that_arguments_make_is_told_at_the_call() {
    assert_snapshot!(
        errors(
            "query same(a: &A, b: &A) { when { if a == b; } }
             query held(a: &A) { when { Held { a }; } }
             query both(a: &A, b: &A) { when { same(a, b); held(a); } }
             rule r { when { x @ A; y @ A; same(x, y); held(x); both(x, y); } then { f(); } }"
        ),
        @r"
    4:44: facts are not compared by `==` (`a.handle() == b.handle()` asks whether they are one fact; values are compared field by field)
    4:56: `a` is a fact and not the value of a field, bound at line 2 (join with a field of it: `a @ A { id };`, and `id` here)
    4:65: facts are not compared by `==` (`a.handle() == b.handle()` asks whether they are one fact; values are compared field by field)
    4:65: `a` is a fact and not the value of a field, bound at line 2 (join with a field of it: `a @ A { id };`, and `id` here)
    "
    );
}

#[test]
fn what_an_unknown_macro_says_is_renamed_as_far_as_it_may_be_a_variable() {
    assert_snapshot!(
        model(
            r#"query q(a: u32) { when { A { a, name };
                 if own!(if a == Kind::B { name } else if let B { name, .. } = b { a.name } else { C { at: name, name } }, "{name}"); } }
             rule r { when { D { x }; q(x); } then { f(); } }"#
        ),
        @r#"
    type A reads {a, name}
    type D reads {x}
    e0 type 1 reads {0} `D { x }`
    e1 inner type 0 reads {0, 1} `q: A { a, name }`
    v0 x = e0.x
    v1 __q0_a = t0
    v2 __q0_name = e1.name
    t0 let __q0_a: u32 = x bind v1 [v0 e0] `let a = x`
    t1 compare e1.a == v0 [v0 e0 e1] `a: x`
    t2 expr own!(if __q0_a == Kind::B { __q0_name } else if let B { name: __q0_name, .. } = b { __q0_a.name } else { C { at: __q0_name, name: __q0_name } }, "{__q0_name}") [v1 v2 e0 e1] `own!(if a == Kind::B { name } else if let B { name: name, .. } = b { a.name } else { C { at: name, name: name } }, "{name}")`
    when e0; exists { t0; e1 t1; t2 }
    then []
    query q(v0: u32)
    e0 type 0 reads {0, 1} `A { a, name }`
    v0 a = parameter 0
    v1 name = e0.name
    t0 compare e0.a == v0 [v0 e0] `a`
    t1 expr own!(if a == Kind::B { name } else if let B { name, .. } = b { a.name } else { C { at: name, name } }, "{name}") [v0 v1 e0] `own!(if a == Kind::B { name } else if let B { name, .. } = b { a.name } else { C { at: name, name } }, "{name}")`
    when e0 t0; t1
    "#
    );
}

/// The errors of a recursive query that goes on with `m` after these conditions.
fn goes_on(conditions: &str) -> String {
    errors(&format!(
        "query up(n: u64) -> u64 {{ when {{ either {{ Step(n); let r = n; }} or {{\n{conditions}\nr in up(m); }} }} select r }}"
    ))
}

#[test]
fn an_accumulate_over_arguments_may_go_on_for_ever() {
    for grows in [
        "m = max(n + x for Step(x));",
        "m = sum(n for Step(_));",
        "m = count({ Step(_); for _ in 0..=n; });",
        "k = count(Step(_)); m = max(x for { for x in 0..n + k; });",
        "k = max(n for Step(_)); let m = k + 1;",
        "k = count({ Step(_); let m = n + 1; }) by (m);",
        "k = count({ j = count({ for x in 0..n; }) by (x); }); let m = k;",
        "m = accumulate(Latest, n + 1 for Step(_));",
    ] {
        let found = goes_on(grows);
        assert!(
            found.starts_with("3:9: an argument of the recursive query `up` may be a new value"),
            "{grows}: {found}"
        );
    }
}

#[test]
fn an_accumulate_over_facts_gives_so_many_values() {
    for ends in [
        "m = max(x for Step(x));",
        "m = sum(x * 2 for Pair(n, x));",
        "m = count(Pair(n, _));",
        "m = max(n for Step(_));",
        "k = count({ Pair(n, x); }) by (x); let m = x;",
        "k = count({ Step(x); not { for y in 0..n; if x == y; }; }); let m = k;",
        "k = count({ j = count({ for x in 0..n; }); }); let m = k;",
        "w = min_by(s.0 for s @ Step(x) if x > n); let m = w.0;",
    ] {
        assert_eq!(goes_on(ends), "", "{ends}");
    }
}

#[test]
fn a_pattern_that_leaves_results_out_is_a_test() {
    assert_snapshot!(
        errors(
            "query pairs() -> (u8, u8) { when { A { x, y }; } select (x, y) }\nrule r { when { (x, 5) in pairs(); \
             exists (_, 5) in pairs(); (_, y) in pairs(); } then {} }"
        ),
        @r#"
    2:17: `(x, 5)` does not match every result of `pairs`, and there is a match for each (a result has a name, and is tested after it: `found in pairs(…); if let (x, 5) = found;`)
    2:43: `(_, 5)` does not match every result of `pairs`, and there is a match for each (a result has a name, and is tested after it: `found in pairs(…); if let (_, 5) = found;`)
    "#
    );
}
