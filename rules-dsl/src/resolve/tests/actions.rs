//! What blocks need and do.

use insta::assert_snapshot;

use super::{model, rule, rule_errors};

#[test]
fn a_block_needs_the_variables_that_it_uses() {
    assert_snapshot!(
        rule("a @ A { x, y, z }; n = count(B);", r#"let y = x; f(y); println!("{z} {}", n);"#),
        @r#"
    type A reads {x, y, z}
    type B reads {}
    e0 type 0 reads {0, 1, 2} `a @ A { x, y, z }`
    e1 inner type 1 reads {} `B`
    e2 accumulate `n = count(B)`
    v0 a = fact e0
    v1 x = e0.x
    v2 y = e0.y
    v3 z = e0.z
    v4 n = accumulate e2
    when e0; e2 = count { e1 }
    then [v1 v3 v4 e0 e2]
    "#
    );
}

#[test]
fn modify_writes_fields() {
    assert_snapshot!(
        rule(
            "a @ A; b @ B { x };",
            "modify a { a.p = x; a.q.r += 1; a.s[0] = a.t; a.u.push(1); f(&mut a.v, a.w); (a.m, a.n) = (1, 2); }"
        ),
        @r#"
    type A reads {} modified
    type B reads {x}
    e0 type 0 reads {} `a @ A`
    e1 type 1 reads {0} `b @ B { x }`
    v0 a = fact e0
    v1 b = fact e1
    v2 x = e1.x
    when e0; e1
    then [v0 v2 e0 e1] modify e0 {m, n, p, q, s, u, v}
    "#
    );
}

#[test]
fn what_a_call_is_handed_is_read_and_not_written() {
    assert_snapshot!(
        rule(
            "a @ A; let f = |n| n;",
            "modify a { a.p = f(a.x).max(1); (a.y, 1).0.min(2); [a.z].len(); g(a.w)[0].push(1); }"
        ),
        @r#"
    type A reads {} modified
    e0 type 0 reads {} `a @ A`
    v0 a = fact e0
    v1 f = t0
    t0 let f = |n| n bind v1 [] `let f = |n| n`
    when e0; t0
    then [v0 v1 e0] modify e0 {p}
    "#
    );
}

#[test]
fn modify_of_the_whole_writes_everything() {
    assert_snapshot!(
        rule(
            "a @ A; b @ B; c @ C; d @ D; e @ E;",
            "modify a { a.play(); } modify b { f(b); } modify c { *c = C; } modify d { log!(d); } modify e { log!(e.x); }"
        ),
        @r#"
    type A reads {} modified
    type B reads {} modified
    type C reads {} modified
    type D reads {} modified
    type E reads {} modified
    e0 type 0 reads {} `a @ A`
    e1 type 1 reads {} `b @ B`
    e2 type 2 reads {} `c @ C`
    e3 type 3 reads {} `d @ D`
    e4 type 4 reads {} `e @ E`
    v0 a = fact e0
    v1 b = fact e1
    v2 c = fact e2
    v3 d = fact e3
    v4 e = fact e4
    when e0; e1; e2; e3; e4
    then [v0 v1 v2 v3 v4 e0 e1 e2 e3 e4] modify e0 * modify e1 * modify e2 * modify e3 * modify e4 {x}
    "#
    );
}

#[test]
fn modify_of_what_is_being_modified_is_of_the_same_fact() {
    assert_snapshot!(rule("a @ A;", "modify a { a.x = 1; modify a { a.y = 2; } retract a; }"), @r#"
    type A reads {} modified
    e0 type 0 reads {} `a @ A`
    v0 a = fact e0
    when e0
    then [v0 e0] modify e0 {x, y} modify e0 {y} retract e0
    "#);
}

#[test]
fn parts_borrowed_to_be_written_are_written() {
    assert_snapshot!(
        rule(
            "a @ A { x };",
            "modify a { if let Some(ref mut p) = a.p { *p = x; } for q in &mut a.q { *q = a.r; } match a.s { S => a.t += 1, _ => {} } }"
        ),
        @r#"
    type A reads {x} modified
    e0 type 0 reads {0} `a @ A { x }`
    v0 a = fact e0
    v1 x = e0.x
    when e0
    then [v0 v1 e0] modify e0 {p, q, t}
    "#
    );
}

#[test]
fn a_variable_that_is_filled_in_the_block_has_the_types_of_what_is_put_in() {
    assert_snapshot!(
        rule(
            "b @ B; xs = collect(A);",
            "let mut best = None; for x in xs { best = Some(x); } if let Some(best) = best { modify best { best.n = 1; } }"
        ),
        @r#"
    type B reads {}
    type A reads {} modified
    e0 type 0 reads {} `b @ B`
    e1 inner type 1 reads {} `A`
    e2 accumulate `xs = collect(A)`
    v0 b = fact e0
    v1 xs = accumulate e2
    when e0; e2 = collect e1 { e1 }
    then [v1 e2] modify of type 1 {n}
    "#
    );
}

#[test]
fn modify_may_stand_in_a_modify_and_a_name_may_be_hidden() {
    assert_snapshot!(
        rule(
            "a @ A; b @ B;",
            "modify a { a.x = 1; modify b { b.y = a.z; a.w = 2; let a = 3; a.v = 4; } }"
        ),
        @r#"
    type A reads {} modified
    type B reads {} modified
    e0 type 0 reads {} `a @ A`
    e1 type 1 reads {} `b @ B`
    v0 a = fact e0
    v1 b = fact e1
    when e0; e1
    then [v0 v1 e0 e1] modify e0 {w, x} modify e1 {y}
    "#
    );
}

#[test]
fn a_rust_variable_of_a_collection_is_modified() {
    assert_snapshot!(
        rule(
            "m @ Move; lines = collect(line @ Line); others = collect(Other);",
            "for line in lines { modify line { line.play(m); } } if let Some(o) = others.first() { retract o; }"
        ),
        @r#"
    type Move reads {}
    type Line reads {} modified
    type Other reads {}
    e0 type 0 reads {} `m @ Move`
    e1 inner type 1 reads {} `line @ Line`
    e2 accumulate `lines = collect(line @ Line)`
    e3 inner type 2 reads {} `Other`
    e4 accumulate `others = collect(Other)`
    v0 m = fact e0
    v1 line = fact e1
    v2 lines = accumulate e2
    v3 others = accumulate e4
    when e0; e2 = collect e1 { e1 }; e4 = collect e3 { e3 }
    then [v0 v2 v3 e0 e2 e4] modify of type 1 * retract of type 2
    "#
    );
}

#[test]
fn what_a_rust_variable_holds_may_have_been_put_there() {
    assert_snapshot!(
        rule(
            "m @ Move; lines = collect(Line); best = max_by(other.y for other @ Other);",
            "let mut picked = Vec::with_capacity(m.n); for line in lines { picked.push(line); } \
             for line in picked { modify line { line.x = m.y; } } let kept = best; retract kept;"
        ),
        @r#"
    type Move reads {} modified
    type Line reads {} modified
    type Other reads {y}
    e0 type 0 reads {} `m @ Move`
    e1 inner type 1 reads {} `Line`
    e2 accumulate `lines = collect(Line)`
    e3 inner type 2 reads {0} `other @ Other`
    e4 best e3 type 2 `best = max_by(other.y for other @ Other)`
    v0 m = fact e0
    v1 lines = accumulate e2
    v2 other = fact e3
    v3 best = fact e4
    when e0; e2 = collect e1 { e1 }; e4 = max_by (other.y) [v2 e3] e3 { e3 }
    then [v0 v1 v3 e0 e2 e4] modify of type 0 or 1 {x} retract of type 2
    "#
    );
}

#[test]
fn the_parameter_of_a_closure_is_of_the_receiver() {
    assert_snapshot!(
        rule("m @ Move; lines = collect(Line);", "lines.iter().for_each(|l| { modify l { l.x = m.y; } });"),
        @r#"
    type Move reads {}
    type Line reads {} modified
    e0 type 0 reads {} `m @ Move`
    e1 inner type 1 reads {} `Line`
    e2 accumulate `lines = collect(Line)`
    v0 m = fact e0
    v1 lines = accumulate e2
    when e0; e2 = collect e1 { e1 }
    then [v0 v1 e0 e2] modify of type 1 {x}
    "#
    );
}

#[test]
fn inserts_name_their_types() {
    assert_snapshot!(
        model(
            "use model::{Marker}; fact Unit; rule r { when { } then { \
             insert Cell { row: 1 }; insert Edge(1, 2); insert (Move::new(3)); insert Signal::Red; \
             insert model::Line { x: 1 }; insert Unit; insert DEFAULT; insert make(1); insert f::g(1); } }"
        ),
        @r#"
    type Unit reads {}
    type Cell reads {}
    type Edge reads {}
    type Move reads {}
    type Signal reads {}
    type model::Line reads {}
    when 
    then [] insert type 1 insert type 2 insert type 3 insert type 4 insert type 5 insert type 0 insert ? insert ? insert ?
    "#
    );
}

#[test]
fn globals_of_a_block_are_known() {
    assert_snapshot!(
        model("global rng: Rng; global log: Log; rule r { when { A { x } } then { log.add(x); } }".replace("x } }", "x }; }").as_str()),
        @r#"
    type A reads {x}
    e0 type 0 reads {0} `A { x }`
    v0 x = e0.x
    when e0
    then [v0 e0] global1
    "#
    );
}

#[test]
fn what_is_no_fact_cannot_be_modified_or_retracted() {
    assert_snapshot!(
        rule_errors(
            "A { x, y: Some(z) };\nxs = collect(B);\nn = count(C);\nnot d @ D;",
            "modify x { }\nretract xs;\nretract n;\nmodify z { }\nmodify nothing { }\nretract d;"
        ),
        @r#"
    7:8: `modify` needs a fact, but `x` is a value inside one, bound at line 2 (name the fact in its pattern: `a @ A { … }`)
    10:8: `modify` needs a fact, but `z` is a value inside one, bound at line 2 (name the fact in its pattern: `a @ A { … }`)
    11:8: `modify` needs a fact, but the rule binds no `nothing` (name the fact in its pattern: `nothing @ …`)
    8:9: `retract` needs a fact, but `xs` is a collection of facts, bound at line 3 (it is said of each member: `for x in xs { retract x; }`)
    9:9: `retract` needs a fact, but `n` is an accumulated value, bound at line 4 (name the fact in its pattern: `name @ Type { … }`)
    12:9: `d` has no value here: it is local to the `not` at line 5
    "#
    );
}

#[test]
fn a_format_string_names_variables() {
    let said = |block: &str| rule_errors("not A { x };", block);
    for named in [
        r#"println!("{x}");"#,
        r#"write!(out, "{x:?}");"#,
        r#"assert_eq!(1, 2, "{:x$}", 3);"#,
    ] {
        assert!(said(named).contains("`x` has no value here"), "{named}");
    }
    for other in [
        r#"println!("{x}", x = 3);"#,
        r#"println!("{}", "{x}");"#,
        r#"vec!["{x}"];"#,
        r#"ours!("{x}");"#,
    ] {
        assert_eq!(said(other), "", "{other}");
    }
}

#[test]
fn a_type_in_the_place_of_the_variable_of_its_fact_is_told() {
    assert_snapshot!(
        rule_errors("A { x: 1 };\nold @ A { x };", "retract A;\nmodify A { x += 1; }"),
        @r"
    6:8: `modify` needs a fact, but the rule binds no `A` (did you mean `old`?)
    6:12: `x` is a value that was matched, and cannot be written (write the field: `modify old { old.x = …; }`)
    5:9: `retract` needs a fact, but the rule binds no `A` (did you mean `old`?)
    "
    );
}

#[test]
fn a_logical_insert_says_so() {
    assert_snapshot!(
        model("fact Unit; rule r { when { } then { insert logical A { x: 1 }; insert logical Unit; if t { insert A { x: 2 }; } } }"),
        @r#"
    type Unit reads {}
    type A reads {}
    when 
    then [] insert logical type 1 insert logical type 0 insert type 1
    "#
    );
}

#[test]
fn undo_is_a_block_of_its_own() {
    assert_snapshot!(
        model(
            "global log: Log; fact Unit; rule r { when { a @ A { x, y }; n = count(B); } then { f(x); insert Unit; } \
             undo { log.add(n); modify a { a.z = y; } retract a; insert Unit; insert C { n }; } }"
        ),
        @r#"
    type Unit reads {}
    type A reads {x, y} modified
    type B reads {}
    type C reads {}
    e0 type 1 reads {0, 1} `a @ A { x, y }`
    e1 inner type 2 reads {} `B`
    e2 accumulate `n = count(B)`
    v0 a = fact e0
    v1 x = e0.x
    v2 y = e0.y
    v3 n = accumulate e2
    when e0; e2 = count { e1 }
    then [v1 e0] insert type 0
    undo [v0 v2 v3 e0 e2] global0 modify e0 {z} insert type 0 insert type 3 retract e0
    "#
    );
}

#[test]
fn undo_sees_what_then_sees() {
    assert_snapshot!(
        super::errors("rule r {\nwhen { not A { x }; B { y }; }\nthen { let z = 1; }\nundo { f(x); modify y { } g(z); halt; }\n}"),
        @r#"
    4:21: `modify` needs a fact, but `y` is a value inside one, bound at line 2 (name the fact in its pattern: `b @ B { … }`)
    4:10: `x` has no value here: it is local to the `not` at line 2
    "#
    );
}

#[test]
fn focus_names_a_group() {
    assert_snapshot!(
        super::errors(
            "rule r { when { } then { focus scoring; if x { focus scorin; } focus cleaning; }\nundo { focus tidying; } }\n\
             group scoring { }\ngroup r#cleaning { }"
        ),
        @r#"
    1:54: there is no group `scorin` (did you mean `scoring`?)
    2:14: there is no group `tidying` (the groups are `scoring`, `cleaning`)
    "#
    );
}

#[test]
fn focus_without_any_group_is_an_error() {
    assert_snapshot!(rule_errors("", "focus g;"), @"4:7: there is no group `g` (declare it: `group g { … }`)");
}

#[test]
fn search_needs_backtracking() {
    assert_snapshot!(rule_errors("A { x };", "choose y in x;\nif y > 1 { fail; }"), @r#"
    4:1: `choose` needs `#[backtrack]` on the ruleset
    5:12: `fail` needs `#[backtrack]` on the ruleset
    "#);
}

#[test]
fn choices_stand_at_the_head_of_then() {
    assert_snapshot!(
        super::errors("#[backtrack]\nruleset R;\nrule r { when { A { x }; } then {\nchoose y in x;\nchoose z in y;\nif y > 1 { fail; }\nchoose u in 0..1;\n} undo {\nchoose v in x;\n} }"),
        @r#"
    7:1: `choose` stands at the head of a `then` block, before anything else (move it there)
    9:1: `choose` stands at the head of a `then` block, before anything else (move it there)
    "#
    );
}

#[test]
fn a_fact_with_a_key_is_not_inserted_logically() {
    assert_snapshot!(
        super::errors(
            "rule r { when { } then {\ninsert logical Cell { x: 1 };\ninsert logical Turn;\ninsert logical Cell::new(2);\n\
             insert Turn;\ninsert logical Other;\n} }\n#[key(x)] fact Cell { x: u8 }\n#[key()] fact Turn;\n#[unique] fact Other;"
        ),
        @r#"
    2:16: `Cell` has a key and cannot be inserted logically (make it `#[unique]`, or insert it plainly)
    3:16: `Turn` has a key and cannot be inserted logically (make it `#[unique]`, or insert it plainly)
    4:16: `Cell` has a key and cannot be inserted logically (make it `#[unique]`, or insert it plainly)
    "#
    );
}
